import { createSolanaVerifier } from '@latchkey/adapter-solana/verify'
import type { Env, Siwx, SiwxSession, VerifySignature } from '@latchkey/core'
import { expect, test } from 'vitest'
import { createRig, type Rig, type RigOptions } from '../test/createRig.js'
import { createStorage } from '../test/createStorage.js'
import { createTestServer, type TestServer } from '../test/createTestServer.js'
import { createBitcoinSigner, createEvmSigner, createSolanaSigner, signWith, type TestSigner } from '../test/signers.js'
import { createTestNetworks } from '../test/testAccounts.js'
import { recaps } from '../test/wallets.js'
import { toMessageText } from './message/messageText.js'
import { createMemorySessionStore, type SessionStore } from './server/stores/sessionStore.js'

const origin = 'https://app.example.org:8443'
const location = { host: 'app.example.org:8443', origin, href: `${origin}/shop` }
const evmSigner: TestSigner = { ...createEvmSigner(), chainId: 'eip155:31337' }
const nobody = `0x${'0'.repeat(40)}`

/** A browser with cookies on the app's page, connected to the handlers. */
function createBrowser(server: TestServer): Env['fetch'] {
  let cookie = ''
  return async (input, init) => {
    const headers = new Headers({ ...(init?.headers as Record<string, string>), origin })
    if (init?.credentials === 'include' && cookie !== '') headers.set('cookie', cookie)
    const response = await server.siwx.handle(new Request(input, { ...init, headers }))
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
    return response
  }
}

function setUp(fetch: Env['fetch'], options: RigOptions = {}): Rig {
  return createRig({ fetch, location, options: { server: 'https://api.example.org/siwx' }, ...options })
}

test.each([
  ['eip155', evmSigner, 'eip155:31338'],
  ['solana', createSolanaSigner(), 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['bip122', createBitcoinSigner(), 'bip122:000000000933ea01ad0ee984209779ba'],
] as const)(
  'signs in on %s, stays signed in after a reload and on another network, and signs out [S4.21]',
  async (_, signer, other) => {
    const fetch = createBrowser(createTestServer())
    const { siwx } = setUp(fetch)
    expect(await siwx.getSessions(signer.chainId, signer.address)).toEqual([])
    const session = await signWith(siwx, signer)
    await siwx.addSession(session)
    const later = setUp(fetch).siwx
    expect(await later.getSessions(signer.chainId, signer.address)).toEqual([{ ...session, by: 'key' }])
    expect(await later.getSessions(other, signer.address)).toHaveLength(1)
    expect(await later.getSessions(signer.chainId, createEvmSigner(2).address)).toEqual([])
    await later.revokeSession(other, signer.address)
    expect(await later.getSessions(signer.chainId, signer.address)).toEqual([])
  },
)

test('uses the server’s times, even if the page’s clock is years behind', async () => {
  const { siwx, clock } = setUp(createBrowser(createTestServer()))
  const { data } = await signWith(siwx, evmSigner)
  expect(new Date(clock.now()).getUTCFullYear()).toBe(2023)
  expect([data.issuedAt, data.expirationTime]).toEqual(['2030-01-01T00:00:00.000Z', '2030-01-08T00:00:00.000Z'])
})

test('rejects with SERVER_ERROR while the server is down, and accepts the same signature later [B13]', async () => {
  const answer = createBrowser(createTestServer())
  let isDown = false
  const rig = setUp((...call) => (isDown ? Promise.reject(new TypeError('fetch failed')) : answer(...call)))
  const session = await signWith(rig.siwx, evmSigner)
  isDown = true
  await expect(rig.siwx.addSession(session)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  await expect(
    rig.siwx.createMessage({ accountAddress: evmSigner.address, chainId: 'eip155:31337' }),
  ).rejects.toMatchObject({
    code: 'SERVER_ERROR',
  })
  await expect(rig.siwx.getSessions('eip155:31337', evmSigner.address)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  isDown = false
  await rig.siwx.addSession(session)
  expect(await rig.siwx.getSessions('eip155:31337', evmSigner.address)).toHaveLength(1)
})

test('accepts a session on retry if the response to the first attempt was cut off', async () => {
  const answer = createBrowser(createTestServer())
  let isCut = true
  const { siwx } = setUp(async (...call) => {
    const response = await answer(...call)
    if (!isCut || !String(call[0]).endsWith('/verify')) return response
    isCut = false
    return new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('cut off')) }))
  })
  const session = await signWith(siwx, evmSigner)
  await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  await siwx.addSession(session)
  expect(await siwx.getSessions('eip155:31337', evmSigner.address)).toHaveLength(1)
})

test.each([
  [
    'signature',
    async (session: SiwxSession) => ({ ...session, signature: await createSolanaSigner(2).sign(session.message) }),
  ],
  ['domain', async (session: SiwxSession) => ({ ...session, message: session.message.replace('app.', 'evil.') })],
  ['nonce', async (session: SiwxSession) => ({ ...session, data: { ...session.data, nonce: 'k3j9spq02lmzx8vb' } })],
] as const)('error: rejects with SIGN_IN_REFUSED and the field %s that the server names', async (field, change) => {
  const { siwx } = setUp(createBrowser(createTestServer()))
  const session = await change(await signWith(siwx, createSolanaSigner()))
  await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED', field })
  expect(await siwx.getSessions(session.data.chainId, session.data.accountAddress)).toEqual([])
})

test('rejects a signature in another browser once its nonce has been used', async () => {
  const server = createTestServer()
  const { siwx } = setUp(createBrowser(server))
  const session = await signWith(siwx, evmSigner)
  await siwx.addSession(session)
  const { siwx: thief } = setUp(createBrowser(server))
  await expect(thief.addSession(session)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED', field: 'nonce' })
})

test('signs in with a token if the server returns one', async () => {
  const fetch = createBrowser(createTestServer({ session: 'token' }))
  const storage = createStorage()
  const options = { server: { url: 'https://api.example.org/siwx', tokenKey: 'shop/token' } }
  const rig = setUp(fetch, { options, storage })
  await rig.siwx.addSession(await signWith(rig.siwx, evmSigner))
  const later = setUp(fetch, { options, storage }).siwx
  expect(await later.getSessions('eip155:31338', evmSigner.address)).toHaveLength(1)
  expect(await setUp(fetch).siwx.getSessions('eip155:31337', evmSigner.address)).toEqual([])
  await later.setSessions([])
  expect([await later.getSessions('eip155:31337', evmSigner.address), storage.entries.has('shop/token')]).toEqual([
    [],
    false,
  ])
})

test('deletes the token only when the last account signs out', async () => {
  const fetch = createBrowser(createTestServer({ session: 'token' }))
  const tokens: (string | undefined)[] = []
  const storage = createStorage()
  const server = {
    url: 'https://api.example.org/siwx',
    tokenKey: 'shop/token',
    onToken: (token: string | undefined) => void tokens.push(token),
  }
  const { siwx } = setUp(fetch, { options: { server }, storage })
  const other = createSolanaSigner()
  await siwx.addSession(await signWith(siwx, other))
  await siwx.addSession(await signWith(siwx, evmSigner))
  await siwx.revokeAccount?.('solana', other.address)
  expect([tokens, storage.entries.get('shop/token')]).toEqual([[expect.any(String), tokens[1]], tokens[1]])
  await siwx.revokeAccount?.('eip155', evmSigner.address)
  expect([tokens.slice(2), storage.entries.has('shop/token')]).toEqual([[undefined], false])
})

test('lists the newest session first', async () => {
  const { siwx } = setUp(createBrowser(createTestServer()))
  const chains = ['eip155:31337', 'eip155:31338'] as const
  for (const chainId of chains) await siwx.addSession(await signWith(siwx, { ...evmSigner, chainId }))
  const sessions = await siwx.getSessions(chains[0], evmSigner.address)
  expect(sessions.map(({ data }) => data.chainId)).toEqual(chains.toReversed())
})

test('setSessions replaces all sessions', async () => {
  const { siwx } = setUp(createBrowser(createTestServer()))
  const other = createSolanaSigner()
  await siwx.addSession(await signWith(siwx, other))
  const session = await signWith(siwx, evmSigner)
  await siwx.setSessions([session])
  expect(await siwx.getSessions('eip155:31337', evmSigner.address)).toHaveLength(1)
  expect(await siwx.getSessions(other.chainId, other.address)).toEqual([])
})

test('signs a wallet that signed for two networks while connecting in with the first signature [S4.24]', async () => {
  const answer = createBrowser(createTestServer())
  const statuses: number[] = []
  const fetch: Env['fetch'] = async (...call) => {
    const response = await answer(...call)
    statuses.push(response.status)
    return response
  }
  const { siwx } = setUp(fetch, { options: { server: 'https://api.example.org/siwx', statement: 'Welcome.' } })
  const sessions = await signWhileConnecting(siwx, evmSigner)
  for (const session of sessions) await siwx.addSession(session)
  // the nonce, the sign-in, and the sign-ins that the server has: none is refused
  expect(statuses).toEqual([200, 200, 200])
  const kept = await siwx.getSessions('eip155:31338', evmSigner.address)
  expect(kept).toMatchObject([{ data: { chainId: 'eip155:31337', statement: `Welcome. ${recaps.words}` }, by: 'key' }])
  const forged = sessions.map((session) => ({ ...session, message: session.message.replace('Welcome', 'Hello') }))
  const { siwx: other } = setUp(createBrowser(createTestServer()))
  for (const session of forged)
    await expect(other.addSession(session)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
})

test('signs a contract account that signed while connecting in on both networks with one request [S4.24]', async () => {
  const verify: VerifySignature = async () => ({ isValid: true, by: 'contract' })
  const networks = createTestNetworks().filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const answer = createBrowser(createTestServer({ networks, verifiers: [{ namespace: 'eip155', verify }] }))
  const requests: string[] = []
  const fetch: Env['fetch'] = async (...call) => {
    const response = await answer(...call)
    requests.push(`${new URL(String(call[0])).pathname} ${response.status}`)
    return response
  }
  const { siwx } = setUp(fetch, { options: { server: 'https://api.example.org/siwx', statement: 'Welcome.' } })
  const [first, second] = await signWhileConnecting(siwx, evmSigner)
  if (!first || !second) throw new Error('The wallet signed nothing.')
  await siwx.addSession(first, [second])
  await siwx.addSession(second, [])
  expect(requests).toEqual(['/siwx/nonce 200', '/siwx/verify 200', '/siwx/session 200'])
  for (const chainId of ['eip155:31337', 'eip155:31338'] as const)
    expect(await siwx.getSessions(chainId, evmSigner.address)).toMatchObject([{ data: { chainId }, by: 'contract' }])
  requests.length = 0
  await siwx.revokeAccount?.('eip155', evmSigner.address)
  expect(requests).toEqual(['/siwx/sign-out 204'])
  for (const chainId of ['eip155:31337', 'eip155:31338'] as const)
    expect(await siwx.getSessions(chainId, evmSigner.address)).toEqual([])
})

test('keeps the browser’s other sign-ins valid if the store fails for one of several networks', async () => {
  const verify: VerifySignature = async () => ({ isValid: true, by: 'contract' })
  const networks = createTestNetworks().filter(({ chainNamespace }) => chainNamespace !== 'bip122')
  const store = createMemorySessionStore({ now: () => 0 })
  const add: SessionStore['add'] = async (request) => {
    if (request.signedIn.data.chainId === 'eip155:31338') throw new Error('down')
    await store.add(request)
  }
  const server = createTestServer({
    networks,
    verifiers: [{ namespace: 'eip155', verify }, createSolanaVerifier()],
    sessions: { ...store, add },
  })
  const { siwx } = setUp(createBrowser(server))
  const solana = createSolanaSigner()
  await siwx.addSession(await signWith(siwx, solana))
  const [first, second] = await signWhileConnecting(siwx, evmSigner)
  if (!first || !second) throw new Error('The wallet signed nothing.')
  await siwx.addSession(first, [second])
  expect(await siwx.getSessions('eip155:31337', evmSigner.address)).toHaveLength(1)
  expect(await siwx.getSessions('eip155:31338', evmSigner.address)).toEqual([])
  expect(await siwx.getSessions(solana.chainId, solana.address)).toHaveLength(1)
  expect(server.warnings).toMatchObject([{ message: 'down' }])
})

async function signWhileConnecting(siwx: Siwx, signer: TestSigner): Promise<readonly SiwxSession[]> {
  const { toString: _, ...asked } = await siwx.createMessage({ accountAddress: nobody, chainId: 'eip155:31337' })
  return Promise.all(
    (['eip155:31337', 'eip155:31338'] as const).map(async (chainId) => {
      const statement = `${asked.statement} ${recaps.words}`
      const data = { ...asked, chainId, accountAddress: signer.address, statement, resources: [recaps.resource] }
      const message = toMessageText(data)
      const signature = await signer.sign(message)
      const p = {
        iss: `did:pkh:${chainId}:${signer.address}`,
        aud: data.uri,
        domain: data.domain,
        version: data.version,
        nonce: data.nonce,
        iat: data.issuedAt ?? '',
        exp: data.expirationTime,
        requestId: data.requestId,
        statement,
        resources: data.resources,
      }
      return { data, message, signature, cacao: { h: { t: 'caip122' }, p, s: { t: 'eip191', s: signature } } } as const
    }),
  )
}
