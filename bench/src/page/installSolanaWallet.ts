/**
 * Runs in the page before its own scripts: registers a wallet (Wallet Standard) that responds at once. Can't refer to
 * anything outside itself, since only its source reaches the page.
 */
export function installSolanaWallet({ icon }: { readonly icon: string }): void {
  const account = {
    // base58 of the key
    address: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx',
    publicKey: new Uint8Array(32).fill(7),
    chains: ['solana:mainnet'],
    features: ['solana:signTransaction'],
  }
  const listeners = new Set<(change: object) => void>()
  const wallet = {
    version: '1.0.0',
    name: 'Wallet 0',
    icon,
    chains: ['solana:mainnet'],
    accounts: [] as object[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          wallet.accounts = [account]
          for (const listener of listeners) listener({ accounts: wallet.accounts })
          return { accounts: wallet.accounts }
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_: string, listener: (change: object) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: () => Promise.reject(new Error('This wallet signs nothing.')),
      },
    },
  }
  const register = (api: { register(wallet: object): void }): void => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<{ register(wallet: object): void }>).detail),
  )
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
