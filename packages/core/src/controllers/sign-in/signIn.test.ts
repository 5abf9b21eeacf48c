import { expect, test, vi } from 'vitest'
import { HttpStatusError, RateLimitedError, ServerError } from '../../errors/services.js'
import { SignInRefusedError } from '../../errors/signIn.js'
import { timeouts } from '../../modal/timeouts.js'
import { alice, bob } from '../../testing/accounts.js'
import {
  aliceOnMainnet,
  createAskedWorld,
  createSiwxWorld,
  eventsOf,
  type SiwxWorld,
  viewOf,
} from '../../testing/createSiwxWorld.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestSession, siwxSettled } from '../../testing/createTestSiwx.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { unknownId } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { switchNetwork } from '../network/switch.js'
import { close } from '../shell/actions.js'
import { signIn } from './signIn.js'
import { siwxTimeouts } from './state.js'

const connectorId = 'org.example.wallet'

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (cause) => cause.code,
  )

/** The sign-in view is open, with a wallet that waits before it signs. */
const createSigningWorld = (): Promise<SiwxWorld> =>
  createAskedWorld({ wallets: [createTestWallet({ asks: ['sign'] })] })

test('[S4.22] [S8.58] creates the message, requests the signature, stores the session, closes and tracks success', async () => {
  const world = await createSigningWorld()
  const { modal, wallet, test: own } = world
  const signing = signIn(modal)
  await siwxSettled()
  expect([modal.getState().siwx, viewOf(world)]).toEqual([
    { status: 'signing', caipAddress: aliceOnMainnet },
    'SIWXSignMessage',
  ])
  expect(own.calls.slice(1)).toEqual([`createMessage eip155:1 ${alice.address}`])
  wallet.last('sign').approve()
  const session = await signing
  expect(session).toEqual({
    data: {
      accountAddress: alice.address,
      chainId: 'eip155:1',
      domain: 'app.example',
      uri: 'https://app.example/',
      version: '1',
      nonce: 'nonce1',
    },
    message: `Sign in as ${alice.address}\nnonce1`,
    signature: `0xsigned:${alice.address}`,
  })
  expect(own.sessions).toEqual([session])
  expect(modal.getState()).toMatchObject({ siwx: { status: 'signedIn', session }, modal: { open: false } })
  expect(world.events.slice(-3)).toMatchObject([
    { event: 'CLICK_SIGN_SIWX_MESSAGE' },
    { event: 'SIWX_AUTH_SUCCESS', properties: { network: 'eip155:1', isSmartAccount: false } },
    { event: 'MODAL_CLOSE' },
  ])
})

test('returns the existing session without asking the wallet again', async () => {
  const world = await createAskedWorld()
  const session = await signIn(world.modal)
  expect([(await signIn(world.modal)) === session, world.wallet.count('sign')]).toEqual([true, 1])
})

test('the sign-in state is plain data', async () => {
  const { modal } = await createAskedWorld()
  await signIn(modal)
  expect(structuredClone(modal.getState().siwx)).toEqual(modal.getState().siwx)
})

test('uses the signIn:sign feature of a wallet that has it', async () => {
  const wallet = createTestWallet()
  const asked: unknown[] = []
  Object.assign(wallet.connector.features, {
    'signIn:sign': async (request: { readonly account: { readonly address: string } }) => {
      asked.push(request)
      return `0xsigned:${request.account.address}`
    },
  })
  const world = await createAskedWorld({ wallets: [wallet] })
  await signIn(world.modal)
  expect(asked).toMatchObject([{ message: `Sign in as ${alice.address}\nnonce1`, data: { nonce: 'nonce1' } }])
  expect(wallet.count('sign')).toBe(0)
})

test.each<[string, string, (world: SiwxWorld) => unknown]>([
  ['the user declines', 'USER_REJECTED', ({ wallet }) => wallet.last('sign').reject(rejection)],
  ['the wallet fails', 'CONNECTOR_FAILED', ({ wallet }) => wallet.last('sign').reject(new Error('broken'))],
  ['the wallet has a request open', 'REQUEST_PENDING', ({ wallet }) => wallet.last('sign').reject({ code: -32002 })],
  ['the wallet does not respond', 'TIMED_OUT', ({ clock }) => clock.advance(timeouts.approval)],
])('[S4.23] [S8.58] shows the error in the view and tracks it if %s', async (_, code, happen) => {
  const world = await createSigningWorld()
  const signing = codeOf(signIn(world.modal))
  await siwxSettled()
  await happen(world)
  expect(await signing).toBe(code)
  expect(world.modal.getState().siwx).toMatchObject({ status: 'signedOut', error: { code } })
  expect([viewOf(world), eventsOf(world).at(-1)]).toEqual(['SIWXSignMessage', 'SIWX_AUTH_ERROR'])
  expect(world.events.at(-1)).toMatchObject({ properties: { network: 'eip155:1', isSmartAccount: false, code } })
  expect(world.test.sessions).toEqual([])
})

test.each<[string, string, (world: SiwxWorld) => unknown]>([
  ['createMessage fails', 'SIGN_IN_FAILED', ({ test: own }) => own.faults.set('createMessage', new Error('down'))],
  [
    'the message is not a string',
    'SIGN_IN_FAILED',
    ({ test: own }) => (own.siwx.createMessage = async () => ({}) as never),
  ],
  ['addSession fails', 'SIGN_IN_FAILED', ({ test: own }) => own.faults.set('addSession', new Error('no'))],
  [
    'addSession names the invalid field',
    'SIGN_IN_REFUSED',
    ({ test: own }) => own.faults.set('addSession', new SignInRefusedError({ field: 'nonce' })),
  ],
  [
    'the wallet returns no signature',
    'INVALID_WALLET_REPLY',
    ({ wallet }) => Object.assign(wallet.connector.features, { 'message:sign': async () => '' }),
  ],
])(
  '[S8.15] if %s, rejects ("Error signing message" by default), and the next attempt succeeds',
  async (_, code, happen) => {
    const world = await createAskedWorld()
    const { 'message:sign': sign } = world.wallet.connector.features
    const { createMessage } = world.test.siwx
    happen(world)
    const error = await signIn(world.modal).catch((cause) => cause)
    expect(error).toMatchObject({ code, ...(code === 'SIGN_IN_FAILED' && { shortMessage: 'Error signing message' }) })
    expect(world.modal.getState().siwx).toMatchObject({ status: 'signedOut', error: { code } })
    world.test.faults.clear()
    world.test.siwx.createMessage = createMessage
    Object.assign(world.wallet.connector.features, { 'message:sign': sign })
    await signIn(world.modal)
    expect(world.modal.getState().siwx).toMatchObject({
      status: 'signedIn',
      session: { data: { nonce: expect.anything() } },
    })
  },
)

test('times out if createMessage does not settle, without asking the wallet', async () => {
  const world = await createAskedWorld()
  world.test.hold('createMessage')
  const signing = codeOf(signIn(world.modal))
  await siwxSettled()
  await world.clock.advance(siwxTimeouts.message)
  expect(await signing).toBe('TIMED_OUT')
  expect([world.modal.getState().siwx.status, world.wallet.count('sign')]).toEqual(['signedOut', 0])
})

test('[S4.23] a failure while the modal is closed opens the sign-in view', async () => {
  const world = await createAskedWorld()
  close(world.modal)
  world.test.faults.set('addSession', new Error('no'))
  expect(await codeOf(signIn(world.modal))).toBe('SIGN_IN_FAILED')
  expect([viewOf(world), world.modal.getState().siwx]).toMatchObject([
    'SIWXSignMessage',
    { error: { code: 'SIGN_IN_FAILED' } },
  ])
})

test.each<[string, unknown]>([
  ['fails', new ServerError()],
  ['responds with HTTP 503', new HttpStatusError({ status: 503 })],
  ['limits the rate', new RateLimitedError()],
  ['cannot be reached', new TypeError('Failed to fetch')],
])('resends the same signature without asking the wallet if the server %s', async (_, fault) => {
  const world = await createAskedWorld()
  world.test.faults.set('addSession', fault)
  await codeOf(signIn(world.modal))
  await codeOf(signIn(world.modal))
  world.test.faults.clear()
  const session = await signIn(world.modal)
  expect([session.data.nonce, world.wallet.count('sign'), world.test.count('addSession')]).toEqual(['nonce1', 1, 3])
  expect(world.modal.getState().siwx.status).toBe('signedIn')
})

test('does not resend a signature that the server stored despite the error', async () => {
  const world = await createAskedWorld()
  const { addSession } = world.test.siwx
  world.test.siwx.addSession = async (session) => {
    await addSession(session)
    throw new ServerError()
  }
  await codeOf(signIn(world.modal))
  const before = world.test.count('addSession')
  await signIn(world.modal)
  expect([world.test.count('addSession') - before, world.wallet.count('sign')]).toEqual([0, 1])
})

test('signs in if the server accepts the signature after the timeout', async () => {
  const world = await createAskedWorld()
  const release = world.test.hold('addSession')
  const signing = codeOf(signIn(world.modal))
  await siwxSettled()
  await world.clock.advance(siwxTimeouts.verify)
  expect([await signing, world.modal.getState().siwx.status]).toEqual(['TIMED_OUT', 'signedOut'])
  release()
  await siwxSettled()
  expect([world.modal.getState().siwx.status, viewOf(world)]).toEqual(['signedIn', undefined])
})

test.each<[string, (world: SiwxWorld) => unknown]>([
  ['of another account', ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [bob] })],
  ['for another network', ({ modal }) => switchNetwork(modal, { network: 'eip155:10' })],
  ['that has expired', ({ clock }) => clock.advance(60_000)],
  [
    'that was rejected',
    async ({ modal, test: own }) => {
      own.faults.set('addSession', new SignInRefusedError({ field: 'nonce' }))
      await codeOf(signIn(modal))
    },
  ],
  [
    'from before a disconnect',
    async ({ modal }) => {
      await disconnect(modal)
      await connect(modal, { connectorId })
    },
  ],
])('does not resend a signature %s', async (_, happen) => {
  const world = await createAskedWorld()
  world.test.lifetime = 60_000
  world.test.faults.set('addSession', new ServerError())
  await codeOf(signIn(world.modal))
  await happen(world)
  await siwxSettled()
  world.test.faults.clear()
  const session = await signIn(world.modal)
  expect([session.data.nonce, world.wallet.count('sign')]).toEqual(['nonce2', 2])
})

test('closing the view aborts the attempt without an error, and a late approval changes nothing', async () => {
  const world = await createSigningWorld()
  const signing = codeOf(signIn(world.modal))
  await siwxSettled()
  close(world.modal)
  expect(await signing).toBe('ABORTED')
  expect(world.wallet.last('sign').signal.aborted).toBe(true)
  world.wallet.last('sign').approve()
  await siwxSettled()
  expect(world.modal.getState().siwx).toEqual({ status: 'signedOut', caipAddress: aliceOnMainnet })
  expect([eventsOf(world), world.test.sessions]).toEqual([['CLICK_SIGN_SIWX_MESSAGE'], []])
})

test('the caller’s signal aborts the attempt', async () => {
  const world = await createSigningWorld()
  const controller = new AbortController()
  const signing = codeOf(signIn(world.modal, { signal: controller.signal }))
  await siwxSettled()
  controller.abort()
  expect([await signing, world.modal.getState().siwx.status]).toEqual(['ABORTED', 'signedOut'])
})

test('a second attempt aborts the first', async () => {
  const world = await createSigningWorld()
  const older = codeOf(signIn(world.modal))
  await siwxSettled()
  const newer = codeOf(signIn(world.modal))
  await siwxSettled()
  expect([await older, world.modal.getState().siwx.status]).toEqual(['ABORTED', 'signing'])
  world.wallet.last('sign').approve()
  expect([await newer, world.modal.getState().siwx.status]).toEqual(['ok', 'signedIn'])
})

test('an account change aborts the attempt and asks the new account to sign in', async () => {
  const world = await createSigningWorld()
  const signing = codeOf(signIn(world.modal))
  await siwxSettled()
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  expect(await signing).toBe('ACCOUNT_CHANGED')
  world.wallet.last('sign').approve()
  await siwxSettled()
  expect(world.modal.getState().siwx).toEqual({ status: 'signedOut', caipAddress: `eip155:1:${bob.address}` })
  expect([viewOf(world), world.test.sessions]).toEqual(['SIWXSignMessage', []])
})

test.each([
  [false, 'signedIn'],
  [true, 'signedOut'],
] as const)(
  'a network change does not abort the attempt; with chain-bound sessions %s it ends %s',
  async (isChainBound, status) => {
    const world = await createSigningWorld()
    world.test.isChainBound = isChainBound
    const signing = codeOf(signIn(world.modal))
    await siwxSettled()
    world.wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })
    expect(world.modal.getState().siwx).toEqual({ status: 'signing', caipAddress: `eip155:10:${alice.address}` })
    world.wallet.last('sign').approve()
    expect(await signing).toBe('ok')
    await siwxSettled()
    expect(world.modal.getState().siwx).toMatchObject({ status, caipAddress: `eip155:10:${alice.address}` })
  },
)

test('a sign-in in another tab aborts the attempt and closes the view', async () => {
  const world = await createSigningWorld()
  const signing = codeOf(signIn(world.modal))
  await siwxSettled()
  world.test.sessions = [createTestSession('eip155:1', alice.address)]
  world.test.notify()
  await siwxSettled()
  expect([world.modal.getState().siwx.status, viewOf(world), await signing]).toEqual(['signedIn', undefined, 'ABORTED'])
})

test('a wallet timeout after a sign-in in another tab does not reopen the view', async () => {
  const world = await createSigningWorld()
  close(world.modal)
  const signing = codeOf(signIn(world.modal))
  world.test.sessions = [createTestSession('eip155:1', alice.address)]
  world.test.notify()
  await siwxSettled()
  expect(world.modal.getState().siwx.status).toBe('signedIn')
  await world.clock.advance(timeouts.approval)
  expect(await signing).toBe('TIMED_OUT')
  await siwxSettled()
  expect([world.modal.getState().siwx.status, viewOf(world)]).toEqual(['signedIn', undefined])
})

test('[S8.38] rejects with "SIWX is not enabled" without a sign-in option', async () => {
  const { modal } = createTestModal()
  await expect(signIn(modal)).rejects.toMatchObject({ code: 'SIWX_NOT_ENABLED', shortMessage: 'SIWX is not enabled' })
})

test('[S8.39] rejects with "No ActiveCaipAddress found" without an account', async () => {
  const { modal } = createSiwxWorld()
  await expect(signIn(modal)).rejects.toMatchObject({
    code: 'NO_ACTIVE_ADDRESS',
    shortMessage: 'No ActiveCaipAddress found',
  })
})

test('[S8.40] rejects with "No ActiveCaipNetwork or client found" without the network or the connector', async () => {
  const refused = { code: 'NO_ACTIVE_NETWORK', shortMessage: 'No ActiveCaipNetwork or client found' }
  const world = createSiwxWorld({ wallets: [createTestWallet({ caipNetworkId: unknownId })] })
  await connect(world.modal, { connectorId })
  await expect(signIn(world.modal)).rejects.toMatchObject({ ...refused, details: unknownId })
  const other = await createAskedWorld()
  other.evm.withdraw(other.wallet.connector)
  await expect(signIn(other.modal)).rejects.toMatchObject({ ...refused, details: connectorId })
})

test('rejects with NOT_STARTED before the modal is started', async () => {
  const { modal } = createSiwxWorld({ isStarted: false })
  await expect(signIn(modal)).rejects.toMatchObject({ code: 'NOT_STARTED' })
})

test('destroying the modal aborts the attempt without state changes, warnings or timers', async () => {
  const world = await createSigningWorld()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const signing = codeOf(signIn(world.modal))
  await siwxSettled()
  world.modal.destroy()
  const state = world.modal.getState()
  expect(await signing).toBe('ABORTED')
  await siwxSettled()
  expect([world.modal.getState() === state, warn.mock.calls.length, world.clock.pending()]).toEqual([true, 0, 0])
})
