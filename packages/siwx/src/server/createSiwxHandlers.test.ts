import { describe, expect, test, vi } from 'vitest'
import { createTestServer } from '../../test/createTestServer.js'
import { createBitcoinAccount, createEvmAccount, createSolanaAccount } from '../../test/testAccounts.js'
import { createSiwxHandlers } from './createSiwxHandlers.js'

const day = 86_400_000
const accounts = [
  ['EVM', createEvmAccount()],
  ['Solana', createSolanaAccount()],
  ['Bitcoin', createBitcoinAccount()],
] as const

describe('signing in', () => {
  test.each(accounts)('an account on %s signs in, stays signed in, and signs out', async (_, account) => {
    const { browser } = createTestServer()
    const { address, chainId } = account
    const asked = await browser.ask()
    expect(asked).toEqual({
      nonce: expect.stringMatching(/^[a-z2-9]{24}$/),
      issuedAt: '2030-01-01T00:00:00.000Z',
      expirationTime: '2030-01-08T00:00:00.000Z',
      requestId: expect.stringMatching(/^[a-z2-9]{24}$/),
    })
    expect(await browser.list()).toEqual([])
    const signIn = await browser.prepare(account)
    const reply = await browser.send('verify', signIn)
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { session: { address, chainId, by: 'key', expirationTime: asked.expirationTime } },
    ])
    const [session] = await browser.list(`?chainId=${chainId}&address=${address}`)
    expect(session).toEqual({ ...JSON.parse(JSON.stringify(signIn)), by: 'key' })
    expect((await browser.send('sign-out', { chainId, address })).status).toBe(204)
    expect([browser.getCookie(), await browser.list()]).toEqual(['', []])
  })

  test('several accounts share one cookie, and are listed and signed out separately', async () => {
    const { browser } = createTestServer()
    const [evm, second, solana] = [createEvmAccount(0), createEvmAccount(1), createSolanaAccount()]
    for (const account of [evm, second, solana]) expect((await browser.signIn(account)).status).toBe(200)
    const addresses = async (query?: string): Promise<readonly string[]> =>
      (await browser.list(query)).map(({ data }) => data.accountAddress)
    expect(await addresses()).toEqual([evm.address, second.address, solana.address])
    // a key's sign-in is valid on the other networks of its namespace only
    expect(await addresses('?chainId=eip155:31338')).toEqual([evm.address, second.address])
    expect(await addresses(`?chainId=eip155:31338&address=${evm.address.toLowerCase()}`)).toEqual([evm.address])
    expect(await addresses(`?chainId=eip155:1&address=${solana.address}`)).toEqual([])
    expect(await addresses(`?address=${solana.address.toLowerCase()}`)).toEqual([])
    // the same account replaces its own entry
    await browser.signIn(evm)
    expect(await addresses()).toEqual([second.address, solana.address, evm.address])
    await browser.send('sign-out', { chainId: 'eip155:31338', address: second.address })
    expect(await addresses()).toEqual([solana.address, evm.address])
    await browser.send('sign-out', {})
    expect([await addresses(), browser.getCookie()]).toEqual([[], ''])
  })

  test('a session expires at the expiration time of its message', async () => {
    const { browser, wait } = createTestServer()
    await browser.signIn(createEvmAccount())
    wait(7 * day - 1)
    expect(await browser.list()).toHaveLength(1)
    wait(1)
    expect(await browser.list()).toEqual([])
  })

  test('the cookie is HttpOnly, bound to the host, and replaced at each sign-in', async () => {
    const { browser, siwx } = createTestServer()
    const reply = await browser.signIn(createEvmAccount())
    expect(reply.headers.get('set-cookie')).toMatch(
      /^__Host-latchkey-siwx=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    const before = browser.getCookie()
    await browser.signIn(createSolanaAccount())
    expect(browser.getCookie()).not.toBe(before)
    // the previous secret is no longer valid
    const request = new Request('https://api.example.org/siwx/session', { headers: { cookie: before } })
    expect(await (await siwx.handle(request)).json()).toEqual({ sessions: [] })
    expect(await browser.list()).toHaveLength(2)
  })

  test.each([
    [{ cookie: { sameSite: 'none' } } as const, /; SameSite=None; Secure; Partitioned$/],
    [{ origins: ['http://localhost:4173'] } as const, /^latchkey-siwx=.*; SameSite=Lax$/],
    [{ cookie: { name: 'shop', isSecure: false } } as const, /^shop=.*; SameSite=Lax$/],
  ])('sets a cookie with the options %j', async (options, form) => {
    const { createBrowser } = createTestServer(options)
    const browser = createBrowser('origins' in options ? options.origins[0] : undefined)
    expect((await browser.signIn(createEvmAccount())).headers.get('set-cookie')).toMatch(form)
    expect(await browser.list()).toHaveLength(1)
  })

  test('a session as a token is returned to the page, and sets no cookie', async () => {
    const { browser, siwx } = createTestServer({ session: 'token' })
    const reply = await browser.signIn(createEvmAccount())
    const { token } = (await reply.json()) as { token: string }
    expect([token, reply.headers.get('set-cookie')]).toEqual([expect.stringMatching(/^[\w-]{43}$/), null])
    const read = async (headers: Record<string, string>): Promise<unknown> =>
      (await siwx.handle(new Request('https://api.example.org/session', { headers }))).json()
    expect(await read({ authorization: `Bearer ${token}` })).toMatchObject({ sessions: [{ by: 'key' }] })
    for (const headers of [{ cookie: `__Host-latchkey-siwx=${token}` }, { authorization: token }, {}])
      expect(await read(headers)).toEqual({ sessions: [] })
    await browser.send('sign-out', {}, { headers: { authorization: `Bearer ${token}` } })
    expect(await read({ authorization: `Bearer ${token}` })).toEqual({ sessions: [] })
  })
})

describe('protect', () => {
  test('calls the handler for signed-in users, and responds with 401 to others', async () => {
    const { browser, siwx } = createTestServer()
    const members = siwx.protect((_, [first]) => Response.json({ hello: first.data.accountAddress }))
    const ask = async (cookie: string): Promise<readonly unknown[]> => {
      const headers = { origin: 'https://app.example.org:8443', cookie }
      const reply = await members(new Request('https://api.example.org/members', { headers }))
      return [reply.status, reply.headers.get('access-control-allow-origin'), await reply.json()]
    }
    const origin = 'https://app.example.org:8443'
    expect(await ask('')).toEqual([401, origin, { error: 'NOT_SIGNED_IN', message: 'Sign in first.' }])
    await browser.signIn(createEvmAccount())
    expect(await ask(browser.getCookie())).toEqual([200, origin, { hello: createEvmAccount().address }])
    expect((await ask(browser.getCookie().replace(/.$/, '_')))[0]).toBe(401)
    expect(await siwx.getSignedIn(new Request('https://api.example.org'))).toEqual([])
  })
})

describe('options', () => {
  test.each([
    [{ origins: [] }, /^origins/],
    ...[
      '*',
      'https://*.example.org',
      'https://a.example/',
      'https://a.example:443',
      'a.example',
      'null',
      'ftp://a.example',
    ].map((origin) => [{ origins: [origin] }, /^origins/] as const),
    [{ origins: ['https://user@a.example'] }, /^origins/],
    [{ networks: [] }, /^networks/],
    [{ verifiers: [] }, /^networks: there is no verifier for eip155:31337/],
    [{ durations: { nonce: 0 } }, /^durations: nonce/],
    [{ durations: { session: Number.NaN } }, /^durations: session/],
    [{ cookie: { sameSite: 'none', isSecure: false } }, /^cookie/],
    [{ cookie: { name: 'a;b' } }, /^cookie/],
  ] as const)('error: rejects %j at creation', (options, message) => {
    expect(() => createTestServer(options)).toThrow(message)
  })

  test('no store or verifier is called before the first request', () => {
    const fail = vi.fn(() => Promise.reject(new Error('asked')))
    const store = { create: fail, find: fail, consume: fail, countOpen: fail, add: fail, list: fail, remove: fail }
    const network = {
      id: 1,
      name: 'One',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    }
    const verifiers = [{ namespace: 'eip155', verify: fail }]
    createSiwxHandlers({
      verifiers,
      networks: [network],
      origins: ['https://a.example'],
      nonces: store,
      sessions: store,
    })
    expect(fail).not.toHaveBeenCalled()
  })
})
