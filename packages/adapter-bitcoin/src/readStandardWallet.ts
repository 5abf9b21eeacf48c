import { type StandardWallet, toWalletIcon, toWalletName } from '@latchkey/core'
import type { FoundWallet } from './foundWallet.js'

/** A registered wallet (Wallet Standard) where it serves Bitcoin; null for all others. Each field is read once. */
export function readStandardWallet(wallet: StandardWallet): FoundWallet | null {
  try {
    const { name: claim, icon, chains, features } = wallet
    const name = toWalletName(claim)
    if (!name || !chains.some((chain) => chain.startsWith('bitcoin:'))) return null
    const found = { name, icon: toWalletIcon(icon), rank: 0 } as const
    if ('bitcoin:connect' in features) {
      const [message, psbt] = ['bitcoin:signMessage' in features, 'bitcoin:signTransaction' in features]
      const transfer = 'bitcoin:sendTransfer' in features
      return { ...found, shape: 'standard', target: wallet, can: { message, psbt, transfer, network: false } }
    }
    // registered for its name only: what it can do stands in the provider
    const { provider } = features['sats-connect:'] as { readonly provider: { readonly request: unknown } }
    return typeof provider.request === 'function'
      ? { ...found, shape: 'request', target: provider, can: { message: true, psbt: true, network: false } }
      : null
  } catch {
    return null // getters and proxies of other scripts may throw whatever they like
  }
}
