import { array, assert, asyncProperty, constantFrom, nat, oneof, readConfigureGlobal, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { Account } from '../../contracts/account.js'
import { createModalCore } from '../../modal/createModalCore.js'
import type { Modal, ModalState } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { alice, bob, sol } from '../../testing/accounts.js'
import { createTestChain } from '../../testing/createTestChain.js'
import { createTestClock, type TestClock } from '../../testing/createTestClock.js'
import { createTestEnv } from '../../testing/createTestModal.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { createTestWallet, type Request, rejection, type TestWallet } from '../../testing/createTestWallet.js'
import { mainnet, optimism, solana } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

// Random visits against a small model: the user's last action wins, whatever wallets respond and when.

type TestNamespace = 'eip155' | 'solana'

/** The expected state of one namespace. */
type Expected = {
  connected: TestWallet | undefined
  account: Account | undefined
  asked: { readonly wallet: TestWallet; readonly request: Request; readonly due: number } | undefined
}

type World = {
  readonly modal: Modal
  readonly clock: TestClock
  readonly wallets: readonly TestWallet[]
  readonly expected: { readonly [namespace in TestNamespace]: Expected }
}

const sol2: Account = { ...sol, address: 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy' }
const accounts: { readonly [namespace in TestNamespace]: readonly [Account, Account] } = {
  eip155: [alice, bob],
  solana: [sol, sol2],
}

const namespaceOf = (wallet: TestWallet): TestNamespace => wallet.connector.meta.namespaces[0] as TestNamespace
const idOf = (wallet: TestWallet): string => wallet.connector.meta.id

function createWorld(storage = createTestStorage()): World {
  const clock = createTestClock()
  const create = (id: string, namespace: TestNamespace): TestWallet =>
    createTestWallet({
      id,
      namespaces: [namespace],
      asks: ['connect'],
      accounts: [accounts[namespace][0]],
      caipNetworkId: namespace === 'solana' ? solana.caipNetworkId : 'eip155:1',
    })
  const evm = [create('evm1', 'eip155'), create('evm2', 'eip155')]
  const sols = [create('sol1', 'solana'), create('sol2', 'solana')]
  const toConnectors = (wallets: readonly TestWallet[]): TestWallet['connector'][] =>
    wallets.map(({ connector }) => connector)
  const modal = createModalCore({
    adapters: [
      createTestChain({ namespace: 'eip155', networks: [mainnet, optimism], connectors: toConnectors(evm) }).plugin,
      createTestChain({ namespace: 'solana', networks: [solana], connectors: toConnectors(sols) }).plugin,
    ],
    env: createTestEnv({ clock, storage }),
  })
  modal.start()
  const nothing = (): Expected => ({ connected: undefined, account: undefined, asked: undefined })
  return { modal, clock, wallets: [...evm, ...sols], expected: { eip155: nothing(), solana: nothing() } }
}

/** A step selects its wallet, request or account by a number, modulo the number of choices. */
type Step = {
  readonly kind: 'connect' | 'approve' | 'reject' | 'fail' | 'leave' | 'switchAccount' | 'walletDisconnect' | 'wait'
  readonly index: number
  readonly account: 0 | 1
}

async function take(world: World, { kind, index, account }: Step): Promise<TestNamespace | undefined> {
  const { modal, clock, wallets, expected } = world
  const wallet = wallets[index % wallets.length] as TestWallet
  const namespace = namespaceOf(wallet)
  const mine = expected[namespace]
  const requests = wallet.requests.filter(({ action }) => action === 'connect')
  // every other time the newest request, so that relevant responses are as likely as late ones
  const request = account === 0 ? requests.at(-1) : requests[index % Math.max(1, requests.length)]

  if (kind === 'connect') {
    connect(modal, { connectorId: idOf(wallet) }).catch(() => {})
    mine.asked = { wallet, request: wallet.last('connect'), due: clock.now() + timeouts.approval }
  } else if (kind === 'approve' && request) {
    request.approve()
    if (mine.asked?.request === request)
      Object.assign(mine, { connected: wallet, account: wallet.accounts[0], asked: undefined })
  } else if ((kind === 'reject' || kind === 'fail') && request) {
    request.reject(kind === 'reject' ? rejection : new Error('broken'))
    if (mine.asked?.request === request) mine.asked = undefined
  } else if (kind === 'leave') {
    disconnect(modal, { namespace }).catch(() => {})
    Object.assign(mine, { connected: undefined, account: undefined, asked: undefined })
  } else if (kind === 'switchAccount') {
    wallet.accounts = [accounts[namespace][account]]
    wallet.emit('change', { namespace, accounts: wallet.accounts })
    if (mine.connected === wallet) mine.account = wallet.accounts[0]
  } else if (kind === 'walletDisconnect') {
    wallet.emit('disconnect', { namespace })
    if (mine.connected === wallet) Object.assign(mine, { connected: undefined, account: undefined })
  } else if (kind === 'wait') {
    await clock.advance((index % 4) * 100_000)
    for (const other of Object.values(expected))
      if (other.asked && other.asked.due <= clock.now()) other.asked = undefined
    return undefined
  }
  return namespace
}

function show({ connected, account, asked }: Expected): unknown {
  if (!connected) return asked ? ['connecting', idOf(asked.wallet)] : ['disconnected']
  return ['connected', idOf(connected), account?.address, asked && idOf(asked.wallet)]
}

function read({ namespaces }: ModalState, namespace: TestNamespace): unknown {
  const state = namespaces[namespace]?.connection
  if (state?.status === 'connecting') return ['connecting', state.connectorId]
  if (state?.status !== 'connected') return ['disconnected']
  const { connection, nextConnectorId } = state
  return ['connected', connection.connectorId, connection.accounts[0].address, nextConnectorId]
}

const readAll = ({ modal }: World): unknown => [read(modal.getState(), 'eip155'), read(modal.getState(), 'solana')]
const showAll = ({ expected }: World): unknown => [show(expected.eip155), show(expected.solana)]

const steps = array(
  record<Step>({
    kind: oneof(
      { weight: 4, arbitrary: constantFrom('connect', 'approve') },
      { weight: 3, arbitrary: constantFrom('reject', 'fail', 'leave', 'switchAccount', 'walletDisconnect', 'wait') },
    ),
    index: nat({ max: 40 }),
    account: constantFrom(0, 1),
  }),
  { maxLength: 60, size: 'max' },
)

test('the user’s last action wins, and no namespace affects the other', async () => {
  await assert(
    asyncProperty(steps, async (script) => {
      const world = createWorld()
      for (const step of script) {
        const before = world.modal.getState().namespaces
        const namespace = await take(world, step)
        await settle()
        expect(readAll(world)).toEqual(showAll(world))
        const other = namespace === 'eip155' ? 'solana' : 'eip155'
        if (namespace) expect(world.modal.getState().namespaces[other]).toBe(before[other])
      }
    }),
    { numRuns: readConfigureGlobal().numRuns ?? 300 },
  )
})

test('every session settles within the timeout, listens to connected wallets only, and is restored on reload', async () => {
  await assert(
    asyncProperty(steps, async (script) => {
      const storage = createTestStorage()
      const world = createWorld(storage)
      for (const step of script) {
        await take(world, step)
        await settle()
      }
      await world.clock.advance(timeouts.approval)
      for (const namespace of ['eip155', 'solana'] as const) {
        const { connected } = world.expected[namespace]
        expect(world.modal.getState().namespaces[namespace]?.connection.status).toBe(
          connected ? 'connected' : 'disconnected',
        )
        expect(world.modal.getState().namespaces[namespace]?.connection).not.toHaveProperty('nextConnectorId')
      }
      const connected = Object.values(world.expected).map((expected) => expected.connected)
      expect(world.wallets.map((wallet) => wallet.listenerCount())).toEqual(
        world.wallets.map((wallet) => (connected.includes(wallet) ? 2 : 0)),
      )
      expect(world.clock.pending()).toBe(0)

      const next = createWorld(storage)
      expect(readAll(next)).toEqual(
        connected.map((wallet) => (wallet ? ['connecting', idOf(wallet)] : ['disconnected'])),
      )
      next.modal.destroy()
    }),
    { numRuns: readConfigureGlobal().numRuns ?? 200 },
  )
})
