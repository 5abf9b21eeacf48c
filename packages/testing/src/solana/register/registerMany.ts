import type { StandardWallet } from '@latchkey/core'
import { keyIcon } from '../../evm/announce/keyIcon.js'
import { registerWallets } from './registerWallets.js'

/** Registers that many different wallets which refuse everything. Returns its undoing. */
export function registerMany(target: EventTarget, count: number): () => void {
  const refuse = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('There is no wallet here.'), { code: 4_900 }))
  const wallets = Array.from({ length: count }, (_, index): StandardWallet => {
    const features = {
      'standard:connect': { version: '1.0.0', connect: refuse },
      'solana:signMessage': { version: '1.0.0', signMessage: refuse },
    }
    const own = { version: '1.0.0', name: `Wallet ${index}`, icon: keyIcon }
    return Object.freeze({ ...own, chains: ['solana:mainnet'], features, accounts: [] })
  })
  return registerWallets(target, wallets)
}
