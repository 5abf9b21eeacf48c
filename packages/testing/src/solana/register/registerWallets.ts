import type { StandardWallet } from '@latchkey/core'
import { keyIcon } from '../../scripted/wallet.js'
import type { RegisterOptions } from '../solanaWallet.js'

type Api = { readonly register: (...wallets: readonly StandardWallet[]) => () => void }

/** Registers wallets with every app of a window, now and later (Wallet Standard). Returns a function that removes them. */
export function registerWallets(
  target: EventTarget,
  wallets: readonly StandardWallet[],
  { after }: RegisterOptions = {},
): () => void {
  const undoings: (() => void)[] = []
  const register = (api: Api): void => void undoings.push(api.register(...wallets))
  const onReady = (event: Event): void => register((event as CustomEvent<Api>).detail)
  const begin = (): void => {
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    target.addEventListener('wallet-standard:app-ready', onReady)
  }
  const timer = after === undefined ? undefined : setTimeout(begin, after)
  if (timer === undefined) begin()
  return () => {
    clearTimeout(timer)
    target.removeEventListener('wallet-standard:app-ready', onReady)
    for (const undo of undoings) undo()
  }
}

/** Registers many different wallets that reject everything. Returns a function that removes them. */
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
