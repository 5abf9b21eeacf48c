import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import type { CustodyParams } from '../../protocol/custody.js'
import { removeExpired } from '../database/database.js'
import { createOperators } from '../test/createOperators.js'
import type { Visitor } from '../test/createVisitor.js'
import { readResult, type SocialWorld, startSocialWorld } from '../test/startSocialWorld.js'

const issuer = 'https://app.example/users'
const own = 'https://vault.example'

type TestKey = { readonly kid: string; readonly alg: string; readonly key: CryptoKey; readonly jwk: JWK }

async function createKey(kid: string, alg = 'ES256'): Promise<TestKey> {
  const { privateKey: key, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, key, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** The key set of the app's backend. */
const served = { keys: [] as JWK[], status: 200, requests: 0 }

let server: Server
let world: SocialWorld
let first: TestKey
let jwksUrl = ''

beforeAll(async () => {
  first = await createKey('first')
  served.keys = [first.jwk]
  server = createServer((_, response) => {
    served.requests += 1
    response.writeHead(served.status, { 'content-type': 'application/json' }).end(JSON.stringify(served))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
  const demo = { name: 'Demo', origins: ['https://app.example'], jwt: { issuer, audience: 'wallet', jwksUrl } }
  const projects = parseProjects(
    JSON.stringify({
      demo: { ...demo, guests: true },
      // an app whose issuer has the name of a provider
      claims: { ...demo, jwt: { ...demo.jwt, issuer: 'https://accounts.google.com', subjectClaim: 'user' } },
      narrow: { ...demo, jwt: { ...demo.jwt, algorithms: ['RS256'] } },
      other: { name: 'Other', origins: ['https://app.example'] },
    }),
  )
  world = await startSocialWorld({ processes: 2, projects })
})
afterAll(async () => {
  await world?.stop()
  await new Promise((resolve) => server?.close(resolve))
})

type TokenOptions = {
  readonly key?: TestKey
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Claims to leave out. */
  readonly without?: readonly string[]
}

const seconds = (): number => Math.floor(world.now() / 1_000)

function issue(
  sub: string,
  { key = first, claims = {}, header = {}, without = [] }: TokenOptions = {},
): Promise<string> {
  const all = { iss: issuer, aud: 'wallet', sub, iat: seconds(), exp: seconds() + 3_600, ...claims }
  const payload = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)))
  return new SignJWT(payload).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.key)
}

async function greet(options: Parameters<SocialWorld['createVisitor']>[0] = {}): Promise<Visitor> {
  const visitor = world.createVisitor(options)
  await visitor.get('hello', {})
  return visitor
}

/** A browser that keeps its key, as most do. */
async function greetKeeping(options: Parameters<SocialWorld['createVisitor']>[0] = {}): Promise<Visitor> {
  const visitor = world.createVisitor(options)
  await visitor.get('hello', { keepsKey: true })
  return visitor
}

const errorOf = async (asked: Promise<{ error?: { code: string; message: string } | undefined }>): Promise<string> => {
  const { error } = await asked
  return error ? `${error.code}: ${error.message}` : 'none'
}

const rejected = (reason: string): string => `SOCIAL_REFUSED: The app’s login token was rejected: ${reason}.`

describe('a token of the app’s backend', () => {
  test('opens one wallet for each of its users, the same in every browser', async () => {
    const [visitor, elsewhere] = [await greet(), await greet()]
    const { user } = await visitor.get('token.login', { token: await issue('ada', { claims: { name: 'Ada' } }) })
    expect(user).toMatchObject({ email: null, provider: 'token', username: 'Ada' })
    expect(await visitor.get('user.get', {})).toEqual(user)
    const again = await elsewhere.get('token.login', {
      token: await issue('ada', { claims: { aud: ['x', 'wallet'] } }),
    })
    expect(again.user.accounts).toEqual(user.accounts)
    const other = await (await greet()).get('token.login', { token: await issue('bob') })
    expect(other.user.accounts).not.toEqual(user.accounts)
  })

  test('works once: nobody else can use it, not even with its other valid ES256 signature', async () => {
    const token = await issue('replayed')
    const [visitor, thief] = [await greet(), await greet()]
    const { user } = await visitor.get('token.login', { token })
    // again, as after a lost reply
    expect(await visitor.get('token.login', { token })).toEqual({ user })
    const used = rejected('it was already used')
    expect(await errorOf(thief.ask('token.login', { token }))).toBe(used)
    expect(await errorOf(thief.ask('token.login', { token: toTwin(token) }))).toBe(used)
    const withId = (): Promise<string> => issue('replayed', { claims: { jti: 'one', iat: seconds() - 1 } })
    await thief.get('token.login', { token: await withId() })
    world.move(2_000)
    expect(await errorOf((await greet()).ask('token.login', { token: await withId() }))).toBe(used)
    world.move(60_000)
    expect(await errorOf(visitor.ask('token.login', { token }))).toBe(used)
    const [ada, bob] = [await greet(), await greet()]
    const raced = await issue('raced')
    const replies = await Promise.all([ada, bob].map((one) => one.ask('token.login', { token: raced })))
    expect(replies.filter(({ error }) => error === undefined)).toHaveLength(1)
  })

  test('error: is rejected if it doesn’t match the project’s settings, with a reason that doesn’t quote it', async () => {
    const rsa = await createKey('rsa', 'RS256')
    const foreign = { ...(await createKey('first')), jwk: first.jwk }
    served.keys = [first.jwk, rsa.jwk]
    world.move(5_000)
    const hour = 3_600
    const late = seconds()
    const cases: readonly (readonly [string, string])[] = [
      [await issue('m', { key: foreign }), 'its signature is not valid'],
      [toUnsigned(await issue('m')), 'its algorithm is not allowed'],
      [await toShared(await issue('m', { key: rsa }), rsa), 'its algorithm is not allowed'],
      [await issue('m', { key: rsa, header: { kid: 'first' } }), 'the key set has no such key'],
      [await issue('m', { header: { kid: 'unknown' } }), 'the key set has no such key'],
      [await issue('m', { claims: { aud: 'another' } }), 'its aud is not as expected'],
      [await issue('m', { claims: { iss: 'https://elsewhere.example' } }), 'its iss is not as expected'],
      [await issue('m', { claims: { exp: late - hour } }), 'it has expired'],
      [await issue('m', { claims: { nbf: late + hour } }), 'its nbf is not as expected'],
      [await issue('m', { claims: { iat: late + hour } }), 'its iat is not as expected'],
      [await issue('m', { claims: { iat: late - 400 } }), 'it is older than five minutes'],
      [await issue('m', { without: ['exp'] }), 'it has no exp'],
      [await issue('m', { without: ['iat'] }), 'it has no iat'],
      [await issue('m', { without: ['sub'] }), 'it has no sub'],
      [await issue(''), 'its sub is not a text of 1 to 255 characters'],
      [await issue('x'.repeat(256)), 'its sub is not a text of 1 to 255 characters'],
      ['canary.canary.canary', 'it is malformed'],
    ]
    const visitor = await greet()
    for (const [token, reason] of cases) {
      expect(await errorOf(visitor.ask('token.login', { token }))).toBe(rejected(reason))
    }
    expect(await errorOf(visitor.ask('user.get', {}))).toBe('NO_SESSION: You aren’t logged in.')
    expect(inspect(world.warnings, { depth: 20 })).not.toMatch(/canary|eyJ/)
  })

  test('error: is rejected in another project, with an algorithm that the project excludes, and on the vault’s own page', async () => {
    const token = await issue('n')
    const narrow = await greet({ project: 'narrow' })
    expect(await errorOf(narrow.ask('token.login', { token }))).toBe(rejected('its algorithm is not allowed'))
    const other = await greet({ project: 'other' })
    expect(await errorOf(other.ask('token.login', { token }))).toBe('NO_PROVIDER: This app has no login with tokens.')
    const page = await greet({ origin: own })
    expect(await errorOf(page.ask('token.login', { token }))).toBe('NOT_HERE: Do this in the app.')
  })

  test('cannot impersonate users of a provider, whatever its issuer is called', async () => {
    const project = 'claims'
    const victim = await world.enter(world.createVisitor({ project }), 'google', { name: 'ada' })
    const claims = { iss: 'https://accounts.google.com', user: 'ada' }
    const { user } = await (await greet({ project })).get('token.login', { token: await issue('-', { claims }) })
    expect(user.accounts).not.toEqual(victim.accounts)
  })

  test('is accepted after the backend has rotated its keys, with one fetch for many logins', async () => {
    world.move(5_000)
    const second = await createKey('second')
    served.keys = [second.jwk]
    const before = served.requests
    const login = async (): Promise<string> =>
      errorOf((await greet()).ask('token.login', { token: await issue(`rotated-${Math.random()}`, { key: second }) }))
    expect(await login()).toBe('none')
    expect(await login()).toBe('none')
    // one per process
    expect(served.requests - before).toBeLessThanOrEqual(2)
    // unknown keys don't cause repeated fetches
    for (let each = 0; each < 6; each++)
      await (await greet()).ask('token.login', { token: await issue('m', { header: { kid: 'unknown' } }) })
    expect(served.requests - before).toBeLessThanOrEqual(4)
    // the old key is no longer valid once the set is fetched again
    world.move(700_000)
    expect(await errorOf((await greet()).ask('token.login', { token: await issue('old') }))).toBe(
      rejected('the key set has no such key'),
    )
    served.keys = [first.jwk, second.jwk]
  })

  test('error: fails while the backend is down unless its keys are known, and a retry succeeds', async () => {
    world.move(3_700_000)
    served.status = 503
    const [visitor, token] = [await greet(), await issue('down')]
    const failed = 'SOCIAL_FAILED: The app’s login can’t be verified right now. Try again in a moment.'
    for (let each = 0; each < 2; each++) expect(await errorOf(visitor.ask('token.login', { token }))).toBe(failed)
    served.status = 200
    world.move(5_000)
    for (let each = 0; each < 2; each++) expect(await errorOf(visitor.ask('token.login', { token }))).toBe('none')
    served.status = 503
    world.move(700_000)
    const known = await greet()
    for (let each = 0; each < 2; each++)
      expect(await errorOf(known.ask('token.login', { token: await issue(`known-${each}`) }))).toBe('none')
    served.status = 200
    world.move(5_000)
  })

  test('lets its user add a login on the vault’s page while the session is fresh', async () => {
    const app = await greetKeeping()
    const { user } = await app.get('token.login', { token: await issue('adds') })
    const page = await openPage(app)
    const { uri } = await page.get('social.start', { provider: 'github', use: 'link' })
    const linked = await page.get('social.finish', readResult(await world.answerPopup(uri, { name: 'adds' })))
    expect(linked).toMatchObject({ user: { accounts: user.accounts } })
    world.move(700_000)
    expect(await errorOf(page.ask('social.start', { provider: 'google', use: 'link' }))).toBe(
      'RESUMED: Log in again to do this.',
    )
  })
})

describe('a guest', () => {
  test('gets the same wallet again in this browser after logging out, but in no other', async () => {
    const visitor = await greetKeeping()
    const { user } = await visitor.get('guest.login', {})
    expect(user).toMatchObject({ email: null, provider: 'guest' })
    await visitor.get('session.end', {})
    expect((await visitor.get('guest.login', {})).user).toEqual(user)
    const other = await (await greetKeeping()).get('guest.login', {})
    expect(other.user.accounts).not.toEqual(user.accounts)
    // a stolen cookie, without the key
    const thief = world.createVisitor({ credential: visitor.getCredential() })
    await thief.get('hello', {})
    expect((await thief.get('guest.login', {})).user.accounts).not.toEqual(user.accounts)
  })

  test('without a kept key is recognized by the cookie, and is refused without either', async () => {
    const visitor = await greet()
    const { user } = await visitor.get('guest.login', {})
    await visitor.get('session.end', {})
    expect((await visitor.get('guest.login', {})).user).toEqual(user)
    const bare = world.createVisitor({ keepsCookies: false })
    await bare.get('hello', { cookies: false })
    expect(await errorOf(bare.ask('guest.login', {}))).toMatch(/^NOT_ALLOWED: This browser can’t keep a wallet/)
    // the same browser, whose storage was too slow before, and keeps a key from now on
    const later = await greetKeeping({ credential: visitor.getCredential() })
    await later.get('session.end', {})
    expect((await later.get('guest.login', {})).user).toEqual(user)
    await later.get('guest.addEmail', { email: 'slow@mail.example' })
    await later.get('guest.confirmEmail', { code: world.getMail('slow@mail.example').code })
    expect((await later.get('user.get', {})).accounts).toEqual(user.accounts)
  })

  test('gets the same wallet again after an operator has logged them out or everybody, also without a kept key', async () => {
    const { run } = createOperators(() => world)
    const enter = async (visitor: Visitor, hello: CustodyParams<'hello'>) => {
      const { user } = await visitor.get('guest.login', {})
      return { visitor, hello, user }
    }
    const guests = [await enter(await greetKeeping(), { keepsKey: true }), await enter(await greet(), {})]
    const named = await greet()
    await world.logIn(named, 'revoked@mail.example')
    const own = guests.map(({ user }) => ['revoke-devices', `--user=${user.accounts[0]?.address}`, '--reason=a test'])
    for (const commands of [own, [['revoke', '--reason=a test']]]) {
      for (const words of commands) expect(await run(words)).toMatchObject({ status: 'done', changed: true })
      for (const { visitor } of guests)
        expect(await errorOf(visitor.ask('user.get', {}))).toMatch(/^NO_(?:SESSION|DEVICE)/)
      // unused devices are removed after a day
      world.move(2 * 86_400_000)
      await removeExpired(world.database, world.now())
      for (const { visitor, hello, user } of guests) {
        await visitor.get('hello', hello)
        expect((await visitor.get('guest.login', {})).user).toEqual(user)
      }
    }
    // all others are new in this browser
    await named.get('hello', {})
    expect(await named.get('email.start', { email: 'revoked@mail.example' })).toMatchObject({ action: 'VERIFY_DEVICE' })
  })

  test('keeps its addresses when adding an email address, and is no longer a guest', async () => {
    const app = await greetKeeping()
    const { user } = await app.get('guest.login', {})
    const page = await openPage(app)
    expect(await page.get('account.get', {})).toMatchObject({ isGuest: true, logins: [{ provider: 'guest' }] })
    // actions that need a proof need a login first
    expect(await errorOf(page.ask('recovery.print', {}))).toBe('NOT_ALLOWED: Add a login to your wallet first.')
    expect(
      (await page.ask('logins.remove', { id: (await page.get('account.get', {})).logins[0]?.id ?? '' })).error,
    ).toBeDefined()
    const email = 'guest@mail.example'
    await page.get('update.start', { email })
    await page.get('update.secondary', { code: world.getMail(email).code })
    const state = await page.get('account.get', {})
    expect(state.logins).toMatchObject([{ provider: 'email', name: email, isThis: true }])
    expect(state.isGuest).toBeUndefined()
    expect(await app.get('user.get', {})).toMatchObject({ email, accounts: user.accounts })
    world.move(61_000)
    const elsewhere = world.createVisitor()
    await world.logIn(elsewhere, email)
    expect((await elsewhere.get('user.get', {})).accounts).toEqual(user.accounts)
    // the browser alone opens another wallet from now on
    const stranger = await app.get('guest.login', {})
    expect(stranger.user.accounts).not.toEqual(user.accounts)
  })

  test('can add an email address in the app itself, and keeps its addresses and its session', async () => {
    const app = await greetKeeping()
    const { user } = await app.get('guest.login', {})
    const email = 'in-app@mail.example'
    const sent = await app.get('guest.addEmail', { email: 'In-App@mail.example' })
    expect(sent).toEqual({ expiresAt: world.now() + 600_000, retryAfter: 30 })
    const { code, text } = world.getMail(email)
    expect(text).toContain('to add this email address to a guest wallet')
    // another code can't be requested at once
    expect(await app.ask('guest.addEmail', { email })).toMatchObject({ error: { code: 'TOO_MANY', retryAfter: 30 } })
    expect(await errorOf(app.ask('guest.confirmEmail', { code: flip(code) }))).toBe('CODE_WRONG: Invalid code')
    // the code is valid for no other purpose
    expect(await errorOf(app.ask('update.secondary', { code }))).toMatch(/^NO_CHALLENGE/)
    expect(await errorOf(app.ask('email.verify', { code }))).toMatch(/^NO_CHALLENGE/)
    expect((await app.get('user.get', {})).email).toBeNull()
    expect(await app.get('guest.confirmEmail', { code })).toEqual({ email })
    // again, as after a lost reply
    expect(await app.get('guest.confirmEmail', { code })).toEqual({ email })
    const upgraded = await app.get('user.get', {})
    expect(upgraded).toMatchObject({ email, accounts: user.accounts })
    expect(upgraded.provider).toBeUndefined()
    const page = await openPage(app)
    const state = await page.get('account.get', {})
    expect(state.logins).toMatchObject([{ provider: 'email', name: email }])
    expect(state.isGuest).toBeUndefined()
    world.move(61_000)
    const elsewhere = world.createVisitor()
    await world.logIn(elsewhere, email)
    expect((await elsewhere.get('user.get', {})).accounts).toEqual(user.accounts)
    // the browser alone opens another wallet from now on
    await app.get('session.end', {})
    expect((await app.get('guest.login', {})).user.accounts).not.toEqual(user.accounts)
  })

  test('error: cannot add another user’s address, and is unchanged by wrong, expired and spent codes', async () => {
    const email = 'owned@mail.example'
    const owner = world.createVisitor()
    await world.logIn(owner, email)
    world.move(61_000)
    const app = await greetKeeping()
    const { user } = await app.get('guest.login', {})
    expect(await errorOf(app.ask('guest.addEmail', { email: 'nobody' }))).toMatch(/^INVALID_EMAIL/)
    // who has the address isn't revealed before its mailbox confirms
    await app.get('guest.addEmail', { email })
    const { code } = world.getMail(email)
    for (let each = 0; each < 2; each++)
      expect(await errorOf(app.ask('guest.confirmEmail', { code }))).toBe(
        'EMAIL_TAKEN: Another wallet already uses this email address.',
      )
    world.move(61_000)
    const free = 'free@mail.example'
    await app.get('guest.addEmail', { email: free })
    for (let each = 0; each < 3; each++)
      expect(await errorOf(app.ask('guest.confirmEmail', { code: flip(world.getMail(free).code) }))).toMatch(
        /^CODE_WRONG/,
      )
    expect(await errorOf(app.ask('guest.confirmEmail', { code: world.getMail(free).code }))).toMatch(/^CODE_SPENT/)
    world.move(61_000)
    await app.get('guest.addEmail', { email: free })
    world.move(600_000)
    expect(await errorOf(app.ask('guest.confirmEmail', { code: world.getMail(free).code }))).toMatch(/^CODE_EXPIRED/)
    expect(await app.get('user.get', {})).toEqual(user)
    await app.get('guest.addEmail', { email: free })
    expect(await app.get('guest.confirmEmail', { code: world.getMail(free).code })).toEqual({ email: free })
    expect((await owner.get('user.get', {})).email).toBe(email)
  })

  test('error: only a guest, in the browser that opens the wallet, can add an email address in an app', async () => {
    const named = world.createVisitor()
    await world.logIn(named, 'named@mail.example')
    const add = { email: 'thief@mail.example' }
    expect(await errorOf(named.ask('guest.addEmail', add))).toBe(
      'NOT_HERE: You have a login. Add others at https://vault.example/account?projectId=demo.',
    )
    expect(await errorOf((await greet()).ask('guest.addEmail', add))).toMatch(/^NO_SESSION/)
    const app = await greetKeeping()
    const { user } = await app.get('guest.login', {})
    expect(await errorOf((await openPage(app)).ask('guest.addEmail', add))).toBe('NOT_HERE: Do this in the app.')
    // calls that the app's page may send through the frame can't choose an address
    expect(await errorOf(app.ask('update.start', add))).toMatch(/^NOT_HERE/)
    // a browser without cookies may, also after a reload; a page with a copied token and a key of its own may not
    const bare = world.createVisitor({ keepsCookies: false })
    await bare.get('hello', { cookies: false, keepsKey: true })
    await bare.get('guest.login', {})
    const { resumeToken = '' } = await bare.get('hello', { cookies: false, keepsKey: true })
    const reloaded = await bare.get('hello', { cookies: false, keepsKey: true, resumeToken })
    await bare.get('guest.addEmail', { email: 'bare@mail.example' })
    const thief = world.createVisitor({ keepsCookies: false })
    const { resumeToken: token = '' } = reloaded
    await thief.get('hello', { cookies: false, keepsKey: true, resumeToken: token })
    expect(await errorOf(thief.ask('guest.addEmail', add))).toMatch(/^NO_SESSION/)
    expect(world.mailbox.getMails(add.email)).toEqual([])
    // an address was added on the vault's page meanwhile: the code for the app adds no second one
    await app.get('guest.addEmail', { email: 'late@mail.example' })
    const page = await openPage(app)
    await page.get('update.start', { email: 'sooner@mail.example' })
    await page.get('update.secondary', { code: world.getMail('sooner@mail.example').code })
    expect(await errorOf(app.ask('guest.confirmEmail', { code: world.getMail('late@mail.example').code }))).toMatch(
      /^(?:NOT_HERE|NO_CHALLENGE)/,
    )
    expect(await app.get('user.get', {})).toMatchObject({ email: 'sooner@mail.example', accounts: user.accounts })
  })

  test('keeps its addresses and its session when adding a provider', async () => {
    const app = await greetKeeping()
    const { user } = await app.get('guest.login', {})
    const page = await openPage(app)
    const { uri } = await page.get('social.start', { provider: 'acme', use: 'link' })
    await page.get('social.finish', readResult(await world.answerPopup(uri, { name: 'was-guest' })))
    expect(await app.get('user.get', {})).toMatchObject({ accounts: user.accounts, provider: 'acme' })
    expect(await world.enter(world.createVisitor(), 'acme', { name: 'was-guest' })).toMatchObject({
      accounts: user.accounts,
    })
  })

  test('error: refused if the project has no guests, or beyond the limit per source', async () => {
    expect(await errorOf((await greet({ project: 'other' })).ask('guest.login', {}))).toBe(
      'NO_PROVIDER: This app needs a login.',
    )
    const ip = '203.0.113.77'
    const guests: Visitor[] = []
    for (let each = 0; each < 20; each++) {
      const guest = await greet({ ip })
      await guest.get('guest.login', {})
      guests.push(guest)
    }
    const [known] = guests
    expect(await errorOf((await greet({ ip })).ask('guest.login', {}))).toMatch(/^TOO_MANY/)
    // existing guests can still log in
    expect(await errorOf(known?.ask('guest.login', {}) ?? Promise.resolve({}))).toBe('none')
    world.move(3_600_001)
    expect(await errorOf((await greet({ ip })).ask('guest.login', {}))).toBe('none')
  })
})

/** A code that isn't this one. */
const flip = (code: string): string => (code.startsWith('0') ? '1' : '0') + code.slice(1)

/** The vault's own page in the browser of an app, which shares its login. */
async function openPage(app: Visitor): Promise<Visitor> {
  const page = world.createVisitor({ origin: own, credential: app.getCredential() })
  await page.get('hello', { keepsKey: true })
  await app.get('session.share', { key: page.key })
  return page
}

/** The other valid signature of ECDSA: s becomes n - s. */
function toTwin(token: string): string {
  const [header, claims, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const s = order - BigInt(`0x${bytes.toString('hex', 32)}`)
  const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  return `${header}.${claims}.${twin.toString('base64url')}`
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function toUnsigned(token: string): string {
  return `${encode({ alg: 'none' })}.${token.split('.')[1]}.`
}

/** Signed with the public key as a shared secret. */
async function toShared(token: string, { kid, jwk }: TestKey): Promise<string> {
  const secret = await exportSPKI((await importJWK(jwk, 'RS256', { extractable: true })) as CryptoKey)
  const text = `${encode({ alg: 'HS256', kid })}.${token.split('.')[1]}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
