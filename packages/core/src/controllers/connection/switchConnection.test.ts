import { expect, test } from 'vitest'
import type { ConnectorFeatures } from '../../contracts/features.js'
import { createMultiWorld } from '../../testing/createMultiWorld.js'
import { rejection } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { getRoute } from '../shell/router.js'
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

test('[S4.5] switching to an active or a connected one connects its connector and its account again', async () => {
  const { modal, zero, one } = await setUp()
  const asked = [zero?.count('connect'), one?.count('connect')]
  await switchTo(modal, idOf(0))
  expect(getAccount(modal.getState()).address).toBe(zero?.accounts[0].address)
  await switchTo(modal, idOf(0))
  expect([zero?.count('connect'), one?.count('connect')]).toEqual([(asked[0] ?? 0) + 2, asked[1]])
})

test('a wallet that refuses leaves the active one as it was', async () => {
  const { modal, zero, one } = await setUp()
  zero?.asks.add('connect')
  const switching = switchTo(modal, idOf(0))
  await settle()
  zero?.last('connect').reject(rejection)
  await expect(switching).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
  expect(getAccount(modal.getState()).address).toBe(one?.accounts[0].address)
})

test('a disconnected one leads back into its login, where its connector has one', async () => {
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

test('a disconnected one without a login is connected as the first time', async () => {
  const { modal, zero } = await setUp()
  await disconnect(modal, { connectorId: idOf(0) })
  await switchTo(modal, idOf(0))
  expect(getAccount(modal.getState()).address).toBe(zero?.accounts[0].address)
})

test("[S4.7] [S8.12] any other status: 'Invalid connection status: {status}'", async () => {
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

test("[S8.11] a connection whose wallet is gone: 'No connector found for connection: {id}'", async () => {
  const { modal, chains, zero } = await setUp()
  if (zero) chains.eip155.withdraw(zero.connector)
  await expect(switchTo(modal, idOf(0))).rejects.toMatchObject({
    code: 'CONNECTOR_NOT_FOUND',
    shortMessage: `No connector found for connection: ${idOf(0)}`,
  })
})
