import type { Hex } from 'viem'
import type { ScriptRunner } from '../../scripted/walletScript.js'
import type { AskRequest, WalletChain } from '../evmWallet.js'
import type { WalletState } from '../state/createWalletState.js'

/** Dependencies of a method. */
export type WalletContext = {
  readonly state: WalletState
  readonly script: ScriptRunner
  /** Changes the state, stores it, and notifies the site of visible changes. */
  readonly update: (change: () => void) => void
  readonly emit: (event: string, payload: unknown) => void
  /** Sends a request to a chain's node. */
  readonly forward: (chain: WalletChain, method: string, params: unknown) => Promise<unknown>
  /** Runs work after all earlier work, so that nonces are assigned in order. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Connects the site, or joins the connection in progress. */
  readonly connectOnce: (work: () => Promise<void>) => Promise<void>
  /** Bundles sent by this page with `wallet_sendCalls`, by id. */
  readonly bundles: Map<string, SentBundle>
  /** Permissions that the user has granted the site (ERC-7715), by context. */
  readonly permissions: Map<string, ExecutionPermission>
}

/** One request to the wallet. */
export type WalletCall = {
  readonly method: string
  readonly params: unknown
  /** Prompts the user, and throws 4001 on a rejection. */
  readonly ask: (kind: AskRequest['kind'], summary: string) => Promise<void>
}

export type WalletMethod = {
  readonly handle: (context: WalletContext, call: WalletCall) => unknown
  /** Whether the method shows a prompt. */
  readonly prompts: boolean
}

/** A sent bundle of calls. Forgotten when the page is left. */
export type SentBundle = {
  readonly id: string
  readonly chain: WalletChain
  readonly isAtomic: boolean
  readonly hashes: readonly Hex[]
  /** Whether some calls were not sent, because one of them failed. */
  readonly isCut: boolean
}

/** An amount of the native currency that the site may send without a prompt (ERC-7715). Forgotten when the page is left. */
export type ExecutionPermission = {
  readonly context: Hex
  readonly chainId: number
  readonly from: string
  /** In wei. */
  readonly allowance: bigint
  /** Seconds since the epoch. */
  readonly expiry: number
  spent: bigint
}
