import { expect, expectTypeOf, test } from 'vitest'
import { connect } from '../controllers/connection/connect.js'
import { getProvider } from '../controllers/requests/wallet.js'
import { getConnectors } from '../controllers/wallets/connectors.js'
import { createTestModal } from '../testing/createTestModal.js'
import { createTestWallet } from '../testing/createTestWallet.js'
import type { Namespace } from '../utils/caip.js'
import type { Connector, ConnectorMeta, ConnectorType } from './connector.js'

const icon = 'data:image/svg+xml,<svg/>'

const namespaces = ['eip155', 'solana'] as const

test('[S3.5] a connector has an id, type, name, icon, rdns, namespaces and a provider', async () => {
  expectTypeOf<ConnectorType>().toEqualTypeOf<
    'AUTH' | 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'MULTI_CHAIN'
  >()
  expectTypeOf<Pick<ConnectorMeta, 'id' | 'type' | 'name' | 'icon' | 'rdns' | 'namespaces'>>().toEqualTypeOf<{
    readonly id: string
    readonly type: ConnectorType
    readonly name: string
    readonly icon?: string | undefined
    readonly rdns?: string | undefined
    /** The first one is the wallet's chain if one has to be chosen. */
    readonly namespaces: readonly [Namespace, ...Namespace[]]
  }>()
  expectTypeOf<Connector['getProvider']>().returns.toEqualTypeOf<Promise<unknown>>()

  const wallet = createTestWallet({ id: 'org.example', name: 'Example', rdns: 'org.example', icon, namespaces })
  const { modal } = createTestModal({ wallets: [wallet] })
  const [meta] = modal.getState().connectors
  expect(meta).toEqual({
    id: 'org.example',
    type: 'ANNOUNCED',
    name: 'Example',
    icon,
    rdns: 'org.example',
    namespaces,
  })
  // plain data, kept in the state; the provider is requested separately
  expect(JSON.parse(JSON.stringify(meta))).toEqual(meta)
  await connect(modal, { connectorId: 'org.example' })
  expect(await getProvider(modal, 'eip155')).toBe(await wallet.connector.getProvider({ namespace: 'eip155' }))
})

test.each(['AUTH', 'WALLET_CONNECT', 'INJECTED', 'ANNOUNCED', 'EXTERNAL', 'MULTI_CHAIN'] as const)(
  '[S3.5] a connector of type %s is listed with that type',
  (type) => {
    const { modal } = createTestModal({ wallets: [createTestWallet({ id: 'one', name: 'One', type })] })
    expect(getConnectors(modal.getState(), 'eip155').map((one) => [one.id, one.type])).toEqual([['one', type]])
  },
)
