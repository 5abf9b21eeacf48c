import { expect, test } from 'vitest'
import { setUpWallet } from '../../test/setUpWallet.js'
import { toAccounts } from '../connectors/accounts.js'
import { createStandardProvider } from './standard.js'

test('reads the key, path and purpose that a paired wallet adds to an account of the Wallet Standard', async () => {
  const { wallet, destroy } = setUpWallet()
  const { address, publicKey } = wallet.addresses[0] ?? {}
  const path = "m/84'/1'/0'/0/0"
  const account = { address, publicKey, purpose: 'payment', path, chains: ['bitcoin:regtest'], features: [] }
  const provider = createStandardProvider({ features: {}, accounts: [account] })
  const { accounts } = await provider.read()
  expect(toAccounts(accounts, () => true)?.accounts).toEqual([
    { namespace: 'bip122', address, publicKey, path, type: 'payment' },
  ])
  destroy()
})
