import type { MethodBehaviour } from '../../evm/script/walletScript.js'
import type { BitcoinVerb } from './bitcoinAsk.js'

export type BitcoinScript = {
  /**
   * By verb; `'*'` is for all that are not named. One behaviour holds until `reset()`; a list is used up one request at
   * a time, and then the verb is well again.
   */
  readonly methods?: { readonly [verb in BitcoinVerb | '*']?: MethodBehaviour | readonly MethodBehaviour[] } | undefined
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
