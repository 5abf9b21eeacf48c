import { mainnet } from '@latchkey/adapter-evm/networks'
import { createEvmWallet } from '@latchkey/testing'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

export type TestWallet = { readonly name: string; readonly address: string }

/** Adds a wallet with a new key to the page. It approves everything, and shows nothing. */
export function addTestWallet(page: Window): TestWallet {
  const name = 'Test wallet'
  const key = generatePrivateKey()
  const chains = [{ id: mainnet.id, name: mainnet.name, rpcUrl: mainnet.rpcUrls.default.http[0] }]
  createEvmWallet({ name, rdns: 'example.test', accounts: [key], chains }).announce(page)
  return { name, address: privateKeyToAddress(key) }
}
