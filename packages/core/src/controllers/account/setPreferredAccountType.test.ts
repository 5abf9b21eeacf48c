import { expect, test } from 'vitest'
import type { Account } from '../../contracts/account.js'
import { FrameFailedError, FrameRequestTimedOutError } from '../../errors/login.js'
import { getPreferredAccountType } from '../../modal/connections.js'
import { getNetworkState } from '../../modal/namespaces.js'
import { alice, bob, sol } from '../../testing/accounts.js'
import { createLoggedInWorld, createLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { createTestModal, restored } from '../../testing/createTestModal.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { switchNetwork } from '../network/switch.js'
import { watchEvents } from '../shell/actions.js'
import { getAccount, isSmartAccountEnabled } from './account.js'
import { setPreferredAccountType } from './accountType.js'

/** Alice's own key, and the smart account that it owns. */
const smart: Account = { namespace: 'eip155', address: bob.address, type: 'smartAccount' }
const key = 'latchkey/state'

const eoaFirst = {
  accounts: [alice, smart],
  smartAccountEnabledNetworks: [1, 137],
  smartAccountDeployed: false,
} as const
const smartFirst = { ...eoaFirst, accounts: [smart, alice] } as const

/** Logs Alice in with her own key, on a network where she has a smart account. */
async function createAccountWorld(facts: typeof eoaFirst | typeof smartFirst = eoaFirst): Promise<LoginWorld> {
  const login = createTestLogin()
  login.facts.set('eip155', facts)
  return createLoggedInWorld({ login })
}

const account = ({ modal }: LoginWorld) => getAccount(modal.getState(), 'eip155')
const stored = ({ storage }: LoginWorld) => JSON.parse(storage.entries.get(key) ?? '').data

/** Sets an account type and lets the wallet respond. */
async function choose(world: LoginWorld, type: 'eoa' | 'smartAccount', answer: unknown): Promise<unknown> {
  const outcome = setPreferredAccountType(world.modal, { namespace: 'eip155', type }).catch((cause: unknown) => cause)
  await settle()
  const request = world.login.last('account')
  if (answer instanceof Error) request.fail(answer)
  else request.approve(answer)
  return outcome
}

test('[S4.14] switches to the smart account once the wallet responds with it, and back to the EOA', async () => {
  const world = await createAccountWorld()
  const changes: unknown[] = []
  watchEvents(world.modal, ({ event, properties }) => changes.push([event, properties]))
  const changing = setPreferredAccountType(world.modal, { type: 'smartAccount' })
  await settle()
  expect(world.login.open()).toEqual(['account eip155 smartAccount'])
  expect(world.modal.getState().accountTypeChange).toEqual({ namespace: 'eip155', type: 'smartAccount' })
  expect(account(world).address).toBe(alice.address)

  world.login.last('account').approve({ type: 'smartAccount', address: smart.address.toLowerCase() })
  await changing
  expect(world.modal.getState().accountTypeChange).toBeUndefined()
  expect(account(world)).toMatchObject({ type: 'smartAccount', preferredAccountType: 'smartAccount' })
  expect(account(world).allAccounts.map(({ type }) => type)).toEqual(['smartAccount', 'eoa'])
  expect(account(world).address?.toLowerCase()).toBe(smart.address.toLowerCase())
  expect(changes).toEqual([['SET_PREFERRED_ACCOUNT_TYPE', { accountType: 'smartAccount', network: 'eip155:1' }]])

  expect(await choose(world, 'eoa', { type: 'eoa', address: alice.address })).toBeUndefined()
  expect(account(world)).toMatchObject({ address: alice.address, type: 'eoa', preferredAccountType: 'eoa' })
  expect(world.clock.pending()).toBe(0)
})

test('[S3.23] the preferred account type is stored and requested on the next visit', async () => {
  const world = await createAccountWorld(smartFirst)
  expect(stored(world).accountTypes).toBeUndefined()
  await choose(world, 'eoa', { type: 'eoa', address: alice.address })
  expect(stored(world)).toMatchObject({
    accountTypes: { eip155: 'eoa' },
    connections: { eip155: [{ address: alice.address }] },
  })
  world.modal.destroy()

  const login = createTestLogin()
  login.email = 'alice@example.org'
  const requested: unknown[] = []
  const { connect: ask } = login.connector
  Object.assign(login.connector, {
    connect: (request: Parameters<typeof ask>[0]) => {
      requested.push([request.namespace, request.accountType])
      return ask(request)
    },
  })
  const next = createLoginWorld({ login, storage: world.storage })
  await restored()
  expect(getPreferredAccountType(next.modal.getState(), 'eip155')).toBe('eoa')
  expect(requested).toEqual([
    ['eip155', 'eoa'],
    ['solana', 'eoa'],
  ])
  await disconnect(next.modal)
  expect(getPreferredAccountType(next.modal.getState(), 'eip155')).toBe('eoa')
})

test('[S3.21] the type that the user chose overrides the app’s default, also in another tab', async () => {
  const world = await createAccountWorld(smartFirst)
  await choose(world, 'eoa', { type: 'eoa', address: alice.address })
  const { modal, login } = createLoginWorld({
    storage: world.storage,
    enableReconnect: false,
    defaultAccountTypes: { eip155: 'smartAccount' },
  })
  login.email = 'alice@example.org'
  await connect(modal, { connectorId: login.connector.meta.id, namespace: 'eip155' })
  expect(getPreferredAccountType(modal.getState(), 'eip155')).toBe('eoa')
})

test.each([[{ eip155: 'payment' }], [{ eip155: null }], ['eoa'], [null], [[]], [{ solana: 'eoa' }]])(
  'ignores an invalid stored account type: %j',
  async (accountTypes) => {
    const data = { connections: {}, networks: {}, accountTypes }
    const storage = createTestStorage({ [key]: JSON.stringify({ v: 1, data }) })
    const { modal, login } = createLoginWorld({ storage })
    login.email = 'alice@example.org'
    login.facts.set('eip155', smartFirst)
    await connect(modal, { connectorId: login.connector.meta.id, namespace: 'eip155' })
    expect(getPreferredAccountType(modal.getState(), 'eip155')).toBe('smartAccount')
    await setPreferredAccountType(modal, { type: 'smartAccount' })
    expect(JSON.parse(storage.entries.get(key) ?? '').data.accountTypes).toMatchObject({
      eip155: 'smartAccount',
    })
  },
)

test.each([
  ['the wallet rejects', new FrameFailedError({ message: 'No' }), 'FRAME_FAILED'],
  ['the wallet does not respond', new FrameRequestTimedOutError(), 'FRAME_REQUEST_TIMED_OUT'],
  ['the connector throws', new TypeError('x is undefined'), 'CONNECTOR_FAILED'],
  [
    'the response has the address of another account',
    { type: 'smartAccount', address: alice.address },
    'INVALID_WALLET_REPLY',
  ],
  [
    'the response has an unknown address',
    { type: 'smartAccount', address: `0x${'1'.repeat(40)}` },
    'INVALID_WALLET_REPLY',
  ],
  ['the response has an invalid address', { type: 'smartAccount', address: 'alice' }, 'INVALID_WALLET_REPLY'],
  ['the response has the other type', { type: 'eoa', address: alice.address }, 'INVALID_WALLET_REPLY'],
  ['the response is empty', undefined, 'INVALID_WALLET_REPLY'],
])('[S4.14] error: %s: falls back to the EOA and stores it as the preference', async (_name, answer, code) => {
  const world = await createAccountWorld()
  expect(await choose(world, 'smartAccount', answer)).toMatchObject({ code })
  expect(account(world)).toMatchObject({ address: alice.address, type: 'eoa', preferredAccountType: 'eoa' })
  expect(stored(world).accountTypes).toEqual({ eip155: 'eoa' })
  expect(world.modal.getState().accountTypeChange).toMatchObject({ type: 'smartAccount', error: { code } })
  expect(world.clock.pending()).toBe(0)

  expect(await choose(world, 'smartAccount', { type: 'smartAccount', address: smart.address })).toBeUndefined()
  expect(account(world)).toMatchObject({ address: smart.address, preferredAccountType: 'smartAccount' })
  expect(world.modal.getState().accountTypeChange).toBeUndefined()
})

test('[S4.14] error: switching back to the EOA fails: the EOA is used anyway', async () => {
  const world = await createAccountWorld(smartFirst)
  expect(account(world).type).toBe('smartAccount')
  expect(await choose(world, 'eoa', new FrameFailedError())).toMatchObject({ code: 'FRAME_FAILED' })
  expect(account(world)).toMatchObject({ address: alice.address, type: 'eoa', preferredAccountType: 'eoa' })
})

test('error: rejects with TIMED_OUT and falls back to the EOA if the wallet does not respond', async () => {
  const world = await createAccountWorld()
  const outcome = setPreferredAccountType(world.modal, { type: 'smartAccount' }).catch((cause: unknown) => cause)
  await world.clock.advance(150_000)
  expect(await outcome).toMatchObject({ code: 'TIMED_OUT' })
  expect(account(world)).toMatchObject({ type: 'eoa', preferredAccountType: 'eoa' })
  expect(world.login.last('account').signal.aborted).toBe(true)
})

test('[S6.2] error: FEATURE_NOT_SUPPORTED if the wallet has no smart account on the network', async () => {
  const world = await createAccountWorld()
  const { modal } = world
  expect([isSmartAccountEnabled(modal.getState()), isSmartAccountEnabled(modal.getState(), 'solana')]).toEqual([
    true,
    false,
  ])
  await switchNetwork(modal, { network: 'eip155:10' })
  expect(isSmartAccountEnabled(modal.getState())).toBe(false)
  await expect(setPreferredAccountType(modal, { type: 'smartAccount' })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  })
  await expect(setPreferredAccountType(modal, { namespace: 'solana', type: 'smartAccount' })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  })
  expect([world.login.requests.some(({ name }) => name === 'account'), stored(world).accountTypes]).toEqual([
    false,
    undefined,
  ])
})

test('[S6.2] if the smart account is active already, stores the preference without a wallet request', async () => {
  const world = await createAccountWorld(smartFirst)
  await setPreferredAccountType(world.modal, { type: 'smartAccount' })
  expect([world.login.requests.some(({ name }) => name === 'account'), stored(world).accountTypes]).toEqual([
    false,
    { eip155: 'smartAccount' },
  ])
})

test('a newer change aborts the older one, and a late response to the older changes nothing', async () => {
  const world = await createAccountWorld()
  const first = setPreferredAccountType(world.modal, { type: 'smartAccount' }).catch((cause: unknown) => cause)
  await settle()
  const older = world.login.last('account')
  const second = setPreferredAccountType(world.modal, { type: 'smartAccount' })
  expect(await first).toMatchObject({ code: 'ABORTED' })
  expect(world.modal.getState().accountTypeChange).toEqual({ namespace: 'eip155', type: 'smartAccount' })
  older.approve({ type: 'smartAccount', address: `0x${'2'.repeat(40)}` })
  await settle()
  expect(account(world).address).toBe(alice.address)
  world.login.last('account').approve({ type: 'smartAccount', address: smart.address })
  await second
  expect(account(world).address).toBe(smart.address)
})

test('disconnecting the wallet aborts the change, and stores nothing', async () => {
  const world = await createAccountWorld()
  const outcome = setPreferredAccountType(world.modal, { type: 'smartAccount' }).catch((cause: unknown) => cause)
  await settle()
  await disconnect(world.modal)
  expect(await outcome).toMatchObject({ code: 'ABORTED' })
  expect([world.modal.getState().accountTypeChange, account(world).isConnected]).toEqual([undefined, false])
  expect(stored(world).accountTypes).toBeUndefined()
})

test('the caller’s signal aborts the change, and the EOA becomes the preference', async () => {
  const world = await createAccountWorld()
  const controller = new AbortController()
  const { signal } = controller
  const outcome = setPreferredAccountType(world.modal, { type: 'smartAccount', signal }).catch(
    (cause: unknown) => cause,
  )
  await settle()
  controller.abort()
  expect(await outcome).toMatchObject({ code: 'ABORTED' })
  expect(account(world).preferredAccountType).toBe('eoa')
})

test('[S8.9] [S8.10] error: NO_AUTH_CONNECTOR without an embedded wallet, NOT_EMAIL_OR_SOCIAL with another one connected', async () => {
  const change = (modal: Parameters<typeof setPreferredAccountType>[0]) =>
    setPreferredAccountType(modal, { type: 'eoa' })
  await expect(change(createTestModal().modal)).rejects.toMatchObject({
    code: 'NO_AUTH_CONNECTOR',
    shortMessage: 'No auth connector found',
  })
  const world = createLoginWorld()
  await connect(world.modal, { connectorId: world.wallet.connector.meta.id })
  await expect(change(world.modal)).rejects.toMatchObject({
    code: 'NOT_EMAIL_OR_SOCIAL',
    shortMessage: 'Not connected to email or social',
  })
  await expect(change(createLoginWorld({ isStarted: false }).modal)).rejects.toMatchObject({ code: 'NOT_STARTED' })
})

test('error: FEATURE_NOT_SUPPORTED if the wallet can’t change its account type', async () => {
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'account:type': undefined })
  const world = await createLoggedInWorld({ login })
  await expect(setPreferredAccountType(world.modal, { type: 'eoa' })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  })
})

test('[S3.6] [S3.7] the wallet reports the networks with smart accounts and whether it is deployed', async () => {
  const world = await createAccountWorld()
  const { login, modal } = world
  const facts = () => [
    getNetworkState(modal.getState()).smartAccountEnabledNetworks,
    getAccount(modal.getState()).smartAccountDeployed,
  ]
  expect(facts()).toEqual([[1, 137], false])
  login.emit('change', { namespace: 'eip155', smartAccountDeployed: true, smartAccountEnabledNetworks: [1] })
  expect(facts()).toEqual([[1], true])
  // ids that aren't EIP-155 are dropped; invalid values change nothing
  const odd = { smartAccountDeployed: 'yes', smartAccountEnabledNetworks: [10, '1', -1, 1.5, Number.NaN, null] }
  login.emit('change', { namespace: 'eip155', ...odd } as never)
  expect(facts()).toEqual([[10], true])
  login.emit('change', { namespace: 'eip155', smartAccountEnabledNetworks: 'all' } as never)
  expect(facts()).toEqual([[10], true])
  expect(getNetworkState(modal.getState(), 'solana').smartAccountEnabledNetworks).toEqual([])
  expect(getAccount(modal.getState(), 'solana')).toMatchObject({
    address: sol.address,
    smartAccountDeployed: undefined,
  })
  expect(JSON.stringify(stored(world))).not.toMatch(/smartAccount/)
})

test('[S3.6] an unknown social provider is dropped from the user', async () => {
  const world = await createAccountWorld()
  const user = () => getAccount(world.modal.getState()).user
  world.login.emit('change', { namespace: 'eip155', user: { username: 'alice', socialProvider: 'github' } })
  expect(user()).toEqual({ username: 'alice', socialProvider: 'github' })
  world.login.emit('change', { namespace: 'eip155', user: { username: 'alice', socialProvider: 'My space' as never } })
  expect(user()).toEqual({ username: 'alice' })
})
