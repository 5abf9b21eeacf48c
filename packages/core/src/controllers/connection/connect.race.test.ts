import { expect, test, vi } from 'vitest'
import { timeouts } from '../../modal/timeouts.js'
import { bob } from '../../testing/accounts.js'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { createTestWallet, rejection, type TestWallet } from '../../testing/createTestWallet.js'
import { optimism } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { switchNetwork } from '../network/switch.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

type World = TestModal & { readonly a: TestWallet; readonly b: TestWallet }

/** Creates two EVM wallets that ask before they connect. */
function setUp(): World {
  const a = createTestWallet({ id: 'a', asks: ['connect'] })
  const b = createTestWallet({ id: 'b', asks: ['connect'], accounts: [bob] })
  return { ...createTestModal({ wallets: [a, b] }), a, b }
}

const stateOf = ({ modal }: World): unknown => modal.getState().namespaces.eip155?.connection
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (cause) => cause.code,
  )

/** Creates the same with the first one connected. */
async function setUpConnected(): Promise<World> {
  const world = setUp()
  const connecting = connect(world.modal, { connectorId: 'a' })
  world.a.last('connect').approve()
  await connecting
  return world
}

function silenceWarnings(): string[] {
  const texts: string[] = []
  vi.spyOn(console, 'warn').mockImplementation((text) => {
    texts.push(String(text))
  })
  return texts
}

test('disconnecting right after the approval skips the switch, and does not mark the network as chosen', async () => {
  const world = setUp()
  const { modal, a } = world
  await switchNetwork(modal, { network: optimism })
  modal.subscribe(({ namespaces }) => {
    if (namespaces.eip155?.connection.status === 'connected') void disconnect(modal, { connectorId: 'a' })
  })
  const connecting = codeOf(connect(modal, { connectorId: 'a' }))
  a.last('connect').approve()
  expect(await connecting).toBe('ABORTED')
  expect(modal.getState().namespaces.eip155?.network.isChosen).toBe(false)
  expect(a.count('switch')).toBe(0)
})

test('of two attempts the newer wins, whichever wallet responds first', async () => {
  for (const order of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const world = setUp()
    const older = codeOf(connect(world.modal, { connectorId: 'a' }))
    const newer = codeOf(connect(world.modal, { connectorId: 'b' }))
    for (const name of order) {
      world[name].last('connect').approve()
      await settle()
    }
    expect([await older, await newer]).toEqual(['ABORTED', 'ok'])
    expect(stateOf(world)).toMatchObject({ status: 'connected', connection: { connectorId: 'b', accounts: [bob] } })
  }
})

test('a late rejection of an older attempt changes nothing', async () => {
  const world = setUp()
  const older = codeOf(connect(world.modal, { connectorId: 'a' }))
  const newer = connect(world.modal, { connectorId: 'b' })
  world.a.last('connect').reject(rejection)
  await settle()
  expect(stateOf(world)).toEqual({ status: 'connecting', connectorId: 'b', isReconnect: false })
  world.b.last('connect').approve()
  await newer
  expect([await older, world.modal.getState().event?.event]).toEqual(['ABORTED', 'CONNECT_SUCCESS'])
})

test('a newer attempt aborts the signal of the older wallet’s request', () => {
  const world = setUp()
  void codeOf(connect(world.modal, { connectorId: 'a' }))
  void codeOf(connect(world.modal, { connectorId: 'b' }))
  expect([world.a.last('connect').signal.aborted, world.b.last('connect').signal.aborted]).toEqual([true, false])
})

test('of two requests to the same wallet the second counts', async () => {
  const world = setUp()
  const older = codeOf(connect(world.modal, { connectorId: 'a' }))
  const newer = codeOf(connect(world.modal, { connectorId: 'a' }))
  expect(world.a.count('connect')).toBe(2)
  world.a.requests[0]?.reject(rejection)
  await settle()
  expect(stateOf(world)).toMatchObject({ status: 'connecting' })
  world.a.requests[1]?.approve()
  expect([await older, await newer]).toEqual(['ABORTED', 'ok'])
})

test('attempts in two namespaces are independent', async () => {
  const world = setUp()
  world.solWallet.asks.add('connect')
  const evm = codeOf(connect(world.modal, { connectorId: 'a' }))
  const sol = codeOf(connect(world.modal, { connectorId: 'org.example.sol' }))
  world.a.last('connect').reject(rejection)
  world.solWallet.last('connect').approve()
  expect([await evm, await sol]).toEqual(['CONNECTION_REJECTED', 'ok'])
  expect(world.modal.getState().namespaces.solana?.connection.status).toBe('connected')
})

test('the caller’s signal ends the attempt, and a late approval changes nothing', async () => {
  const world = setUp()
  const controller = new AbortController()
  const connecting = codeOf(connect(world.modal, { connectorId: 'a', signal: controller.signal }))
  controller.abort()
  expect(await connecting).toBe('ABORTED')
  world.a.last('connect').approve()
  await settle()
  expect(stateOf(world)).toEqual({ status: 'disconnected' })
  expect(world.clock.pending()).toBe(0)
})

test('a signal that aborted before connecting leaves the state as it was', async () => {
  const world = setUp()
  const code = await codeOf(connect(world.modal, { connectorId: 'a', signal: AbortSignal.abort() }))
  expect([code, stateOf(world)]).toEqual(['ABORTED', { status: 'disconnected' }])
})

test('aborting between the approval and its processing still ends the attempt', async () => {
  const world = setUp()
  const controller = new AbortController()
  const connecting = codeOf(connect(world.modal, { connectorId: 'a', signal: controller.signal }))
  world.a.last('connect').approve()
  void Promise.resolve().then(() => controller.abort())
  expect([await connecting, stateOf(world)]).toEqual(['ABORTED', { status: 'disconnected' }])
})

test('disconnecting during an attempt ends it, and a late approval changes nothing', async () => {
  const world = setUp()
  const connecting = codeOf(connect(world.modal, { connectorId: 'a' }))
  await disconnect(world.modal)
  expect([await connecting, stateOf(world)]).toEqual(['ABORTED', { status: 'disconnected' }])
  world.a.last('connect').approve()
  await settle()
  expect(stateOf(world)).toEqual({ status: 'disconnected' })
})

test('disconnecting during the network switch that follows ends the attempt, without a warning', async () => {
  const world = setUp()
  await switchNetwork(world.modal, { network: optimism })
  world.a.asks.delete('connect')
  world.a.asks.add('switch')
  const connecting = codeOf(connect(world.modal, { connectorId: 'a' }))
  await settle()
  const warn = silenceWarnings()
  await disconnect(world.modal)
  expect([await connecting, stateOf(world)]).toEqual(['ABORTED', { status: 'disconnected' }])
  expect(warn).toEqual([])
})

test('the caller’s signal ends the network switch that follows, but not the connection', async () => {
  const world = setUp()
  await switchNetwork(world.modal, { network: optimism })
  world.a.asks.delete('connect')
  world.a.asks.add('switch')
  const controller = new AbortController()
  const connecting = codeOf(connect(world.modal, { connectorId: 'a', signal: controller.signal }))
  await settle()
  silenceWarnings()
  controller.abort()
  expect(await connecting).toBe('ok')
  expect(world.a.last('switch').signal.aborted).toBe(true)
})

test('the connected wallet stays until the new one approves, and is disconnected then', async () => {
  const world = await setUpConnected()
  const connecting = connect(world.modal, { connectorId: 'b' })
  expect(stateOf(world)).toMatchObject({
    status: 'connected',
    connection: { connectorId: 'a' },
    nextConnectorId: 'b',
  })
  world.b.last('connect').approve()
  await connecting
  expect(stateOf(world)).toEqual({
    status: 'connected',
    connection: { connectorId: 'b', namespace: 'eip155', accounts: [bob], caipNetworkId: 'eip155:1' },
  })
  expect([world.a.count('disconnect'), world.a.listenerCount(), world.b.listenerCount()]).toEqual([1, 0, 2])
})

test.each<[string, (world: World) => Promise<void> | void]>([
  ['rejects', ({ b }) => b.last('connect').reject(rejection)],
  ['fails', ({ b }) => b.last('connect').reject(new Error('broken'))],
  ['never responds', ({ clock }) => clock.advance(timeouts.approval)],
])('if the new wallet %s, the old one stays connected', async (_, happen) => {
  const world = await setUpConnected()
  const connecting = codeOf(connect(world.modal, { connectorId: 'b' }))
  await happen(world)
  expect(await connecting).not.toBe('ok')
  expect(stateOf(world)).toMatchObject({ status: 'connected', connection: { connectorId: 'a' } })
  expect(stateOf(world)).not.toHaveProperty('nextConnectorId')
  expect([world.a.count('disconnect'), world.a.listenerCount()]).toEqual([0, 2])
})

test('account and network changes of the old wallet survive a rejection by the new one', async () => {
  const world = await setUpConnected()
  const connecting = codeOf(connect(world.modal, { connectorId: 'b' }))
  world.a.emit('change', { namespace: 'eip155', accounts: [bob], caipNetworkId: 'eip155:10' })
  world.b.last('connect').reject(rejection)
  await connecting
  expect(stateOf(world)).toMatchObject({
    connection: { connectorId: 'a', accounts: [bob], caipNetworkId: 'eip155:10' },
  })
})

test('if the old wallet disconnects meanwhile, the request to the new one stays open', async () => {
  const world = await setUpConnected()
  const connecting = codeOf(connect(world.modal, { connectorId: 'b' }))
  world.a.emit('disconnect', { namespace: 'eip155' })
  expect(stateOf(world)).toEqual({ status: 'connecting', connectorId: 'b', isReconnect: false })
  world.b.last('connect').approve()
  expect(await connecting).toBe('ok')
  expect(stateOf(world)).toMatchObject({ status: 'connected', connection: { connectorId: 'b' } })
})

test('if the old wallet disconnects meanwhile and the new one rejects, nothing is connected', async () => {
  const world = await setUpConnected()
  const connecting = codeOf(connect(world.modal, { connectorId: 'b' }))
  world.a.emit('disconnect', { namespace: 'eip155' })
  world.b.last('connect').reject(rejection)
  expect([await connecting, stateOf(world)]).toEqual(['CONNECTION_REJECTED', { status: 'disconnected' }])
})

test('connecting the connected wallet again does not disconnect it', async () => {
  const world = await setUpConnected()
  world.a.asks.clear()
  await connect(world.modal, { connectorId: 'a' })
  expect([world.a.count('disconnect'), world.a.listenerCount()]).toEqual([0, 2])
})

test('if the old wallet does not disconnect in time, warns the developer and not the user', async () => {
  const world = await setUpConnected()
  const warnings = silenceWarnings()
  world.a.asks.add('disconnect')
  world.b.asks.clear()
  await connect(world.modal, { connectorId: 'b' })
  await world.clock.advance(timeouts.disconnect)
  expect(warnings).toEqual([expect.stringContaining('TIMED_OUT')])
  expect(world.modal.getState().toast).toBeUndefined()
})
