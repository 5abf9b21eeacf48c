import { createSolanaWallet } from '@latchkey/testing/solana'

export type TestWallet = { readonly name: string; readonly address: string }

/** Adds a wallet with a new key to the page. It approves everything, and shows nothing. */
export function addTestWallet(page: Window): TestWallet {
  const name = 'Test wallet'
  const wallet = createSolanaWallet({ name, accounts: [crypto.getRandomValues(new Uint8Array(32))] })
  wallet.register(page)
  return { name, address: wallet.selectedAccount }
}
