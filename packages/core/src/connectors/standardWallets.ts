import type { Env } from '../modal/env.js'

/** A registered wallet (Wallet Standard). Untrusted: every field may throw, lie or change between two reads. */
export type StandardWallet = {
  readonly name: string
  readonly icon: string
  /** E.g. `solana:mainnet`. */
  readonly chains: readonly string[]
  /** Features by name, e.g. `standard:connect`. */
  readonly features: Readonly<Record<string, unknown>>
  /** Accounts that the site is authorized to see. */
  readonly accounts: readonly StandardAccount[]
}

export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

export type StandardWalletListeners = {
  readonly onRegister: (wallet: StandardWallet) => void
  /** Called when the wallet unregisters. */
  readonly onUnregister: (wallet: StandardWallet) => void
}

type Register = (...wallets: readonly StandardWallet[]) => () => void

/**
 * Watches for wallets that register themselves on the page, before or after this call (the two window events of Wallet
 * Standard). Returns its unsubscribe.
 */
export function watchStandardWallets(env: Env, { onRegister, onUnregister }: StandardWalletListeners): () => void {
  const target = env.window()
  if (!target) return () => undefined
  let isActive = true
  const register: Register = (...wallets) => {
    if (isActive) for (const wallet of wallets) onRegister(wallet)
    return () => {
      if (isActive) for (const wallet of wallets) onUnregister(wallet)
    }
  }
  const api = Object.freeze({ register })
  const onWallet = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>
    if (typeof detail === 'function') detail(api)
  }
  target.addEventListener('wallet-standard:register-wallet', onWallet)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => {
    isActive = false
    target.removeEventListener('wallet-standard:register-wallet', onWallet)
  }
}
