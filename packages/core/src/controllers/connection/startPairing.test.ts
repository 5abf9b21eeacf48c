import { expect, test, vi } from 'vitest'
import { RelayUnreachableError } from '../../errors/pairing.js'
import { timeouts } from '../../modal/timeouts.js'
import { testCode as code, createPairingWorld, statusOf } from '../../testing/createPairingWorld.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestPairing } from '../../testing/createTestPairing.js'
import { rejection } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { close, getRoute, goBack, open, push, watchEvents } from '../shell/actions.js'
import { startConnect } from './flow.js'
import { startPairing } from './pair.js'

const next = { ...code, uri: code.uri.replace('aa', 'cc') }
const quietly = (pairing: Promise<unknown>): void => void pairing.catch(() => undefined)

const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test('shows each new code, connects every approved namespace, and closes', async () => {
  const world = createPairingWorld()
  const { modal, pairing } = world
  open(modal, { view: 'ConnectingWalletConnect' })
  const flow = startPairing(modal)
  expect(modal.getState().ask).toEqual({ kind: 'pair', connectorId: 'walletConnect' })
  await settle()
  expect(pairing.last().namespaces).toEqual(['eip155', 'solana'])
  pairing.last().onCode(code)
  expect(modal.getState().ask).toMatchObject({ kind: 'pair', code })
  pairing.last().onCode(next)
  expect(modal.getState().ask).toMatchObject({ kind: 'pair', code: next })
  pairing.last().approve('eip155', 'solana')
  expect(await flow).toMatchObject([
    { connectorId: 'walletConnect', namespace: 'eip155', approvedCaipNetworkIds: ['eip155:1'] },
    { connectorId: 'walletConnect', namespace: 'solana', caipNetworkId: solanaId },
  ])
  expect(statusOf(world)).toEqual(['connected', 'connected'])
  expect(modal.getState()).toMatchObject({ ask: undefined, modal: { open: false }, activeNamespace: 'eip155' })
})

test('connects only namespaces that were both requested and approved', async () => {
  const world = createPairingWorld()
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('solana', 'cosmos')
  expect(await flow).toMatchObject([{ namespace: 'solana' }])
  expect(statusOf(world)).toEqual(['disconnected', 'connected'])
  expect(world.modal.getState().activeNamespace).toBe('solana')
})

test('requests the active namespace first, or only the given namespace', async () => {
  const { modal, pairing } = createPairingWorld({ defaultNetwork: solanaId })
  quietly(startPairing(modal))
  await settle()
  expect(pairing.last().namespaces).toEqual(['solana', 'eip155'])
  quietly(startPairing(modal, { namespace: 'eip155' }))
  await settle()
  expect(pairing.last().namespaces).toEqual(['eip155'])
})

test('requests only the namespace that the modal was opened for', async () => {
  const { modal, pairing } = createPairingWorld()
  open(modal, { namespace: 'solana' })
  await startConnect(modal, { connectorId: 'walletConnect' })
  expect(getRoute(modal.getState())).toEqual({ view: 'ConnectingWalletConnect', params: { namespace: 'solana' } })
  expect(pairing.requests).toEqual([])
  quietly(startPairing(modal))
  await settle()
  expect(pairing.last().namespaces).toEqual(['solana'])
})

test('a view that is mounted twice shares one pairing', async () => {
  const { modal, pairing } = createPairingWorld()
  const flows = [startPairing(modal, { walletId: 'w1' }), startPairing(modal, { walletId: 'w1' })]
  await settle()
  pairing.last().onCode(code)
  flows.push(startPairing(modal, { walletId: 'w1' }))
  expect(modal.getState().ask).toMatchObject({ code, walletId: 'w1' })
  expect(pairing.requests).toHaveLength(1)
  pairing.last().approve('eip155')
  const [first, ...others] = await Promise.all(flows)
  expect(first).toHaveLength(1)
  for (const other of others) expect(other).toBe(first)
})

test('a view that a listener mounts synchronously joins the pairing that opened it', async () => {
  const { modal, pairing } = createPairingWorld()
  const joined: unknown[] = []
  modal.subscribe((state, before) => {
    if (getRoute(state).view === 'ConnectingWalletConnect' && state.router !== before.router)
      joined.push(startPairing(modal))
  })
  const flow = startPairing(modal)
  quietly(flow)
  await settle()
  expect(joined).toEqual([flow])
  expect(pairing.requests).toHaveLength(1)
})

test('another wallet replaces the previous one, whose late codes and approvals are ignored', async () => {
  const { modal, pairing } = createPairingWorld()
  const first = startPairing(modal, { walletId: 'w1' })
  quietly(first)
  await settle()
  const old = pairing.last()
  const second = startPairing(modal, { walletId: 'w2' })
  await settle()
  expect(old.signal.reason).toMatchObject({ code: 'ABORTED' })
  pairing.last().onCode(next)
  old.onCode(code)
  old.approve('eip155')
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
  expect(modal.getState().ask).toMatchObject({ walletId: 'w2', code: next })
  pairing.last().approve('solana')
  expect(await second).toMatchObject([{ namespace: 'solana' }])
})

test('leaving the view aborts the pairing, and shows no error', async () => {
  const world = createPairingWorld()
  const { modal, pairing, clock } = world
  open(modal)
  push(modal, { view: 'ConnectingWalletConnect', params: undefined })
  const flow = startPairing(modal)
  await settle()
  goBack(modal)
  expect(pairing.last().signal.reason).toMatchObject({ code: 'ABORTED' })
  await expect(flow).rejects.toMatchObject({ code: 'ABORTED' })
  expect(modal.getState()).toMatchObject({ ask: undefined, modal: { open: true } })
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
  expect(clock.pending()).toBe(0)
})

test('closing or destroying the modal rejects with MODAL_CLOSED', async () => {
  for (const end of ['close', 'destroy'] as const) {
    const { modal, pairing } = createPairingWorld()
    const flow = startPairing(modal)
    await settle()
    if (end === 'close') close(modal)
    else modal.destroy()
    expect(pairing.last().signal.aborted).toBe(true)
    if (end === 'close') expect(pairing.last().signal.reason).toMatchObject({ code: 'MODAL_CLOSED' })
    await expect(flow).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(modal.getState().ask).toBeUndefined()
  }
})

test('[S9.14] a failure is shown in the view; a retry starts no sooner than one second after the last attempt', async () => {
  const { modal, pairing, clock } = createPairingWorld()
  const flow = startPairing(modal)
  await settle()
  pairing.last().onCode(code)
  pairing.last().fail(new RelayUnreachableError({ details: 'offline' }))
  await expect(flow).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE', details: 'offline' })
  expect(getRoute(modal.getState()).view).toBe('ConnectingWalletConnect')
  expect(modal.getState().ask).toMatchObject({ kind: 'pair', error: { code: 'RELAY_UNREACHABLE' } })
  await clock.advance(400)
  const retry = startPairing(modal)
  expect(modal.getState().ask).toEqual({ kind: 'pair', connectorId: 'walletConnect' })
  await clock.advance(599)
  expect(pairing.requests).toHaveLength(1)
  await clock.advance(1)
  expect(pairing.requests).toHaveLength(2)
  pairing.last().approve('eip155')
  expect(await retry).toHaveLength(1)
})

test('a new pairing after closing the modal starts at once', async () => {
  const { modal, pairing } = createPairingWorld()
  quietly(startPairing(modal))
  await settle()
  close(modal)
  await settle()
  quietly(startPairing(modal))
  await settle()
  expect(pairing.requests).toHaveLength(2)
})

test('error: "Connection rejected" if the user rejects, tracked as USER_REJECTED', async () => {
  const { modal, pairing } = createPairingWorld()
  const seen: unknown[] = []
  watchEvents(modal, ({ event, properties }) => seen.push([event, properties]))
  const flow = startPairing(modal, { walletId: 'w1' })
  await settle()
  pairing.last().fail(rejection)
  await expect(flow).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
  expect(modal.getState().ask?.error).toEqual({ code: 'CONNECTION_REJECTED', message: 'Connection rejected' })
  expect(seen.slice(-2)).toEqual([
    ['SELECT_WALLET', { connectorId: 'walletConnect', name: 'WalletConnect', walletId: 'w1' }],
    ['USER_REJECTED', { connectorId: 'walletConnect' }],
  ])
})

test('error: TIMED_OUT after the pairing timeout', async () => {
  const { modal, pairing, clock } = createPairingWorld()
  const flow = startPairing(modal)
  quietly(flow)
  await clock.advance(timeouts.pairing - 1)
  expect(pairing.last().signal.aborted).toBe(false)
  await clock.advance(1)
  await expect(flow).rejects.toMatchObject({ code: 'TIMED_OUT' })
  expect(modal.getState().ask?.error?.code).toBe('TIMED_OUT')
  expect(pairing.last().signal.reason).toMatchObject({ code: 'TIMED_OUT' })
})

test.each([{ agreed: [] }, { agreed: ['cosmos'] as const }])(
  'error: CHAINS_NOT_SUPPORTED if none of the requested namespaces is approved: $agreed',
  async ({ agreed }) => {
    const world = createPairingWorld()
    const flow = startPairing(world.modal)
    await settle()
    world.pairing.last().approve(...agreed)
    await expect(flow).rejects.toMatchObject({ code: 'CHAINS_NOT_SUPPORTED' })
    expect(world.modal.getState().ask?.error?.code).toBe('CHAINS_NOT_SUPPORTED')
    expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
  },
)

test('error: INVALID_WALLET_REPLY if the connector returns an invalid code', async () => {
  const { modal, pairing } = createPairingWorld()
  const first = startPairing(modal)
  await settle()
  pairing.last().onCode({ uri: 'javascript:alert(1)', expiresAt: 1 })
  await expect(first).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  expect(modal.getState().ask?.error?.code).toBe('INVALID_WALLET_REPLY')
  expect(pairing.last().signal.aborted).toBe(true)
})

test('[S8.47] error: the view shows NO_WALLETCONNECT without a pairing connector or with WalletConnect off', async () => {
  const worlds = [createTestModal(), createPairingWorld({ enableWalletConnect: false })]
  for (const { modal } of worlds) {
    open(modal, { view: 'ConnectingWalletConnectBasic' })
    await expect(startPairing(modal)).rejects.toMatchObject({ code: 'NO_WALLETCONNECT' })
    expect(modal.getState().ask?.error).toEqual({
      code: 'NO_WALLETCONNECT',
      message: 'WalletConnectConnector not found',
    })
    expect(getRoute(modal.getState()).view).toBe('ConnectingWalletConnectBasic')
  }
})

test('error: CHAINS_NOT_SUPPORTED without a request if modal and connector share no namespace', async () => {
  const { modal, pairing } = createPairingWorld({ pairing: createTestPairing(['cosmos', 'polkadot']) })
  await expect(startPairing(modal)).rejects.toMatchObject({ code: 'CHAINS_NOT_SUPPORTED' })
  expect(modal.getState().ask?.error?.code).toBe('CHAINS_NOT_SUPPORTED')
  expect(pairing.requests).toEqual([])
})

test('a namespace that fails does not stop the others', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const world = createPairingWorld()
  world.pairing.faults.set('eip155', new Error('no account'))
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  expect(await flow).toMatchObject([{ namespace: 'solana' }])
  expect(statusOf(world)).toEqual(['disconnected', 'connected'])
  expect(world.modal.getState()).toMatchObject({ ask: undefined, activeNamespace: 'solana' })
  expect(warn).toHaveBeenCalledTimes(1)
})

test('error: if all namespaces fail, the session ends and the view shows the error', async () => {
  const world = createPairingWorld()
  for (const namespace of ['eip155', 'solana'] as const) world.pairing.faults.set(namespace, new Error('no account'))
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  await expect(flow).rejects.toMatchObject({ code: 'CONNECTOR_FAILED' })
  expect(world.modal.getState().ask?.error?.code).toBe('CONNECTOR_FAILED')
  expect([world.pairing.session, world.pairing.disconnects]).toEqual([[], ['eip155']])
})

test('closing the modal after the approval still connects, and a modal opened since stays open', async () => {
  const world = createPairingWorld()
  const { modal, pairing } = world
  let answer = (): void => undefined
  pairing.gate = new Promise((resolve) => {
    answer = resolve
  })
  const flow = startPairing(modal)
  await settle()
  pairing.last().onCode(code)
  pairing.last().approve('eip155', 'solana')
  await settle()
  expect(modal.getState().ask).not.toHaveProperty('code', code)
  close(modal)
  open(modal, { view: 'Networks' })
  answer()
  expect(await flow).toHaveLength(2)
  expect(statusOf(world)).toEqual(['connected', 'connected'])
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'Networks' }] } })
})

test('ends a session that the wallet approves while the modal closes', async () => {
  const world = createPairingWorld()
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155')
  close(world.modal)
  await expect(flow).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await settle()
  expect([world.pairing.session, world.pairing.disconnects]).toEqual([[], ['eip155']])
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
})

test('restarting synchronously after closing creates a new pairing', async () => {
  const { modal, pairing } = createPairingWorld()
  const first = startPairing(modal)
  await settle()
  close(modal)
  const second = startPairing(modal)
  await expect(first).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await settle()
  expect(modal.getState().ask).toEqual({ kind: 'pair', connectorId: 'walletConnect' })
  pairing.last().approve('eip155')
  expect(await second).toHaveLength(1)
  expect(pairing.disconnects).toEqual([])
})
