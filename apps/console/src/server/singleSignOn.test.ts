import { readFile } from 'node:fs/promises'
import { findFreePort, type RunningIdentity, startIdentity } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, type Reply, startTestConsole, type TestConsole } from '../testing/startTestConsole.js'
import { toMac } from './database.js'
import { findRole } from './singleSignOn.js'

let identity: RunningIdentity
let world: TestConsole
beforeAll(async () => {
  const port = await findFreePort()
  const publicUrl = `http://localhost:${port}/`
  identity = await startIdentity({ redirectUris: [`${publicUrl}api/single-sign-on/callback`] })
  const { issuer, clientId, clientSecret } = identity.providers.google as Readonly<Record<string, string>>
  world = await startTestConsole({
    port,
    publicUrl,
    singleSignOn: {
      issuer: issuer ?? '',
      clientId: clientId ?? '',
      clientSecret: clientSecret ?? '',
      scope: 'openid email groups',
      name: 'Example',
      roles: {
        emails: { 'ada@example.org': 'owner', 'bob@example.org': 'auditor' },
        groups: { operations: 'support' },
      },
    },
  })
})
afterAll(async () => {
  await world?.stop()
  await identity?.stop()
})

/** Logs in at the provider like a browser. Returns the callback URL that the provider redirects to. */
async function logIn(url: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(url)
  for (let step = 0; step < 8; step++) {
    if (next.pathname.endsWith('/callback')) return next
    const isForm = next.pathname.includes('/interaction/')
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ name, answer: 'allow' }) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(key, value)
    }
    next = new URL(response.headers.get('location') ?? '', next)
  }
  throw new Error(`The provider ended at ${next}.`)
}

/** Returns to the console, as a cross-site navigation. */
const finish = (browser: Browser, { pathname, search }: URL): Promise<Reply> =>
  browser.send('GET', `${pathname}${search}`, undefined, { 'sec-fetch-site': 'cross-site' })

async function signIn(name: string): Promise<{ readonly browser: Browser; readonly location: string | null }> {
  const browser = world.createBrowser()
  const { body } = await browser.ask('POST /api/sign-in/provider')
  const { status, headers } = await finish(browser, await logIn(body.url, name))
  expect(status).toBe(303)
  return { browser, location: headers.get('location') }
}
const whoIs = async (browser: Browser): Promise<unknown> => (await browser.ask('GET /api/session')).body.operator

describe('single sign-on', () => {
  test('assigns the role of a verified email address or a group, and finds the same operator at the next sign-in', async () => {
    const { browser, location } = await signIn('ada')
    expect(location).toBe('/')
    const operator = await whoIs(browser)
    expect(operator).toMatchObject({ role: 'owner', name: expect.stringMatching(/^ada-at-example\.org\.[0-9a-f]{8}$/) })
    expect(await whoIs((await signIn('ada')).browser)).toEqual(operator)
    expect(await whoIs((await signIn('eve.operations')).browser)).toMatchObject({ role: 'support' })
    // the vault refuses names that start with lk_
    expect(await whoIs((await signIn('lk_eve.operations')).browser)).toMatchObject({
      name: expect.stringMatching(/^sso\.[0-9a-f]{8}$/),
    })
    // another account with the same address is another operator
    expect(await whoIs((await signIn('ada.staff')).browser)).not.toEqual(operator)
  })

  test('error: refuses accounts without a role, with an unverified email address, or removed by an owner', async () => {
    for (const name of ['eve', 'ada.unverified']) {
      const { browser, location } = await signIn(name)
      expect(location).toBe('/sign-in?problem=SINGLE_SIGN_ON')
      expect((await browser.ask('GET /api/session')).status).toBe(401)
    }
    const { browser: owner } = await signIn('ada')
    await signIn('bob')
    const { operators } = (await owner.ask('GET /api/operators')).body
    const bob = operators.find(({ name }) => name.startsWith('bob-at-'))
    await owner.ask('POST /api/operators/remove', { id: bob?.id ?? '' })
    expect((await signIn('bob')).location).toBe('/sign-in?problem=SINGLE_SIGN_ON')
  })

  test('error: refuses passkeys to operators who sign in at the provider, because passkeys would outlast their role', async () => {
    const { browser } = await signIn('ada')
    const refused = { status: 403, body: { error: { code: 'SINGLE_SIGN_ON' } } }
    expect(await browser.ask('POST /api/passkeys/options')).toMatchObject(refused)
    const { operator } = (await browser.ask('GET /api/session')).body
    expect(operator.isSingleSignOn).toBe(true)
    await expect(world.invite(operator.name, 'owner')).rejects.toThrow('can’t use passkeys')

    // a passkey that was added by an earlier version, here of another operator
    const { authenticator, browser: other } = await world.signUp('alice', 'auditor')
    expect((await other.ask('GET /api/session')).body.operator.isSingleSignOn).toBe(false)
    const { query } = world.databases.console
    const secret = Buffer.from((await readFile(world.options.secretFile, 'utf8')).trim(), 'hex')
    const [row] = await query<{ id: string; public_key: Buffer }>(
      "SELECT * FROM passkeys WHERE operator_id = (SELECT id FROM operators WHERE name = 'alice')",
    )
    const { id = '', public_key: key = Buffer.of() } = row ?? {}
    const mac = toMac(secret, 'passkeys', [id, operator.id, key])
    await query('UPDATE passkeys SET operator_id = $2, mac = $3 WHERE id = $1', [id, operator.id, mac])
    expect(await world.signIn(authenticator)).toMatchObject(refused)
    const log = (await browser.ask('GET /api/audit', { event: 'signIn.refused', limit: 1 })).body
    expect(log.entries).toMatchObject([{ entry: { why: 'single sign-on only' } }])
    expect((await browser.ask('GET /api/passkeys')).body.passkeys).toHaveLength(1)
    expect((await browser.ask('POST /api/passkeys/remove', { id })).status).toBe(200)
  })

  test('error: accepts the provider’s response only once, in the browser that began, and with a valid ID token', async () => {
    const begin = async (): Promise<{ browser: Browser; answer: URL }> => {
      const browser = world.createBrowser()
      return { browser, answer: await logIn((await browser.ask('POST /api/sign-in/provider')).body.url, 'ada') }
    }
    const stolen = await begin()
    const thief = world.createBrowser()
    await thief.ask('POST /api/sign-in/provider')
    for (const other of [thief, world.createBrowser()])
      expect((await finish(other, stolen.answer)).headers.get('location')).toContain('problem=')
    const { browser, answer } = await begin()
    expect((await finish(browser, answer)).headers.get('location')).toBe('/')
    expect((await finish(browser, answer)).headers.get('location')).toContain('problem=')
    for (const idToken of ['algNone', 'foreignKey', 'wrongIssuer', 'wrongAudience', 'wrongNonce', 'expired'] as const) {
      identity.setFaults({ idToken })
      const forged = await begin()
      const { headers } = await finish(forged.browser, forged.answer)
      expect([idToken, headers.get('location')]).toEqual([idToken, '/sign-in?problem=SINGLE_SIGN_ON'])
    }
    identity.setFaults({})
  })
})

test('findRole returns the strongest of the matching roles', () => {
  const map = { emails: { 'a@example.org': 'auditor' }, groups: { one: 'support', two: 'owner' } } as const
  expect(findRole(map, { email: 'a@example.org', groups: ['one'] })).toBe('support')
  expect(findRole(map, { email: undefined, groups: ['two', 'one'] })).toBe('owner')
  expect(findRole(map, { email: 'b@example.org', groups: ['constructor', '__proto__'] })).toBeUndefined()
})
