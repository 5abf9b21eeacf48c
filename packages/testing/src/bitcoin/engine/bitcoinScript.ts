import type { AnyScript } from '../../evm/script/createScriptRunner.js'

/** Faults; `methods` are by verb, the same in all shapes: `connect`, `signPsbt`, … */
export type BitcoinScript = AnyScript & {
  /** Signs with another key, or another message, or other bytes of the same length. */
  readonly wrongSignature?: 'key' | 'message' | 'garbage' | undefined
  /** Signs messages in this way, whatever was asked for. */
  readonly scheme?: 'ecdsa' | 'bip322' | undefined
  /** How signatures and PSBTs are written, where the shape has texts. */
  readonly encoding?: 'hex' | 'base64' | undefined
  /** Whether signed PSBTs come back final, whatever was asked for. */
  readonly finalize?: boolean | undefined
  /** Tells the payment address as the one for ordinals, and the other way round. */
  readonly swapAddresses?: boolean | undefined
  /** Signs a transaction whose first output pays to the wallet itself. */
  readonly replaceOutput?: boolean | undefined
  /** Answers that it has let go, and has not. */
  readonly ignoreRevoke?: boolean | undefined
  /** Answers that it has switched the network, and has not. */
  readonly lieAboutSwitch?: boolean | undefined
}
