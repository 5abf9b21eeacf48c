import type { ScriptRunner } from '../../scripted/walletScript.js'
import type { SolanaAskRequest, SolanaWalletScript } from '../solanaWallet.js'
import type { WalletState } from '../state/createWalletState.js'

/** What a method may use. */
export type WalletContext = {
  readonly state: WalletState
  readonly script: ScriptRunner<SolanaWalletScript>
  readonly connectsSilently: boolean
  /** Changes the state, keeps it, and tells the site what it can see of the change. */
  readonly update: (change: () => void) => void
  /** A request to the node. */
  readonly forward: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Connects the site, or waits for the connecting that is under way. */
  readonly connectOnce: (work: () => Promise<void>) => Promise<void>
}

/** One call of a feature. */
export type WalletCall = {
  readonly inputs: readonly unknown[]
  /** Asks the user, and throws 4001 on a no. */
  readonly ask: (kind: SolanaAskRequest['kind'], summary: string) => Promise<void>
}

export type WalletMethod = (context: WalletContext, call: WalletCall) => unknown
