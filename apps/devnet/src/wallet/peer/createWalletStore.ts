import type { WalletState } from './walletState.js'

export type WalletStore = {
  readonly get: () => WalletState
  readonly set: (change: Partial<WalletState>) => void
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
    note: (text) => set({ log: [...state.log, text].slice(-logLength) }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
