import type { SignInRefusedError } from '@latchkey/core/plugin'
import { expect, test } from 'vitest'
import { createContext } from '../../test/createContext.js'
import { createStorage, type FakeStorage } from '../../test/createStorage.js'
import { evm, toKept } from '../../test/messages.js'
import { createHttpSessions, type HttpSessionsOptions } from './createHttpSessions.js'
import type { Sessions } from './sessions.js'

const { chainId, accountAddress } = evm
const kept = toKept()
const plan = { address: accountAddress, chainId, domain: 'app.example', uri: 'https://app.example' } as const

type Call = {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly init: RequestInit | undefined
}
type Answer = (call: Call) => Response | Promise<Response>

function setUp(answer: Answer, options: Partial<HttpSessionsOptions> = {}, storage?: FakeStorage | null) {
  const calls: Call[] = []
  const rig = createContext({
    storage: storage === undefined ? createStorage() : storage,
    fetch: async (input, init) => {
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const call = { method: init?.method ?? 'GET', url: String(input), body, init }
      calls.push(call)
      return answer(call)
    },
  })
  const sessions: Sessions = createHttpSessions({ url: 'https://app.example/siwx', ...options })(rig.context)
  return { ...rig, calls, sessions }
}

const json = (value: unknown, status = 200): Response => Response.json(value, { status })
const empty = (): Response => new Response(null, { status: 204 })

test('requests a nonce with the known fields, and returns the server’s times', async () => {
  const terms = {
    nonce: 'k3J9sPq02LmZx8Vb',
    issuedAt: evm.issuedAt,
    expirationTime: evm.expirationTime,
    requestId: '7',
  }
  const { sessions, calls } = setUp(() => json({ ...terms, more: 1 }))
  expect(await sessions.request?.(plan)).toEqual({ ...terms, notBefore: undefined })
  expect(calls).toMatchObject([{ method: 'POST', url: 'https://app.example/siwx/nonce', body: plan }])
  expect(calls[0]?.init).toMatchObject({ credentials: 'include', headers: { 'content-type': 'application/json' } })
})

test('sends the signature for verification, and requests the sessions of an account', async () => {
  const { sessions, calls } = setUp(({ method }) =>
    json(method === 'POST' ? { session: {} } : { sessions: [kept, null, {}] }),
  )
  await sessions.add(kept)
  expect(await sessions.get(chainId, accountAddress)).toEqual([kept])
  const { by: _, ...sent } = kept
  expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', 'https://app.example/siwx/verify', sent],
    ['GET', `https://app.example/siwx/session?chainId=eip155%3A31337&address=${accountAddress}`, undefined],
  ])
  expect(calls.every(({ init }) => init?.credentials === 'include')).toBe(true)
})

test('signs out one account, or all', async () => {
  const { sessions, calls } = setUp(() => empty())
  await sessions.delete(chainId, accountAddress)
  await sessions.set([])
  expect(calls.map(({ url, body }) => [url, body])).toEqual([
    ['https://app.example/siwx/sign-out', { chainId, address: accountAddress }],
    ['https://app.example/siwx/sign-out', {}],
  ])
})

test('set sends new sessions for verification, and signs out those that are not listed', async () => {
  const [old, added] = [toKept({ chainId: 'eip155:1' }), toKept({ nonce: 'anotherNonce' })]
  const { sessions, calls } = setUp(({ method, url }) =>
    url.endsWith('/sign-out') ? empty() : json(method === 'GET' ? { sessions: [kept, old] } : { session: {} }),
  )
  await sessions.set([kept, added])
  expect(calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'GET /siwx/session',
    'POST /siwx/verify',
    'POST /siwx/sign-out',
  ])
  expect([calls[1]?.body, calls[2]?.body]).toMatchObject([{ message: added.message }, { chainId: 'eip155:1' }])
})

test('resolves a relative URL against the page', async () => {
  const { sessions, calls } = setUp(() => json({ sessions: [] }), { url: '/api/siwx/' })
  await sessions.get(chainId, accountAddress)
  expect(calls[0]?.url).toMatch(/^https:\/\/app\.example\/api\/siwx\/session\?/)
})

test('omits credentials if configured', async () => {
  const { sessions, calls } = setUp(() => json({ sessions: [] }), { credentials: 'omit' })
  await sessions.get(chainId, accountAddress)
  expect(calls[0]?.init?.credentials).toBe('omit')
})

test('sends a token with the requests of this visit without storing it, and reports it', async () => {
  const told: unknown[] = []
  const storage = createStorage()
  const answer: Answer = ({ url }) => (url.endsWith('/sign-out') ? empty() : json({ token: 'abc-_1', sessions: [] }))
  const { sessions, calls } = setUp(answer, { onToken: (token) => told.push(token) }, storage)
  await sessions.add(kept)
  await sessions.get(chainId, accountAddress)
  await sessions.set([])
  await sessions.get(chainId, accountAddress)
  const headers = calls.map(({ init }) => new Headers(init?.headers).get('authorization'))
  expect(headers).toEqual([null, 'Bearer abc-_1', 'Bearer abc-_1', null])
  expect(told).toEqual(['abc-_1', undefined])
  expect([...storage.entries.values()].join()).not.toContain('abc')
})

test('stores a token between visits if tokenKey is set, and ignores an invalid one', async () => {
  const storage = createStorage()
  const answer: Answer = () => json({ token: 'abc', sessions: [] })
  await setUp(answer, { tokenKey: 'token' }, storage).sessions.add(kept)
  const next = setUp(answer, { tokenKey: 'token' }, storage)
  await next.sessions.get(chainId, accountAddress)
  expect(new Headers(next.calls[0]?.init?.headers).get('authorization')).toBe('Bearer abc')
  storage.entries.set('token', 'a\r\nb: c')
  await next.sessions.get(chainId, accountAddress)
  expect(new Headers(next.calls[1]?.init?.headers).get('authorization')).toBeNull()
})

test('calls onToken with the stored token after a reload, and after each change by another tab', async () => {
  const storage = createStorage()
  storage.entries.set('token', 'abc')
  const tokens: unknown[] = []
  const options = { tokenKey: 'token', onToken: (token: string | undefined) => void tokens.push(token) }
  const { sessions } = setUp(() => json({ sessions: [] }), options, storage)
  for (const token of ['abc', 'def', undefined]) {
    if (token) storage.entries.set('token', token)
    else storage.entries.delete('token')
    await sessions.get(chainId, accountAddress)
    await sessions.get(chainId, accountAddress)
  }
  expect(tokens).toEqual(['abc', 'def', undefined])
})

test('an onToken that throws is only a warning: the sign-in has succeeded', async () => {
  const cause = new Error('no client yet')
  const onToken = (): never => {
    throw cause
  }
  const { sessions, warnings } = setUp(() => json({ token: 'abc', sessions: [kept] }), { onToken })
  await sessions.add(kept)
  expect(await sessions.get(chainId, accountAddress)).toEqual([kept])
  expect(warnings).toEqual([cause])
})

test.each([null, 'broken'] as const)('with storage %s a token is kept for this visit', async (kind) => {
  const storage = kind && createStorage()
  storage?.broken.add('getItem').add('setItem').add('removeItem')
  const { sessions, calls, warnings } = setUp(
    () => json({ token: 'abc', sessions: [] }),
    { tokenKey: 'token' },
    storage,
  )
  await sessions.add(kept)
  await sessions.get(chainId, accountAddress)
  expect(new Headers(calls[1]?.init?.headers).get('authorization')).toBe('Bearer abc')
  expect(warnings).toHaveLength(kind ? 1 : 0)
})

test.each([
  [
    400,
    { error: 'MESSAGE_REFUSED', field: 'domain', message: 'It is another.' },
    { code: 'SIGN_IN_REFUSED', field: 'domain', details: 'MESSAGE_REFUSED: It is another.' },
  ],
  [401, { error: 'SIGNATURE_REFUSED', field: 'signature' }, { code: 'SIGN_IN_REFUSED', field: 'signature' }],
  [403, 'Forbidden', { code: 'HTTP_STATUS', status: 403 }],
  [404, {}, { code: 'HTTP_STATUS', status: 404 }],
  [429, { error: 'TOO_MANY_REQUESTS' }, { code: 'RATE_LIMITED' }],
  [408, {}, { code: 'SERVER_ERROR' }],
  [500, { error: 'X', field: 'domain' }, { code: 'SERVER_ERROR' }],
  [503, '<p>Sorry', { code: 'SERVER_ERROR' }],
])('error: maps HTTP %i with %j to an error code', async (status, body, error) => {
  const { sessions } = setUp(() => (typeof body === 'string' ? new Response(body, { status }) : json(body, status)))
  await expect(sessions.add(kept)).rejects.toMatchObject(error)
  await expect(sessions.get(chainId, accountAddress)).rejects.toMatchObject({ code: error.code })
})

test.each(['<p>Hello', '7', '{}', '{"sessions":{}}', ''])(
  'error: rejects with SERVER_ERROR for the response %j',
  async (text) => {
    const { sessions } = setUp(() => new Response(text))
    await expect(sessions.get(chainId, accountAddress)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
    await expect(sessions.request?.(plan)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  },
)

test.each([
  { nonce: 'short', issuedAt: evm.issuedAt },
  { nonce: 'with spaces in it', issuedAt: evm.issuedAt },
  { nonce: evm.nonce },
  { nonce: evm.nonce, issuedAt: 'now' },
  { nonce: evm.nonce, issuedAt: evm.issuedAt, expirationTime: 7 },
  { nonce: evm.nonce, issuedAt: evm.issuedAt, requestId: 7 },
])('error: rejects with SERVER_ERROR for the nonce response %j', async (terms) => {
  await expect(setUp(() => json(terms)).sessions.request?.(plan)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
})

test('error: rejects with SERVER_ERROR if the network fails, and after a timeout', async () => {
  const broken = setUp(() => Promise.reject(new TypeError('fetch failed')))
  await expect(broken.sessions.add(kept)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  const silent = setUp(() => new Promise(() => undefined))
  const asking = expect(silent.sessions.get(chainId, accountAddress)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  await silent.clock.advance(10_000)
  await asking
  expect(silent.calls[0]?.init?.signal?.aborted).toBe(true)
  const checking = expect(silent.sessions.add(kept)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  await silent.clock.advance(35_000)
  await checking
})

test('aborts pending requests when the modal ends', async () => {
  const { sessions, calls, end } = setUp(() => new Promise(() => undefined))
  const asking = expect(sessions.get(chainId, accountAddress)).rejects.toMatchObject({ name: 'AbortError' })
  end()
  await asking
  expect(calls[0]?.init?.signal?.aborted).toBe(true)
  await expect(sessions.get(chainId, accountAddress)).rejects.toMatchObject({ name: 'AbortError' })
  expect(calls).toHaveLength(1)
})

test('ignores a used nonce if the server has a session with it, as the response may have been lost', async () => {
  let list: readonly unknown[] = [kept]
  const { sessions } = setUp(({ method }) =>
    method === 'GET' ? json({ sessions: list }) : json({ error: 'NONCE_REFUSED', field: 'nonce' }, 400),
  )
  await sessions.add(kept)
  list = [toKept({ nonce: 'anotherNonce' })]
  await expect(sessions.add(kept)).rejects.toMatchObject({ field: 'nonce' } satisfies Partial<SignInRefusedError>)
})

test('error: rejects with SERVER_ERROR if the sessions cannot be read after a used nonce', async () => {
  const { sessions } = setUp(({ method }) =>
    method === 'GET' ? json({}, 503) : json({ error: 'NONCE_REFUSED', field: 'nonce' }, 401),
  )
  await expect(sessions.add(kept)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
})

test('sends as many other sign-ins as fit into a request, and does not resend those that the server left out', async () => {
  const { sessions, calls } = setUp(({ method }) => json(method === 'POST' ? {} : { sessions: [] }))
  const others = Array.from({ length: 30 }, (_, index) => ({
    ...toKept({ chainId: `eip155:${index + 2}` }),
    signature: `0x${'00'.repeat(2_000)}`,
  }))
  await sessions.add(kept, others)
  const [{ body }] = calls as unknown as readonly [{ readonly body: { readonly others: readonly object[] } }]
  expect(body.others.length).toBeGreaterThan(10)
  expect(body.others.length).toBeLessThan(30)
  expect(JSON.stringify(body).length).toBeLessThan(65_536)
  const [other] = others
  if (other) await expect(sessions.add(other)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED', field: 'nonce' })
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET'])
})

test('notifies other tabs of changes by a storage key that contains no account', async () => {
  const storage = createStorage()
  const { sessions, page } = setUp(({ url }) => (url.endsWith('verify') ? json({}) : empty()), {}, storage)
  let told = 0
  const stop = sessions.onChange?.(() => told++)
  await sessions.add(kept)
  expect([...storage.entries.keys()]).toEqual(['latchkey/siwx-changed'])
  expect(storage.entries.get('latchkey/siwx-changed')).toMatch(/^\d+$/)
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'latchkey/siwx-changed' }))
  expect(told).toBe(1)
  stop?.()
  expect(page.listenerCount()).toBe(0)
})
