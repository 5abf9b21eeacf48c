import type { WalletKeys } from '../walletKeys.js'
import type { WalletNetworks } from '../walletNetworks.js'
import type { WalletStorage } from './createMemoryStorage.js'
import type { WalletPolicy, WalletState } from './walletState.js'

export type CreateWalletPeerOptions = {
  readonly relayUrl: string
  readonly keys: WalletKeys
  readonly networks: WalletNetworks
  /** Default: approves everything that it has. */
  readonly policy?: Partial<WalletPolicy> | undefined
  /** Where sessions are kept. Default: in memory. */
  readonly storage?: WalletStorage | 'memory' | 'page' | undefined
  /** What the wallet calls itself. */
  readonly name?: string | undefined
  readonly url?: string | undefined
}

/** The wallet's side of WalletConnect, with real keys on the local chains. */
export type WalletPeer = {
  readonly getState: () => WalletState
  /** Called after each change; returns its end. */
  readonly subscribe: (listener: () => void) => () => void
  readonly getPolicy: () => WalletPolicy
  readonly setPolicy: (policy: Partial<WalletPolicy>) => void
  /** Takes the code of an app. Throws where it is malformed, used or too old. */
  readonly pair: (uri: string) => Promise<void>
  /** Approves a proposal; on these chains where they are named. */
  readonly approveProposal: (id: number, chains?: readonly string[]) => Promise<void>
  readonly rejectProposal: (id: number) => Promise<void>
  /** Signs in and connects; on these chains where they are named. */
  readonly approveSignIn: (id: number, chains?: readonly string[]) => Promise<void>
  readonly rejectSignIn: (id: number) => Promise<void>
  readonly approveRequest: (id: number) => Promise<void>
  readonly rejectRequest: (id: number) => Promise<void>
  /** Leaves a proposal, sign-in or request without an answer, for ever. */
  readonly ignore: (id: number) => void
  /** Goes to another chain of the wallet and tells all apps. Takes a CAIP-2 id. */
  readonly switchChain: (chain: string) => Promise<void>
  /** Uses another account in all chain families and tells all apps. */
  readonly switchAccount: (account: number) => Promise<void>
  /** Prolongs a session by a week. */
  readonly extendSession: (topic: string) => Promise<void>
  readonly deleteSession: (topic: string) => Promise<void>
  /** Sends an event to the app of a session as it is, true or not. */
  readonly emit: (
    topic: string,
    event: { readonly name: string; readonly data: unknown; readonly chain: string },
  ) => Promise<void>
  /** Lets go of the relay, as a phone does that is put away. */
  readonly goOffline: () => Promise<void>
  readonly goOnline: () => Promise<void>
  /** Lets go of the relay for good. What is kept in a page stays. */
  readonly destroy: () => Promise<void>
}
