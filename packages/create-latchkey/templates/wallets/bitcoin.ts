import { createBitcoinWallet } from '@latchkey/testing/bitcoin'

export type TestWallet = { readonly name: string; readonly address: string }

/** Adds a wallet with a new key to the page. It approves everything, and shows nothing. */
export function addTestWallet(page: Window): TestWallet {
  const name = 'Test wallet'
  const privateKeys = [crypto.getRandomValues(new Uint8Array(32))]
  const wallet = createBitcoinWallet({ name, shape: 'wallet-standard', privateKeys, network: 'mainnet' })
  wallet.inject(page)
  return { name, address: wallet.addresses[0]?.address ?? '' }
}
