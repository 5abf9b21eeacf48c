import { expect, test } from 'vitest'
import { createMultiWorld } from '../../testing/createMultiWorld.js'
import { connect } from './connect.js'
import { getConnections } from './connections.js'
import { adoptConnection } from './reconnect.js'

const idOf = (index: number): string => `eip155.wallet${index}`
const list = ({ modal }: ReturnType<typeof createMultiWorld>): readonly string[] =>
  getConnections(modal.getState(), 'eip155').map(({ connectorId, status }) => `${connectorId.slice(-1)} ${status}`)

test('a connection that another library made is taken over, without a prompt', async () => {
  const world = createMultiWorld()
  const [zero, one] = world.wallets.eip155
  for (const wallet of [zero, one]) if (wallet) wallet.isAuthorised = true
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(1), isActive: false })
  expect(list(world)).toEqual(['0 active', '1 connected'])
  expect(zero?.requests.map(({ silent }) => silent)).toEqual([true])
})

test('one that is there already is not asked again', async () => {
  const world = createMultiWorld()
  await connect(world.modal, { connectorId: idOf(0) })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: false })
  expect(world.wallets.eip155[0]?.count('connect')).toBe(1)
})

test('with one wallet at a time those beside the active one are left alone', async () => {
  const world = createMultiWorld({ multiWallet: false })
  const [zero, one] = world.wallets.eip155
  for (const wallet of [zero, one]) if (wallet) wallet.isAuthorised = true
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(1), isActive: false })
  expect(list(world)).toEqual(['0 active'])
  expect(one?.count('connect')).toBe(0)
})

test('the visitor who is being asked for another wallet is not disturbed', async () => {
  const world = createMultiWorld()
  const [zero, one] = world.wallets.eip155
  if (zero) zero.isAuthorised = true
  one?.asks.add('connect')
  const connecting = connect(world.modal, { connectorId: idOf(1) })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  one?.last('connect').approve()
  await connecting
  expect(list(world)).toEqual(['1 active'])
})

test('one that is gone by now is no fault', async () => {
  const world = createMultiWorld()
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  expect(list(world)).toEqual([])
})
