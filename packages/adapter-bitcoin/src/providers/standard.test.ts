import { expect, test } from 'vitest'
import { setUpWallet } from '../../test/setUpWallet.js'
import { toAccounts } from '../connectors/accounts.js'
import { createStandardProvider } from './standard.js'

test('a wallet behind a pairing may say more of an account than the standard has: key, path and purpose', async () => {
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
