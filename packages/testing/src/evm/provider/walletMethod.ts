import type { Hex } from 'viem'
import type { ScriptRunner } from '../../scripted/walletScript.js'
import type { AskRequest, WalletChain } from '../evmWallet.js'
import type { WalletState } from '../state/createWalletState.js'

/** What a method may use. */
export type WalletContext = {
  readonly state: WalletState
  readonly script: ScriptRunner
  /** Changes the state, keeps it, and tells the site what it can see of the change. */
  readonly update: (change: () => void) => void
  readonly emit: (event: string, payload: unknown) => void
  /** A request to the node of a chain. */
  readonly forward: (chain: WalletChain, method: string, params: unknown) => Promise<unknown>
  /** Runs work when all earlier work is done: nonces are handed out one after the other. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Connects the site, or waits for the connecting that is under way. */
  readonly connectOnce: (work: () => Promise<void>) => Promise<void>
  /** By id: what the page has sent with `wallet_sendCalls`. */
  readonly bundles: Map<string, SentBundle>
}

/** One request to the wallet. */
export type WalletCall = {
  readonly method: string
  readonly params: unknown
  /** Asks the user, and throws 4001 on a no. */
  readonly ask: (kind: AskRequest['kind'], summary: string) => Promise<void>
}

export type WalletMethod = {
  readonly handle: (context: WalletContext, call: WalletCall) => unknown
  /** Whether a user sees a prompt for it. */
  readonly prompts: boolean
}

/** A bundle of calls as the wallet remembers it, until the page is left. */
export type SentBundle = {
  readonly id: string
  readonly chain: WalletChain
  readonly isAtomic: boolean
  readonly hashes: readonly Hex[]
  /** Whether calls were left out, as one of them could not be sent. */
  readonly isCut: boolean
}
