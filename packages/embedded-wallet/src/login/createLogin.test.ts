import { describe, expect, test, vi } from 'vitest'
import { createMemory, createRig, type Rig, type RigOptions } from '../../test/createRig.js'
import { Fault } from '../../test/createTestFrame.js'
import { createTestPopup } from '../../test/createTestPopup.js'
import { base, toNetwork } from '../../test/networks.js'
import type { AppMessage } from '../protocol/messages.js'
import { type FrameMemoryKey, toMemoryKey } from '../storage/frameMemory.js'

const { signal } = new AbortController()

type Features = Rig['connector']['features']

/** An app whose frame holds back its replies to messages of this name, once `hold` was called. */
function setUp(name: AppMessage['name'], options: RigOptions = {}) {
  const storage = createMemory()
  let isHeld = false
  const held: ((reply: unknown) => void)[] = []
  const rig = createRig({
    storage,
    ...options,
    answer: (message) =>
      isHeld && message.name === name ? new Promise((resolve) => void held.push(resolve)) : options.answer?.(message),
  })
  return {
    rig,
    storage,
    features: rig.connector.features,
    getStored: (...keys: FrameMemoryKey[]) =>
      keys.filter((key) => storage.items.has(toMemoryKey(rig.context.options.id, key))),
    /** Sends a request. Resolves once the frame has it; `outcome` is its error, or what it resolved with. */
    async hold(request: () => Promise<unknown> | undefined) {
      isHeld = true
      const outcome = Promise.resolve(request()).catch((cause: unknown) => cause)
      await vi.waitFor(() => expect(held).toHaveLength(1))
      isHeld = false
      return { outcome }
    },
    /** Sends the held reply, and waits until the page has read it. */
    async reply(payload: unknown) {
      for (const send of held.splice(0)) send(payload)
      await rig.getClient().call('SYNC_THEME', {}, { signal })
    },
    signOut: () => rig.connector.disconnect({ namespace: 'eip155', signal }),
  }
}

const loginKeys = ['emailLoginUsed', 'email', 'username', 'socialProvider', 'lastChain'] as const
const ended = { code: 'UNAUTHORIZED', details: expect.stringContaining('has ended') }
const user = (address: string, email = 'known@example.org') => ({ address, chainId: 1, email })

describe('a reply that arrives after the user has signed out', () => {
  test('[S4.33] to the request for the account connects and stores nothing', async () => {
    const { rig, getStored, hold, reply, signOut } = setUp('GET_USER')
    await rig.login()
    const { outcome } = await hold(() => rig.connect())
    await signOut()
    await reply(user(rig.frame.keys.evm.address))
    expect(await outcome).toMatchObject(ended)
    expect(getStored(...loginKeys)).toEqual([])
    await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await (await rig.getEvm()).request({ method: 'eth_accounts' })).toEqual([])
  })

  test('[S4.33] to the login check restores no login', async () => {
    const { rig, storage, getStored, hold, reply, signOut } = setUp('IS_CONNECTED', { isLoggedIn: true })
    storage.items.set(toMemoryKey('latchkey', 'emailLoginUsed'), 'true')
    const { outcome } = await hold(() => rig.connect('eip155', undefined, true))
    await signOut()
    await reply({ isConnected: true })
    expect(await outcome).toMatchObject(ended)
    expect(getStored(...loginKeys)).toEqual([])
    await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(rig.frame.count('GET_USER')).toBe(0)
  })

  test('to a network switch stores no network, and the app gets the EIP-1193 code 4100', async () => {
    const { rig, getStored, hold, reply, signOut } = setUp('SWITCH_NETWORK')
    await rig.login()
    await rig.connect()
    const provider = await rig.getEvm()
    const params = [{ chainId: '0x2105' }]
    const { outcome } = await hold(() => provider.request({ method: 'wallet_switchEthereumChain', params }))
    await signOut()
    await reply({ chainId: 8453 })
    expect(await outcome).toMatchObject({ code: 4100 })
    expect(getStored(...loginKeys)).toEqual([])
  })

  test('to a change of the email stores no email', async () => {
    const { rig, features, getStored, hold, reply, signOut } = setUp('UPDATE_EMAIL_SECONDARY_OTP')
    await rig.login()
    await rig.connect()
    const { outcome } = await hold(() => features['email:verifySecondary']?.({ code: '123456', signal }))
    await signOut()
    await reply({ newEmail: 'new@example.org' })
    expect(await outcome).toMatchObject(ended)
    expect(getStored(...loginKeys)).toEqual([])
  })

  test('to a change of the account type changes no account', async () => {
    const { rig, features, hold, reply, signOut } = setUp('SET_PREFERRED_ACCOUNT', { smartAccountNetworks: [1] })
    await rig.login()
    await rig.connect()
    const { outcome } = await hold(() => features['account:type']?.({ namespace: 'eip155', type: 'eoa', signal }))
    await signOut()
    await reply({ type: 'eoa', address: rig.frame.keys.evm.address })
    expect(await outcome).toMatchObject(ended)
    expect(rig.events.map(([event]) => event)).toEqual(['disconnect'])
  })

  const logins: readonly (readonly [
    AppMessage['name'],
    unknown,
    (features: Features) => Promise<unknown> | undefined,
  ])[] = [
    ['CONNECT_EMAIL', { action: 'CONNECT' }, (own) => own['email:login']?.({ email: 'ada@example.org', signal })],
    ['CONNECT_OTP', undefined, (own) => own['email:verify']?.({ code: '123456', signal })],
    ['CONNECT_PHONE_OTP', { userName: '+49 15' }, (own) => own['phone:verify']?.({ code: '123456', signal })],
    ['CONNECT_FARCASTER', { userName: 'ann.eth' }, (own) => own['farcaster:wait']?.({ signal })],
    ['CONNECT_TOKEN', user(`0x${'1'.repeat(40)}`), (own) => own['token:login']?.({ token: 't', signal })],
    ['CONNECT_GUEST', user(`0x${'1'.repeat(40)}`), (own) => own['guest:login']?.({ signal })],
  ]
  test.each(logins)('to a login in progress does not log the user in: %s', async (name, payload, logIn) => {
    const { rig, features, getStored, hold, reply, signOut } = setUp(name)
    const { outcome } = await hold(() => logIn(features))
    await signOut()
    await reply(payload)
    expect(await outcome).toMatchObject({ code: 'REQUEST_ABORTED', details: 'The user signed out.' })
    expect(getStored(...loginKeys)).toEqual([])
    await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    // the login may be complete at the frame
    expect(rig.frame.count('SIGN_OUT')).toBe(1)
  })

  test('to a social login does not log the user in, and the popup closes', async () => {
    const popup = createTestPopup()
    const { rig, features, getStored, hold, reply, signOut } = setUp('CONNECT_SOCIAL', { page: popup.page })
    rig.connector.prepare?.()
    await vi.dynamicImportSettled()
    const onStep = vi.fn<() => void>()
    const { outcome } = await hold(() => {
      const login = features['social:login']?.({ provider: 'google', signal, onStep })
      void vi
        .waitFor(() => expect(popup.visited).toHaveLength(1))
        .then(() => {
          popup.post({ resultUri: 'https://wallet.example/social/result?state=s1&code=c1' }, 'https://wallet.example')
        })
      return login
    })
    await signOut()
    await reply({ ...user(`0x${'1'.repeat(40)}`), userName: 'ann' })
    expect(await outcome).toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(popup.isClosed).toBe(true)
    expect(getStored(...loginKeys)).toEqual([])
    await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

test('a sign-out rejects a pending request at once, without waiting for the reply', async () => {
  const { rig, hold, signOut } = setUp('GET_USER')
  await rig.login()
  const { outcome } = await hold(() => rig.connect())
  await signOut()
  expect(await outcome).toMatchObject(ended)
})

test('a sign-out while the frame is still opening ends a login that has not been sent', async () => {
  const { rig, features, hold, reply, signOut } = setUp('GET_SMART_ACCOUNT_ENABLED_NETWORKS')
  const { outcome } = await hold(() => features['email:verify']?.({ code: '123456', signal }))
  await signOut()
  await reply({ smartAccountEnabledNetworks: [] })
  expect(await outcome).toMatchObject({ code: 'REQUEST_ABORTED' })
  expect(rig.frame.count('CONNECT_OTP')).toBe(0)
  await rig.login()
  expect((await rig.connect()).accounts).toHaveLength(1)
})

test('a reply that arrives after another tab has signed out stores nothing, and connects nothing', async () => {
  const { rig, storage, getStored, hold, reply } = setUp('GET_USER')
  await rig.login()
  await rig.connect()
  const { outcome } = await hold(() => rig.connect('solana'))
  const other = createRig({ storage })
  await other.connector.disconnect({ namespace: 'eip155', signal })
  // the browser reports what another tab has deleted
  const key = toMemoryKey('latchkey', 'emailLoginUsed')
  rig.context.env.window()?.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: null }))
  await reply({
    address: rig.frame.keys.solana.publicKey.toBase58(),
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  })
  expect(await outcome).toMatchObject(ended)
  expect(getStored(...loginKeys)).toEqual([])
})

describe('after another user has logged in', () => {
  const logInAs = async ({ connector }: Rig, email: string) => {
    await connector.features['email:login']?.({ email, signal })
    await connector.features['email:verify']?.({ code: '123456', signal })
  }
  /** The second login follows the first within 30 seconds. */
  const answer: RigOptions['answer'] = ({ name }) => (name === 'CONNECT_EMAIL' ? { action: 'VERIFY_OTP' } : undefined)

  test('a reply about the first user changes nothing for the second', async () => {
    const { rig, storage, hold, reply } = setUp('GET_USER', { answer })
    await rig.login()
    const { outcome } = await hold(() => rig.connect('eip155', toNetwork(base)))
    storage.items.delete(toMemoryKey('latchkey', 'lastLogin')) // 30 seconds have passed
    await logInAs(rig, 'known-grace@example.org')
    await rig.connect()
    await reply({ ...user(`0x${'1'.repeat(40)}`), chainId: 8453 })
    expect(await outcome).toMatchObject(ended)
    const { accounts, caipNetworkId } = await rig.connect()
    expect([accounts[0].address, caipNetworkId]).toEqual([rig.frame.keys.evm.address, 'eip155:1'])
    expect(storage.items.get(toMemoryKey('latchkey', 'lastChain'))).toBe('1')
  })

  test('a refusal of a request of the first user does not end the login of the second', async () => {
    const { rig, storage, hold, reply } = setUp('RPC_REQUEST', { answer })
    await rig.login()
    await rig.connect()
    const provider = await rig.getEvm()
    const { outcome } = await hold(() => provider.request({ method: 'eth_blockNumber' }))
    storage.items.delete(toMemoryKey('latchkey', 'lastLogin')) // 30 seconds have passed
    await logInAs(rig, 'known-grace@example.org')
    await rig.connect()
    await reply(Promise.reject(new Fault({ message: 'No user is logged in', code: 4100 })))
    expect(await outcome).toMatchObject({ code: 4100 })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([rig.frame.keys.evm.address])
    expect(rig.events).toEqual([])
  })

  test('a login that started first but completes last does not log its user in', async () => {
    const { rig, features, storage, hold, reply } = setUp('CONNECT_FARCASTER', { answer })
    const { outcome } = await hold(() => features['farcaster:wait']?.({ signal }))
    await logInAs(rig, 'known-grace@example.org')
    await rig.connect()
    await reply({ userName: 'ann.eth' })
    expect(await outcome).toMatchObject({ code: 'REQUEST_ABORTED', details: 'Another login was completed.' })
    expect(storage.items.has(toMemoryKey('latchkey', 'username'))).toBe(false)
    expect(storage.items.has(toMemoryKey('latchkey', 'socialProvider'))).toBe(false)
  })
})

test('a login that has ended elsewhere does not end another login in progress', async () => {
  const { rig, features, hold, reply } = setUp('CONNECT_PHONE_OTP')
  await rig.login()
  await rig.connect()
  const { outcome } = await hold(() => features['phone:verify']?.({ code: '123456', signal }))
  rig.frame.logOut()
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await reply({ userName: '+49 15' })
  expect(await outcome).toBeUndefined()
})
