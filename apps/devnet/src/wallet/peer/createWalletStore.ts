import type { WalletState } from './walletState.js'

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
