import { expect, expectTypeOf, test } from 'vitest'
import type { Account, Accounts, AccountType } from '../../contracts/account.js'
import { getConnection } from '../../modal/connections.js'
import { createModalCore } from '../../modal/createModalCore.js'
import { createTestChain } from '../../testing/createTestChain.js'
import { createTestEnv, createTestModal } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { optimism } from '../../testing/networks.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { connect } from './connect.js'
import type { Connection } from './state.js'

const connectorId = 'org.example.wallet'

test('[S3.3] a connection has a connector, accounts and a network; an account has an address and a type', async () => {
  expectTypeOf<Pick<Connection, 'connectorId' | 'accounts' | 'caipNetworkId'>>().toEqualTypeOf<{
    readonly connectorId: string
    readonly accounts: readonly [Account, ...Account[]]
    readonly caipNetworkId: CaipNetworkId
  }>()
  expectTypeOf<Pick<Account, 'address' | 'type' | 'publicKey' | 'path'>>().toEqualTypeOf<{
    readonly address: string
    readonly type: AccountType
    readonly publicKey?: string | undefined
    readonly path?: string | undefined
  }>()
  expectTypeOf<AccountType>().toEqualTypeOf<'eoa' | 'smartAccount' | 'payment' | 'ordinal'>()

  const accounts: Accounts = [
    { namespace: 'eip155', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'smartAccount' },
    { namespace: 'eip155', address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', type: 'eoa' },
  ]
  const { caipNetworkId } = optimism
  const { modal } = createTestModal({ wallets: [createTestWallet({ accounts, caipNetworkId })] })
  await connect(modal, { connectorId })
  expect(getConnection(modal.getState(), 'eip155')).toEqual({
    connectorId,
    namespace: 'eip155',
    accounts,
    caipNetworkId,
  })
})

test('[S3.3] on Bitcoin account 0 is for payments and account 1 for ordinals, each with public key and path', async () => {
  const accounts: Accounts = [
    {
      namespace: 'bip122',
      address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      type: 'payment',
      publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      path: "m/84'/1'/0'/0/0",
    },
    {
      namespace: 'bip122',
      address: 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      type: 'ordinal',
      publicKey: '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
      path: "m/86'/1'/0'/0/0",
    },
  ]
  const caipNetworkId = 'bip122:000000000933ea01ad0ee984209779ba'
  const wallet = createTestWallet({ namespaces: ['bip122'], accounts, caipNetworkId })
  const network = {
    ...optimism,
    id: '000000000933ea01ad0ee984209779ba',
    caipNetworkId,
    chainNamespace: 'bip122',
  } as const
  const bitcoin = createTestChain({ namespace: 'bip122', networks: [network], connectors: [wallet.connector] })
  const modal = createModalCore({ adapters: [bitcoin.plugin], env: createTestEnv() })
  modal.start()
  const connection = await connect(modal, { connectorId })
  expect(connection.accounts.map(({ type }) => type)).toEqual(['payment', 'ordinal'])
  expect(connection).toEqual({ connectorId, namespace: 'bip122', accounts, caipNetworkId })
})
