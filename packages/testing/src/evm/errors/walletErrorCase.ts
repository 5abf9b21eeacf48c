import type { MethodBehaviour } from '../script/walletScript.js'

/** One recorded way of wallets to say something. Use `error` in tables, `behaviour` in scripts. */
export type WalletErrorCase = {
  readonly name: string
  /** The thrown value; `undefined` where the wallet replies instead. */
  readonly error: unknown
  readonly behaviour: MethodBehaviour
  /** Whether the standard's code is somewhere inside. Without it, only what the wallet does next tells. */
  readonly carriesCode: boolean
}
