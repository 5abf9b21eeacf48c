import { expect, test, vi } from 'vitest'
import { connect } from './controllers/connection/connect.js'
import { open } from './controllers/shell/router.js'
import { createModalCore } from './modal/createModalCore.js'
import type { Env } from './modal/env.js'
import { bob } from './testing/accounts.js'
import { createTestChain } from './testing/createTestChain.js'
import { createTestModal } from './testing/createTestModal.js'
import { createTestWallet } from './testing/createTestWallet.js'
import { mainnet, optimism, solana } from './testing/networks.js'

const fail = (): never => {
  throw new Error('reached outside')
}
const closedWorld: Env = { fetch: fail, now: fail, setTimeout: fail, random: fail, storage: fail, window: fail }

const globals = ['window', 'document', 'localStorage', 'navigator', 'location', 'fetch', 'setTimeout', 'crypto', 'Date']

/** Runs something while every global that leads outside throws when it is read. */
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

test('making a modal touches nothing outside, and sets up no plugin', () => {
  const evm = createTestChain({ namespace: 'eip155', networks: [mainnet] })
  const modal = withoutGlobals(() => {
    createModalCore({ adapters: [evm.plugin] })
    return createModalCore({ adapters: [evm.plugin], env: closedWorld })
  })
  expect(modal.getState().status).toBe('idle')
  expect(modal.getState()).toBe(modal.getInitialState())
  expect(evm.setupCount).toBe(0)
})

test('a server renders what the first client render repeats', () => {
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

test('starts in each namespace on its first network, and on the default network where one is given', () => {
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

test('starting twice sets up once, as a StrictMode double mount does', () => {
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

test('a listener that throws is reported to the developer and stops nobody', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal } = createTestModal()
  const fault = new Error('mine')
  modal.subscribe(() => {
    throw fault
  })
  const seen: boolean[] = []
  modal.subscribe((state) => seen.push(state.modal.open))
  open(modal)
  expect(seen).toContain(true)
  expect(warn).toHaveBeenCalledWith('[latchkey]', fault)
})

test('wrong options are one error that names them all', () => {
  const { plugin } = createTestChain({ namespace: 'eip155', networks: [mainnet] })
  const wrong = { adapters: [{ ...plugin, apiVersion: 2 }], networks: [solana], colour: 'red' }
  expect(() => createModalCore(wrong as never)).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTIONS', problems: [expect.anything(), 'colour is not an option'] }),
  )
})
