import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectorFeatures } from '../../contracts/features.js'
import { getConnections } from '../../modal/connections.js'
import { createMultiWorld } from '../../testing/createMultiWorld.js'
import { createPairingWorld, type PairingWorld } from '../../testing/createPairingWorld.js'
import { createTestPairing } from '../../testing/createTestPairing.js'
import { createTestStorage, type TestStorage } from '../../testing/createTestStorage.js'
import { rejection } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { getRoute } from '../shell/actions.js'
import { connect } from './connect.js'
import { switchConnection } from './connections.js'
import { disconnect } from './disconnect.js'

const idOf = (index: number): string => `eip155.wallet${index}`

async function setUp() {
  const world = createMultiWorld()
  for (const index of [0, 1]) await connect(world.modal, { connectorId: idOf(index) })
  return { ...world, zero: world.wallets.eip155[0], one: world.wallets.eip155[1] }
}

const switchTo = (modal: Parameters<typeof switchConnection>[0], connectorId: string) =>
  switchConnection(modal, { namespace: 'eip155', connectorId })

test('[S4.5] switching to an active or connected wallet connects it again and makes it the active one', async () => {
  const { modal, zero, one } = await setUp()
  const asked = [zero?.count('connect'), one?.count('connect')]
  await switchTo(modal, idOf(0))
  expect(getAccount(modal.getState()).address).toBe(zero?.accounts[0].address)
  await switchTo(modal, idOf(0))
  expect([zero?.count('connect'), one?.count('connect')]).toEqual([(asked[0] ?? 0) + 2, asked[1]])
})

test('error: if the wallet rejects, the active one stays', async () => {
  const { modal, zero, one } = await setUp()
  zero?.asks.add('connect')
  const switching = switchTo(modal, idOf(0))
  await settle()
  zero?.last('connect').reject(rejection)
  await expect(switching).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
  expect(getAccount(modal.getState()).address).toBe(one?.accounts[0].address)
})

test('switching to a disconnected wallet with a login reopens that login', async () => {
  const { modal, zero } = await setUp()
  await disconnect(modal, { connectorId: idOf(0) })
  const asked: unknown[] = []
  const reopen: ConnectorFeatures['login:reopen'] = async ({ namespace, address }) => {
    asked.push({ namespace, address })
    return { view: 'Networks', params: undefined }
  }
  Object.assign(zero?.connector.features ?? {}, { 'login:reopen': reopen })
  expect(await switchTo(modal, idOf(0))).toBeUndefined()
  expect(asked).toEqual([{ namespace: 'eip155', address: zero?.accounts[0].address }])
  expect([modal.getState().modal.open, getRoute(modal.getState()).view]).toEqual([true, 'Networks'])
})

test('switching to a disconnected wallet without a login connects it', async () => {
  const { modal, zero } = await setUp()
  await disconnect(modal, { connectorId: idOf(0) })
  await switchTo(modal, idOf(0))
  expect(getAccount(modal.getState()).address).toBe(zero?.accounts[0].address)
})

test("[S4.7] [S8.12] error: 'Invalid connection status: {status}' for any other status", async () => {
  const { modal, wallets } = await setUp()
  await expect(switchTo(modal, idOf(2))).rejects.toMatchObject({
    code: 'INVALID_CONNECTION_STATUS',
    shortMessage: 'Invalid connection status: unknown',
  })
  await disconnect(modal)
  wallets.eip155[2]?.asks.add('connect')
  connect(modal, { connectorId: idOf(2) }).catch(() => undefined)
  await expect(switchTo(modal, idOf(2))).rejects.toMatchObject({
    shortMessage: 'Invalid connection status: connecting',
  })
})

test("[S8.11] error: 'No connector found for connection: {id}' if the wallet is no longer available", async () => {
  const { modal, chains, zero } = await setUp()
  if (zero) chains.eip155.withdraw(zero.connector)
  await expect(switchTo(modal, idOf(0))).rejects.toMatchObject({
    code: 'CONNECTOR_NOT_FOUND',
    shortMessage: `No connector found for connection: ${idOf(0)}`,
  })
})

const key = 'latchkey/state'

const open = (storage: TestStorage, pairing = createTestPairing()): PairingWorld =>
  createPairingWorld({ pairing, storage, features: { multiWallet: true } })

const list = ({ modal }: PairingWorld) =>
  getConnections(modal.getState(), 'eip155').map(({ status, connector }) => [status, connector?.name, connector?.icon])

test('a disconnected pairing keeps its wallet’s name, also on the next visit', async () => {
  const storage = createTestStorage()
  const pairing = createTestPairing()
  pairing.session = ['eip155']
  pairing.wallet = { name: 'Pocket', icon: 'data:image/png;base64,AA==' }
  const world = open(storage, pairing)
  await connect(world.modal, { connectorId: 'walletConnect', namespace: 'eip155' })
  expect(list(world)).toEqual([['active', 'Pocket', 'data:image/png;base64,AA==']])
  await disconnect(world.modal)
  // its image isn't stored
  expect(list(world)).toEqual([['disconnected', 'Pocket', undefined]])
  expect(storage.entries.get(key)).toContain('"walletName":"Pocket"')
  const next = open(storage)
  next.modal.start()
  expect(list(next)).toEqual([['disconnected', 'Pocket', undefined]])
})

test('a connection stored by an earlier version has its connector’s name', () => {
  const stored = { connectorId: 'walletConnect', address: '0xa', caipNetworkId: 'eip155:1', status: 'disconnected' }
  const storage = createTestStorage({ [key]: JSON.stringify({ v: 1, data: { connections: { eip155: [stored] } } }) })
  const world = open(storage)
  world.modal.start()
  expect(list(world)).toEqual([['disconnected', 'WalletConnect', undefined]])
})

test('any stored wallet name is read as printable text of at most 100 characters', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ minLength: 300 }), fc.jsonValue()), (walletName) => {
      const stored = { connectorId: 'walletConnect', address: '0xa', status: 'disconnected', walletName }
      const storage = createTestStorage({
        [key]: JSON.stringify({ v: 1, data: { connections: { eip155: [stored] } } }),
      })
      const world = open(storage)
      world.modal.start()
      const [[, name] = []] = list(world)
      expect(name).toMatch(/^[^\p{C}\n]{1,100}$/u)
      world.modal.destroy()
    }),
  )
})
