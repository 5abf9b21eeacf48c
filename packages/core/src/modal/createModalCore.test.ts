import { expect, test, vi } from 'vitest'
import { connect } from '../controllers/connection/connect.js'
import { disconnect } from '../controllers/connection/disconnect.js'
import { startConnect } from '../controllers/connection/flow.js'
import { switchNetwork } from '../controllers/network/switch.js'
import { fetchBalance, watchBalance } from '../controllers/portfolio/balance.js'
import { signMessage } from '../controllers/requests/wallet.js'
import { open, shake, showToast } from '../controllers/shell/actions.js'
import { getLog } from '../controllers/shell/telemetry.js'
import { bob } from '../testing/accounts.js'
import { createTestChain } from '../testing/createTestChain.js'
import { createTestModal, restored, type TestModal } from '../testing/createTestModal.js'
import { createTestWallet } from '../testing/createTestWallet.js'
import { mainnet, optimism, solana } from '../testing/networks.js'
import { settle } from '../testing/settle.js'
import { createModalCore } from './createModalCore.js'
import type { Env } from './env.js'
import { internals } from './modal.js'

const connectorId = 'org.example.wallet'

async function expectNothingLeft({ clock, evm, sol, wallet, solWallet }: TestModal): Promise<void> {
  await settle()
  expect({
    timers: clock.pending(),
    listeners: [evm, sol, wallet, solWallet].map((part) => part.listenerCount()),
    destroyed: [evm.destroyCount, sol.destroyCount],
  }).toEqual({ timers: 0, listeners: [0, 0, 0, 0], destroyed: [1, 1] })
}

test('destroy leaves no listener, timer or plugin', async () => {
  const world = createTestModal()
  await connect(world.modal, { connectorId })
  open(world.modal)
  shake(world.modal)
  showToast(world.modal, { variant: 'success', message: { code: 'ADDRESS_COPIED' } })
  world.modal.destroy()
  world.modal.destroy()
  expect(world.modal.getState()).toMatchObject({ status: 'destroyed', modal: { open: false, shake: false } })
  expect(world.evm.context?.signal.aborted).toBe(true)
  expect(world.wallet.destroyCount).toBe(1)
  await expectNothingLeft(world)
})

test('destroy aborts pending wallet requests, and late responses change nothing', async () => {
  const wallet = createTestWallet()
  const world = createTestModal({ wallets: [wallet] })
  const { modal } = world
  await connect(modal, { connectorId })
  for (const action of ['connect', 'switch', 'sign'] as const) wallet.asks.add(action)
  world.evm.readBalance = () => new Promise(() => {})
  const asked = [
    connect(modal, { connectorId: 'org.example.sol' }),
    switchNetwork(modal, { network: optimism }),
    signMessage(modal, { message: 'hi', namespace: 'eip155' }),
    connect(modal, { connectorId }),
  ]
  const balance = fetchBalance(modal, { namespace: 'eip155' })
  await asked.shift()
  modal.destroy()
  const state = modal.getState()
  const codes = await Promise.all(asked.map((ask) => ask.then(String, (cause) => cause.code)))
  expect(codes).toEqual(['ABORTED', 'ABORTED', 'ABORTED'])
  expect(await balance).toBeUndefined()
  for (const request of wallet.requests) request.approve()
  await expectNothingLeft(world)
  expect(modal.getState().namespaces).toBe(state.namespaces)
})

test('destroy during a connect flow closes the modal and ends the attempt', async () => {
  const world = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  open(world.modal)
  const flow = startConnect(world.modal, { connectorId })
  await settle()
  world.modal.destroy()
  expect(await flow).toBeUndefined()
  expect(world.modal.getState().modal.open).toBe(false)
  await expectNothingLeft(world)
})

test('destroy during a disconnect rejects it and leaves no timer', async () => {
  const world = createTestModal({ wallets: [createTestWallet({ asks: ['disconnect'] })] })
  await connect(world.modal, { connectorId })
  const leaving = disconnect(world.modal)
  world.modal.destroy()
  await expect(leaving).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
  await expectNothingLeft(world)
})

test('destroy while connections are being restored asks no wallet', async () => {
  const first = createTestModal()
  await connect(first.modal, { connectorId })
  const second = createTestModal({ storage: first.storage })
  second.modal.destroy()
  await restored()
  expect(second.wallet.count('connect')).toBe(0)
  await expectNothingLeft(second)
})

test('destroy while waiting for a stored wallet leaves no timer and restores nothing later', async () => {
  const first = createTestModal()
  await connect(first.modal, { connectorId })
  const second = createTestModal({ storage: first.storage, wallets: [] })
  await restored()
  second.modal.destroy()
  expect(second.clock.pending()).toBe(0)
  second.evm.announce(second.wallet.connector)
  await settle()
  expect(second.wallet.count('connect')).toBe(0)
})

test('a destroy callback that throws is reported and does not stop the others', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createTestModal()
  await connect(world.modal, { connectorId })
  const error = new Error('cannot end')
  world.modal[internals].onDestroy(() => {
    throw error
  })
  world.modal.destroy()
  expect(warn).toHaveBeenCalledWith('[latchkey]', error)
  await expectNothingLeft(world)
})

test('no timer can be set after destroy', () => {
  const { modal, clock } = createTestModal()
  modal.destroy()
  showToast(modal, { variant: 'error', message: { text: 'late' } })
  shake(modal)
  expect(clock.pending()).toBe(0)
})

test('no balance is read after destroy', async () => {
  const { modal, evm } = createTestModal()
  await connect(modal, { connectorId })
  watchBalance(modal)
  await settle()
  const before = evm.balanceRequests.length
  modal.destroy()
  await settle()
  expect(evm.balanceRequests.length).toBe(before)
})

test('destroy callbacks run once, in reverse order of their registration', () => {
  const { modal } = createTestModal()
  const order: string[] = []
  modal[internals].onDestroy(() => order.push('first'))
  modal[internals].onDestroy(() => order.push('second'))
  modal.destroy()
  modal.destroy()
  expect(order).toEqual(['second', 'first'])
})

const fail = (): never => {
  throw new Error('reached outside')
}

const closedWorld: Env = {
  fetch: fail,
  now: fail,
  setTimeout: fail,
  random: fail,
  timeZone: fail,
  storage: fail,
  window: fail,
}

const globals = ['window', 'document', 'localStorage', 'navigator', 'location', 'fetch', 'setTimeout', 'crypto', 'Date']

/** Runs a function while every global that accesses the outside world throws when read. */
function withoutGlobals<result>(run: () => result): result {
  const before = globals.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  for (const name of globals) Object.defineProperty(globalThis, name, { configurable: true, get: fail })
  try {
    return run()
  } finally {
    for (const [index, name] of globals.entries()) {
      const descriptor = before[index]
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

test('creating a modal accesses no globals and no env, and sets up no plugin', () => {
  const evm = createTestChain({ namespace: 'eip155', networks: [mainnet] })
  const modal = withoutGlobals(() => {
    createModalCore({ adapters: [evm.plugin] })
    return createModalCore({ adapters: [evm.plugin], env: closedWorld })
  })
  expect(modal.getState().status).toBe('idle')
  expect(modal.getState()).toBe(modal.getInitialState())
  expect(evm.setupCount).toBe(0)
})

test('the server and the first client render have the same state', () => {
  const { modal } = createTestModal({ isStarted: false })
  const server = JSON.stringify(modal.getState())
  modal.start()
  open(modal)
  expect(JSON.stringify(modal.getInitialState())).toBe(server)
  expect(JSON.stringify(createTestModal({ isStarted: false }).modal.getState())).toBe(server)
})

test('the state is plain data', async () => {
  const { modal, wallet } = createTestModal()
  await connect(modal, { connectorId: wallet.connector.meta.id })
  open(modal)
  expect(structuredClone(modal.getState())).toEqual(modal.getState())
})

test('each namespace starts on its first network, or on the default network if that belongs to it', () => {
  const { modal } = createTestModal({ defaultNetwork: optimism.caipNetworkId })
  const { namespaces, activeNamespace } = modal.getState()
  expect(namespaces.eip155?.network).toEqual({ caipNetworkId: 'eip155:10', isChosen: false })
  expect(namespaces.solana?.network).toEqual({ caipNetworkId: solana.caipNetworkId, isChosen: false })
  expect(activeNamespace).toBe('eip155')
})

test('the default network decides which namespace is active', () => {
  const { modal } = createTestModal({ defaultNetwork: solana.caipNetworkId })
  expect(modal.getState().activeNamespace).toBe('solana')
})

test('starting twice sets up once, as in a StrictMode double mount', () => {
  const { modal, evm } = createTestModal({ isStarted: false })
  modal.start()
  modal.start()
  open(modal)
  expect(evm.setupCount).toBe(1)
  expect(evm.listenerCount()).toBe(1)
  expect(modal.getState().status).toBe('ready')
})

test('start after destroy does nothing', () => {
  const { modal, evm } = createTestModal({ isStarted: false })
  modal.destroy()
  modal.start()
  expect(modal.getState().status).toBe('destroyed')
  expect(evm.setupCount).toBe(0)
})

test('open after destroy does nothing', () => {
  const { modal } = createTestModal()
  modal.destroy()
  open(modal)
  expect(modal.getState().modal.open).toBe(false)
})

test('opening starts the modal', () => {
  const { modal, evm } = createTestModal({ isStarted: false })
  open(modal)
  expect(modal.getState()).toMatchObject({ status: 'ready', modal: { open: true } })
  expect(evm.setupCount).toBe(1)
})

test('several modals on one page share nothing', async () => {
  const storage = createTestModal({ isStarted: false }).storage
  const first = createTestModal({ id: 'one', storage })
  const second = createTestModal({ id: 'two', storage, wallets: [createTestWallet({ accounts: [bob] })] })
  await connect(first.modal, { connectorId: first.wallet.connector.meta.id })
  open(first.modal)
  expect(second.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  expect(second.modal.getState().modal.open).toBe(false)
  expect([...storage.entries.keys()]).toEqual(['one/state'])
  first.modal.destroy()
  open(second.modal)
  expect(second.modal.getState()).toMatchObject({ status: 'ready', modal: { open: true } })
})

test('a listener that throws is reported to the developer and does not stop other listeners', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal } = createTestModal()
  const error = new Error('mine')
  modal.subscribe(() => {
    throw error
  })
  const seen: boolean[] = []
  modal.subscribe((state) => seen.push(state.modal.open))
  open(modal)
  expect(seen).toContain(true)
  expect(warn).toHaveBeenCalledWith('[latchkey]', error)
})

test('without debug nothing is written to the console', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal } = createTestModal({ debug: false })
  modal.subscribe(() => {
    throw new Error('mine')
  })
  open(modal)
  expect(warn).not.toHaveBeenCalled()
  expect(getLog(modal)[0]).toContain('Error: mine')
})

test('invalid options throw one error that names them all', () => {
  const { plugin } = createTestChain({ namespace: 'eip155', networks: [mainnet] })
  const wrong = { adapters: [{ ...plugin, apiVersion: 2 }], networks: [solana], colour: 'red' }
  expect(() => createModalCore(wrong as never)).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTIONS', problems: [expect.anything(), 'colour is not an option'] }),
  )
})
