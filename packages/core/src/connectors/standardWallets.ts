import type { Env } from '../modal/env.js'

/** A wallet as it registers itself (Wallet Standard). Foreign: every field may throw, lie, or change between two looks. */
export type StandardWallet = {
  readonly name: string
  readonly icon: string
  /** E.g. `solana:mainnet`. */
  readonly chains: readonly string[]
  /** By name, e.g. `standard:connect`. */
  readonly features: Readonly<Record<string, unknown>>
  /** Those that the site may see. */
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
  /** The wallet took its registration back. */
  readonly onUnregister: (wallet: StandardWallet) => void
}

type Register = (...wallets: readonly StandardWallet[]) => () => void

/**
 * Hears of the wallets of a page as they register themselves, before or after us (Wallet Standard, its two window
 * events). Returns its unsubscribe.
 */
export function watchStandardWallets(env: Env, { onRegister, onUnregister }: StandardWalletListeners): () => void {
  const target = env.window()
  if (!target) return () => undefined
  let isLive = true
  const register: Register = (...wallets) => {
    if (isLive) for (const wallet of wallets) onRegister(wallet)
    return () => {
      if (isLive) for (const wallet of wallets) onUnregister(wallet)
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
    isLive = false
    target.removeEventListener('wallet-standard:register-wallet', onWallet)
  }
}
