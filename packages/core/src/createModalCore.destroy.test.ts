import { expect, test, vi } from 'vitest'
import { connect } from './controllers/connection/connect.js'
import { disconnect } from './controllers/connection/disconnect.js'
import { startConnect } from './controllers/connection/flow.js'
import { switchNetwork } from './controllers/network/switch.js'
import { fetchBalance, watchBalance } from './controllers/portfolio/balance.js'
import { signMessage } from './controllers/requests/wallet.js'
import { showToast } from './controllers/shell/notices.js'
import { open, shake } from './controllers/shell/router.js'
import { internals } from './modal/modal.js'
import { createTestModal, restored, type TestModal } from './testing/createTestModal.js'
import { createTestWallet } from './testing/createTestWallet.js'
import { optimism } from './testing/networks.js'
import { settle } from './testing/settle.js'

const connectorId = 'org.example.wallet'

async function expectNothingLeft({ clock, evm, sol, wallet, solWallet }: TestModal): Promise<void> {
  await settle()
  expect({
    timers: clock.pending(),
    listeners: [evm, sol, wallet, solWallet].map((part) => part.listenerCount()),
    destroyed: [evm.destroyCount, sol.destroyCount],
  }).toEqual({ timers: 0, listeners: [0, 0, 0, 0], destroyed: [1, 1] })
}

test('leaves no listener, timer or plugin', async () => {
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

test('ends what the wallet is being asked, and the answers change nothing', async () => {
  const wallet = createTestWallet()
  const world = createTestModal({ wallets: [wallet] })
  const { modal } = world
  await connect(modal, { connectorId })
  for (const verb of ['connect', 'switch', 'sign'] as const) wallet.asks.add(verb)
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

test('during a connect flow the modal closes and the attempt ends', async () => {
  const world = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  open(world.modal)
  const flow = startConnect(world.modal, { connectorId })
  await settle()
  world.modal.destroy()
  expect(await flow).toBeUndefined()
  expect(world.modal.getState().modal.open).toBe(false)
  await expectNothingLeft(world)
})

test('during a disconnect no notice and no timer comes after it', async () => {
  const world = createTestModal({ wallets: [createTestWallet({ asks: ['disconnect'] })] })
  await connect(world.modal, { connectorId })
  const leaving = disconnect(world.modal)
  world.modal.destroy()
  await expect(leaving).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
  await expectNothingLeft(world)
})

test('while connections are restored the wallets are not asked any more', async () => {
  const first = createTestModal()
  await connect(first.modal, { connectorId })
  const second = createTestModal({ storage: first.storage })
  second.modal.destroy()
  await restored()
  expect(second.wallet.count('connect')).toBe(0)
  await expectNothingLeft(second)
})

test('while a stored wallet is awaited no timer and no late restore is left', async () => {
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

test('a plugin that fails at the end stops no other', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createTestModal()
  await connect(world.modal, { connectorId })
  const fault = new Error('cannot end')
  world.modal[internals].onDestroy(() => {
    throw fault
  })
  world.modal.destroy()
  expect(warn).toHaveBeenCalledWith('[latchkey]', fault)
  await expectNothingLeft(world)
})

test('nothing can be timed after the end', () => {
  const { modal, clock } = createTestModal()
  modal.destroy()
  showToast(modal, { variant: 'error', message: { text: 'late' } })
  shake(modal)
  expect(clock.pending()).toBe(0)
})

test('balances are read no more', async () => {
  const { modal, evm } = createTestModal()
  await connect(modal, { connectorId })
  watchBalance(modal)
  await settle()
  const before = evm.balanceRequests.length
  modal.destroy()
  await settle()
  expect(evm.balanceRequests.length).toBe(before)
})

test('what runs at the end runs in reverse order of its registration, once', () => {
  const { modal } = createTestModal()
  const order: string[] = []
  modal[internals].onDestroy(() => order.push('first'))
  modal[internals].onDestroy(() => order.push('second'))
  modal.destroy()
  modal.destroy()
  expect(order).toEqual(['second', 'first'])
})
