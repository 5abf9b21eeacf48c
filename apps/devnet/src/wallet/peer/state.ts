import type { WalletNamespace } from '../signer.js'

/** How an app calls itself: a claim, not a proof. */
export type WalletApp = { readonly name: string; readonly url: string }

export type WalletProposal = {
  readonly id: number
  readonly app: WalletApp
  /** CAIP-2 ids that the app asks for. */
  readonly chains: readonly string[]
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type WalletRequest = {
  readonly id: number
  /** Of the session. */
  readonly topic: string
  readonly app: WalletApp
  /** CAIP-2. */
  readonly chain: string
  readonly method: string
  readonly params: unknown
}

/** A sign-in with the consent that connects (`wc_sessionAuthenticate`). */
export type WalletSignIn = {
  readonly id: number
  readonly app: WalletApp
  /** Who asks, by the words of the request. */
  readonly domain: string
  readonly statement: string
  /** CAIP-2 ids to sign for. */
  readonly chains: readonly string[]
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type WalletSession = {
  readonly topic: string
  readonly app: WalletApp
  /** CAIP-10. */
  readonly accounts: readonly string[]
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type WalletState = {
  /** CAIP-2 ids of all chains that the wallet has. */
  readonly chains: readonly string[]
  /** Where the wallet is in each family: the first that an app sees. */
  readonly activeChains: { readonly [namespace in WalletNamespace]?: string }
  /** Which account is in use. */
  readonly account: number
  /** Of the account in use. */
  readonly addresses: { readonly [namespace in WalletNamespace]?: string }
  /** What waits for a decision. */
  readonly proposals: readonly WalletProposal[]
  /** What waits for a decision. */
  readonly requests: readonly WalletRequest[]
  /** What waits for a decision. */
  readonly signIns: readonly WalletSignIn[]
  readonly sessions: readonly WalletSession[]
  /** What happened, newest last; the last hundred. */
  readonly log: readonly string[]
}

/** `ask` waits until somebody decides: a wallet that hangs is one where nobody does. */
export type WalletDecision = 'ask' | 'approve' | 'reject'

export type WalletPolicy = {
  readonly proposals: WalletDecision
  readonly requests: WalletDecision
  /** `ignore`: as a wallet that does not know of them, which is then asked to connect only. */
  readonly signIns: WalletDecision | 'ignore'
  /** What is wrong with sign-ins: another nonce than the one that was asked for, or the key of the other account. */
  readonly signInFault?: 'nonce' | 'key' | undefined
  /** CAIP-2 ids to approve, whatever the app asks for: fewer, others, or more. Default: those asked for that it has. */
  readonly chains?: readonly string[] | undefined
  /** Tells the keys and purposes of its accounts of Bitcoin with its consent, as some wallets do. */
  readonly tellsKeys?: boolean | undefined
  /** Answers requests to switch or add a chain with `null` and does nothing, as some wallets do. */
  readonly pretendsToSwitch?: boolean | undefined
}

export type WalletStore = {
  readonly get: () => WalletState
  readonly set: (change: Partial<WalletState>) => void
  /** Takes a question off the lists. */
  readonly takeOff: (id: number) => void
  /** Writes what happened into the state. */
  readonly note: (text: string) => void
  readonly subscribe: (listener: () => void) => () => void
}

const logLength = 100

export function createWalletStore(first: WalletState): WalletStore {
  let state = first
  const listeners = new Set<() => void>()
  const set = (change: Partial<WalletState>): void => {
    state = { ...state, ...change }
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => state,
    set,
    takeOff: (id) => {
      const { proposals, requests, signIns } = state
      const isOther = (one: { readonly id: number }): boolean => one.id !== id
      set({
        proposals: proposals.filter(isOther),
        requests: requests.filter(isOther),
        signIns: signIns.filter(isOther),
      })
    },
    note: (text) => set({ log: [...state.log, text].slice(-logLength) }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
