import { expect, test } from 'vitest'
import { getConnections } from '../../modal/connections.js'
import type { Modal } from '../../modal/modal.js'
import { accountOf, createMultiWorld, type MultiWorld, type TestNamespace } from '../../testing/createMultiWorld.js'
import { restored } from '../../testing/createTestModal.js'
import { settle } from '../../testing/settle.js'
import { signMessage } from '../requests/wallet.js'
import { updateFeatures } from '../shell/features.js'
import { connect } from './connect.js'
import { removeConnection, switchConnection } from './connections.js'
import { disconnect } from './disconnect.js'

const list = (modal: Modal, family: TestNamespace = 'eip155'): readonly string[] =>
  getConnections(modal.getState(), family).map(({ connectorId, status }) => `${connectorId.slice(-1)} ${status}`)
const connectWallet = (modal: Modal, index: number, family: TestNamespace = 'eip155') =>
  connect(modal, { connectorId: `${family}.wallet${index}` })

test('[S4.4] connections are active, connected beside the active one, or disconnected', async () => {
  const { modal } = createMultiWorld()
  for (const index of [0, 1, 2]) await connectWallet(modal, index)
  expect(list(modal)).toEqual(['2 active', '1 connected', '0 connected'])
  await disconnect(modal, { namespace: 'eip155', connectorId: 'eip155.wallet1' })
  expect(list(modal)).toEqual(['2 active', '0 connected', '1 disconnected'])
})

test('the next wallet becomes active if the active one is disconnected by the app or disconnects itself', async () => {
  const { modal, wallets } = createMultiWorld()
  for (const index of [0, 1, 2]) await connectWallet(modal, index)
  await disconnect(modal, { namespace: 'eip155', connectorId: 'eip155.wallet2' })
  expect(list(modal)).toEqual(['1 active', '0 connected', '2 disconnected'])
  wallets.eip155[1]?.emit('disconnect', { namespace: 'eip155' })
  expect(list(modal)).toEqual(['0 active', '1 disconnected', '2 disconnected'])
})

test('disconnecting a namespace ends all of its wallets, and only those', async () => {
  const { modal, wallets } = createMultiWorld()
  for (const index of [0, 1]) await connectWallet(modal, index)
  await connectWallet(modal, 0, 'solana')
  await disconnect(modal, { namespace: 'eip155' })
  expect(list(modal)).toEqual(['1 disconnected', '0 disconnected'])
  expect(list(modal, 'solana')).toEqual(['0 active'])
  expect(wallets.eip155.map((wallet) => wallet.count('disconnect'))).toEqual([1, 1, 0])
})

test('account changes of a wallet beside the active one apply to that wallet only', async () => {
  const { modal, wallets } = createMultiWorld()
  await connectWallet(modal, 0)
  await connectWallet(modal, 1)
  const active = modal.getState().namespaces.eip155?.connection
  wallets.eip155[0]?.emit('change', { namespace: 'eip155', accounts: [accountOf('eip155', 0, 1)] })
  expect(getConnections(modal.getState(), 'eip155')[1]?.address).toBe(accountOf('eip155', 0, 1).address)
  expect(modal.getState().namespaces.eip155?.connection).toBe(active)
})

test('signMessage uses the given connector, and rejects one without a connection or with another account', async () => {
  const { modal } = createMultiWorld()
  await connectWallet(modal, 0)
  await connectWallet(modal, 1)
  const sign = (connectorId?: string, address?: string) =>
    signMessage(modal, { message: 'hi', namespace: 'eip155', connectorId, address })
  expect(await sign()).toContain(accountOf('eip155', 1).address)
  expect(await sign('eip155.wallet0')).toContain(accountOf('eip155', 0).address)
  await expect(sign('eip155.wallet2')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(sign('eip155.wallet0', accountOf('eip155', 2).address)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

test('a reload restores all wallets silently, with the same active one', async () => {
  const first = createMultiWorld()
  for (const index of [0, 1, 2]) await connectWallet(first.modal, index)
  await switchConnection(first.modal, { namespace: 'eip155', connectorId: 'eip155.wallet1' })
  await disconnect(first.modal, { namespace: 'eip155', connectorId: 'eip155.wallet0' })
  first.modal.destroy()
  const asked = first.wallets.eip155.map((wallet) => wallet.count('connect'))
  const { modal } = createMultiWorld({ storage: first.storage, wallets: first.wallets })
  await restored()
  expect(list(modal)).toEqual(['1 active', '2 connected', '0 disconnected'])
  const requests = first.wallets.eip155.flatMap((wallet, index) => wallet.requests.slice(asked[index]))
  expect(requests.filter(({ action }) => action === 'connect').every(({ silent }) => silent)).toBe(true)
})

test('if the active wallet is not announced in time, another is active until it is', async () => {
  const first = createMultiWorld()
  for (const index of [0, 1]) await connectWallet(first.modal, index)
  first.modal.destroy()
  const { modal, chains, clock } = createMultiWorld({ ...first, isAnnounced: false })
  const [zero, one] = first.wallets.eip155
  if (!zero || !one) throw new Error('no wallets')
  chains.eip155.announce(zero.connector)
  await restored()
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('connecting')
  await clock.advance(3_000)
  expect(list(modal)).toEqual(['0 active'])
  chains.eip155.announce(one.connector)
  await settle()
  expect(list(modal)).toEqual(['1 active', '0 connected'])
})

test('a wallet connected during a restore is active; the restored one is connected beside it', async () => {
  const first = createMultiWorld()
  await connectWallet(first.modal, 0)
  first.modal.destroy()
  first.wallets.eip155[0]?.asks.add('connect')
  const { modal } = createMultiWorld({ storage: first.storage, wallets: first.wallets })
  await restored()
  await connectWallet(modal, 1)
  await settle()
  first.wallets.eip155[0]?.last('connect').approve()
  await settle()
  expect(list(modal)).toEqual(['1 active', '0 connected'])
})

/** Starts a second visit: wallet 1 was active, wallet 0 connected beside it. `slow` is the one that responds late. */
async function visitAgain(slow: 0 | 1) {
  const first = createMultiWorld()
  for (const index of [0, 1]) await connectWallet(first.modal, index)
  first.modal.destroy()
  const late = first.wallets.eip155[slow]
  if (!late) throw new Error('No wallet.')
  late.asks.add('connect')
  const world = createMultiWorld({ storage: first.storage, wallets: first.wallets })
  await restored()
  return { ...world, late }
}

/** What a reload restores. */
async function listNext({ modal, storage, wallets }: MultiWorld): Promise<readonly string[]> {
  modal.destroy()
  for (const wallet of wallets.eip155) wallet.asks.clear()
  const next = createMultiWorld({ storage, wallets })
  await restored()
  return list(next.modal)
}

test.each<[string, (modal: Modal) => Promise<void>, readonly string[]]>([
  ['disconnecting all', (modal) => disconnect(modal), ['1 disconnected', '0 disconnected']],
  ['disconnecting it', (modal) => disconnect(modal, { connectorId: 'eip155.wallet0' }), ['1 active', '0 disconnected']],
  [
    'removing it',
    (modal) => removeConnection(modal, { namespace: 'eip155', connectorId: 'eip155.wallet0' }),
    ['1 active'],
  ],
])(
  '%s while a wallet beside the active one is restored ends that wallet, also after a reload',
  async (_, leave, expected) => {
    const world = await visitAgain(0)
    await leave(world.modal)
    expect(world.late.last('connect').signal.aborted).toBe(true)
    world.late.last('connect').approve()
    await settle()
    expect(list(world.modal).toSorted()).toEqual(expected.toSorted())
    expect(world.late.listenerCount()).toBe(0)
    expect((await listNext(world)).toSorted()).toEqual(expected.toSorted())
  },
)

test('disconnecting the active wallet while it is restored makes no further request to it', async () => {
  const world = await visitAgain(1)
  const count = world.late.count('connect')
  await disconnect(world.modal, { connectorId: 'eip155.wallet1' })
  await settle()
  expect(list(world.modal)).toEqual(['0 active', '1 disconnected'])
  world.late.last('connect').approve()
  await settle()
  expect([list(world.modal), world.late.count('connect')]).toEqual([['0 active', '1 disconnected'], count])
})

test('the same applies if another wallet is active in its place', async () => {
  const first = createMultiWorld()
  for (const index of [0, 1]) await connectWallet(first.modal, index)
  first.modal.destroy()
  const [zero, one] = first.wallets.eip155
  if (!zero || !one) throw new Error('no wallets')
  const { modal, chains, clock } = createMultiWorld({ ...first, isAnnounced: false })
  chains.eip155.announce(zero.connector)
  await restored()
  await clock.advance(3_000)
  one.asks.add('connect')
  chains.eip155.announce(one.connector)
  await settle()
  await disconnect(modal, { connectorId: 'eip155.wallet1' })
  one.last('connect').approve()
  await settle()
  expect(list(modal)).toEqual(['0 active', '1 disconnected'])
  expect(modal.getState().namespaces.eip155?.connection).not.toHaveProperty('nextConnectorId')
})

test('keeps at most two disconnected wallets', async () => {
  const { modal } = createMultiWorld()
  for (const index of [0, 1, 2]) await connectWallet(modal, index)
  await disconnect(modal)
  expect(list(modal)).toHaveLength(2)
})

test('removeConnection removes a disconnected wallet, and disconnects a connected one first', async () => {
  const { modal, wallets } = createMultiWorld()
  for (const index of [0, 1]) await connectWallet(modal, index)
  await removeConnection(modal, { namespace: 'eip155', connectorId: 'eip155.wallet1' })
  expect(list(modal)).toEqual(['0 active'])
  await disconnect(modal, { connectorId: 'eip155.wallet0' })
  await removeConnection(modal, { namespace: 'eip155', connectorId: 'eip155.wallet0' })
  expect(list(modal)).toEqual([])
  expect(wallets.eip155[1]?.count('disconnect')).toBe(1)
})

test('without multiWallet a new wallet replaces the old one, which is disconnected', async () => {
  const { modal, wallets } = createMultiWorld({ multiWallet: false })
  await connectWallet(modal, 0)
  await connectWallet(modal, 1)
  await settle()
  expect(list(modal)).toEqual(['1 active'])
  expect(wallets.eip155[0]?.count('disconnect')).toBe(1)
})

test('[S4.20] error: MULTI_WALLET_OFF with an info alert for multi-wallet calls if multiWallet is off', async () => {
  const { modal } = createMultiWorld({ multiWallet: false })
  await connectWallet(modal, 0)
  const request = { namespace: 'eip155', connectorId: 'eip155.wallet0' } as const
  for (const call of [switchConnection, removeConnection]) {
    await expect(call(modal, request)).rejects.toMatchObject({ code: 'MULTI_WALLET_OFF' })
    expect(modal.getState().alert).toMatchObject({ level: 'info', code: 'MULTI_WALLET_OFF' })
  }
  expect(list(modal)).toEqual(['0 active'])
  updateFeatures(modal, { multiWallet: true })
  expect(await switchConnection(modal, request)).toMatchObject({ connectorId: 'eip155.wallet0' })
})
