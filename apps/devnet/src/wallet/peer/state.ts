import type { WalletNamespace } from '../signer.js'

/** The app's own metadata; not verified. */
export type WalletApp = { readonly name: string; readonly url: string }

export type WalletProposal = {
  readonly id: number
  readonly app: WalletApp
  /** Requested CAIP-2 ids. */
  readonly chains: readonly string[]
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type WalletRequest = {
  readonly id: number
  /** Topic of the session. */
  readonly topic: string
  readonly app: WalletApp
  /** CAIP-2. */
  readonly chain: string
  readonly method: string
  readonly params: unknown
}

/** A one-click sign-in (`wc_sessionAuthenticate`). */
export type WalletSignIn = {
  readonly id: number
  readonly app: WalletApp
  /** The requesting domain, as claimed. */
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
  /** The active chain of each namespace, which apps see first. */
  readonly activeChains: { readonly [namespace in WalletNamespace]?: string }
  /** Index of the active account. */
  readonly account: number
  /** Addresses of the active account. */
  readonly addresses: { readonly [namespace in WalletNamespace]?: string }
  /** Pending decisions. */
  readonly proposals: readonly WalletProposal[]
  /** Pending decisions. */
  readonly requests: readonly WalletRequest[]
  /** Pending decisions. */
  readonly signIns: readonly WalletSignIn[]
  readonly sessions: readonly WalletSession[]
  /** The last hundred log entries, newest last. */
  readonly log: readonly string[]
}

/** `ask` waits for a decision, and so also simulates a hanging wallet. */
export type WalletDecision = 'ask' | 'approve' | 'reject'

export type WalletPolicy = {
  readonly proposals: WalletDecision
  readonly requests: WalletDecision
  /** `ignore`: like a wallet without support, which only connects. */
  readonly signIns: WalletDecision | 'ignore'
  /** Fault of sign-ins: another nonce, or the key of the other account. */
  readonly signInFault?: 'nonce' | 'key' | undefined
  /** CAIP-2 ids to approve, whatever was requested. Default: the requested chains it has. */
  readonly chains?: readonly string[] | undefined
  /** Includes keys and purposes of the Bitcoin accounts in the approval, as some wallets do. */
  readonly tellsKeys?: boolean | undefined
  /** Responds to requests to switch or add a chain with `null` without doing so, as some wallets do. */
  readonly pretendsToSwitch?: boolean | undefined
}

export type WalletStore = {
  readonly get: () => WalletState
  readonly set: (change: Partial<WalletState>) => void
  /** Removes a pending item. */
  readonly takeOff: (id: number) => void
  /** Adds a log entry. */
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
