import type { ScriptRunner } from '../../scripted/walletScript.js'
import type { SolanaAskRequest, SolanaWalletScript } from '../solanaWallet.js'
import type { WalletState } from '../state/createWalletState.js'

/** Dependencies of a method. */
export type WalletContext = {
  readonly state: WalletState
  readonly script: ScriptRunner<SolanaWalletScript>
  readonly connectsSilently: boolean
  /** Changes the state, stores it, and notifies the site of visible changes. */
  readonly update: (change: () => void) => void
  /** Sends a request to the node. */
  readonly forward: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Connects the site, or joins the connection in progress. */
  readonly connectOnce: (work: () => Promise<void>) => Promise<void>
}

/** One call of a feature. */
export type WalletCall = {
  readonly inputs: readonly unknown[]
  /** Prompts the user, and throws 4001 on a rejection. */
  readonly ask: (kind: SolanaAskRequest['kind'], summary: string) => Promise<void>
}

export type WalletMethod = (context: WalletContext, call: WalletCall) => unknown
