import { type Authenticator, createAuthenticator, type Twist } from '@latchkey/devnet'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../protocol/custody.js'
import type { PasskeyOptions, PasskeyResponse, PasskeyUse } from '../../protocol/passkey.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

const day = 86_400_000
const own = 'https://vault.example'

// two processes, so that a challenge of one is accepted by the other
let world: World
beforeAll(async () => {
  const origins = ['https://app.example']
  const projects = new Map([
    ['demo', { name: 'Demo', origins }],
    ['other', { name: 'Other', origins }],
    ['off', { name: 'Off', origins, passkeys: false }],
  ])
  world = await startWorld({ processes: 2, projects })
})
afterAll(() => world?.stop())

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

const answer = (authenticator: Authenticator, options: PasskeyOptions, twist?: Twist): PasskeyResponse =>
  'user' in options ? authenticator.create(options, twist) : authenticator.get(options, twist)

/** One ceremony, from its start to its end. */
async function run(
  visitor: Visitor,
  authenticator: Authenticator,
  use: PasskeyUse,
  { twist, name, code }: { twist?: Twist; name?: string; code?: string } = {},
): ReturnType<typeof finish> {
  const { options } = await visitor.get('passkey.start', { use, code })
  return finish(visitor, use, answer(authenticator, options, twist), name)
}
const finish = (visitor: Visitor, use: PasskeyUse, response: PasskeyResponse, name?: string) =>
  visitor.ask('passkey.finish', { use, response, name })

/** Creates a wallet with one passkey. */
async function signUp(options: Parameters<World['createVisitor']>[0] = {}): Promise<{
  readonly visitor: Visitor
  readonly authenticator: Authenticator
  readonly user: User
}> {
  const visitor = world.createVisitor(options)
  await visitor.get('hello', {})
  const authenticator = createAuthenticator(own)
  const reply = await run(visitor, authenticator, 'signup')
  if (reply.error) throw new Error(`${reply.error.code}: ${reply.error.message}`)
  return { visitor, authenticator, user: reply.result.user }
}

const addressOf = (user: User | undefined): string | undefined => user?.accounts[0]?.address

describe('a passkey', () => {
  test('creates a user with a wallet, and opens it again on this device and on another one', async () => {
    const { visitor, authenticator, user } = await signUp()
    expect(user).toMatchObject({ email: null, accounts: [{ namespace: 'eip155' }, { namespace: 'solana' }] })
    expect(user.provider).toBeUndefined()
    await visitor.get('session.end', {})
    const again = await run(visitor, authenticator, 'login')
    expect(again.result?.user).toEqual(user)
    const second = world.createVisitor()
    await second.get('hello', {})
    expect((await run(second, authenticator, 'login')).result?.user).toEqual(user)
    const events = await world.database.query<{ event: string }>('SELECT event FROM audit ORDER BY seq DESC LIMIT 12')
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['user.created', 'login.done']))
    // the first device is notified of the second one
    const { notices } = await visitor.get('notices.list', {})
    expect(notices[0]?.title).toBe('Your wallet was opened in another browser')
  })

  test('is requested as discoverable, verified, with P-256 first, and without attestation', async () => {
    const visitor = world.createVisitor({ language: 'de' })
    await visitor.get('hello', {})
    const { options, expiresAt } = await visitor.get('passkey.start', { use: 'signup' })
    const created = options as PublicKeyCredentialCreationOptionsJSON
    expect(created.rp).toEqual({ id: 'vault.example', name: 'Demo' })
    expect(created.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257])
    expect(created.attestation).toBe('none')
    expect(created.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
    expect(created.user.name).toMatch(/^Demo · /)
    expect(expiresAt - world.now()).toBe(300_000)
    const login = await visitor.get('passkey.start', { use: 'login' })
    expect(login.options).toMatchObject({ rpId: 'vault.example', userVerification: 'required' })
    expect('allowCredentials' in login.options && login.options.allowCredentials?.length).toBeFalsy()
  })

  test('opens its wallet only in its own project', async () => {
    const { authenticator } = await signUp()
    const elsewhere = world.createVisitor({ project: 'other' })
    await elsewhere.get('hello', {})
    expect(await codeOf(run(elsewhere, authenticator, 'login'))).toBe('PASSKEY_UNKNOWN')
  })

  test('cannot be created in a project that has turned passkeys off, where logins can still be started', async () => {
    const visitor = world.createVisitor({ project: 'off', origin: own })
    await visitor.get('hello', {})
    expect(await visitor.get('account.offers', {})).toMatchObject({ passkeys: false })
    expect(await codeOf(visitor.ask('passkey.start', { use: 'signup' }))).toBe('NO_PROVIDER')
    expect(await codeOf(visitor.ask('passkey.start', { use: 'login' }))).toBe('none')
  })

  test('gets the same reply for a repeated response within a minute, and none after that', async () => {
    const { authenticator, user } = await signUp()
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const { options } = await visitor.get('passkey.start', { use: 'login' })
    const response = answer(authenticator, options)
    const replies = await Promise.all([finish(visitor, 'login', response), finish(visitor, 'login', response)])
    for (const reply of replies) expect(addressOf(reply.result?.user)).toBe(addressOf(user))
    world.move(60_001)
    expect(await codeOf(finish(visitor, 'login', response))).toBe('NO_LOGIN')
    expect(addressOf(await visitor.get('user.get', {}))).toBe(addressOf(user))
  })
})

describe('error: a passkey response is refused', () => {
  const refusals: readonly [string, Twist, string][] = [
    ['of another origin', { origin: 'https://app.example' }, 'PASSKEY_REFUSED'],
    ['of a look-alike of the vault’s origin', { origin: 'https://vault.example.evil.example' }, 'PASSKEY_REFUSED'],
    ['for another RP id', { rpId: 'app.example' }, 'PASSKEY_REFUSED'],
    ['in a frame of a page that is not the app’s', { topOrigin: 'https://evil.example' }, 'PASSKEY_REFUSED'],
    ['without user verification', { isVerified: false }, 'PASSKEY_REFUSED'],
  ]
  test.each(refusals)('%s', async (_, twist, code) => {
    const { authenticator } = await signUp()
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const before = await world.database.query('SELECT count(*) FROM users')
    expect(await codeOf(run(visitor, authenticator, 'login', { twist }))).toBe(code)
    expect(await codeOf(run(visitor, createAuthenticator(own), 'signup', { twist }))).toBe(code)
    expect(await world.database.query('SELECT count(*) FROM users')).toEqual(before)
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
    // a valid login still works
    expect(await codeOf(run(visitor, authenticator, 'login', { twist: { topOrigin: 'https://app.example' } }))).toBe(
      'none',
    )
  })

  test('if it is signed by another key or for another user', async () => {
    const [mine, theirs] = [await signUp(), await signUp()]
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const { options } = await visitor.get('passkey.start', { use: 'login' })
    const [one, other] = [answer(mine.authenticator, options), answer(theirs.authenticator, options)]
    const mixed = { ...one, response: { ...other.response, userHandle: undefined } } as unknown as PasskeyResponse
    expect(await codeOf(finish(visitor, 'login', mixed))).toBe('PASSKEY_REFUSED')
    const claimed = answer(mine.authenticator, options, { userHandle: 'AAAA' })
    expect(await codeOf(finish(visitor, 'login', claimed))).toBe('PASSKEY_REFUSED')
    expect(await codeOf(finish(visitor, 'signup', one))).toBe('INVALID_PARAMS')
  })

  test('after five minutes, or for a challenge of another device, of another use, or never issued', async () => {
    const { visitor, authenticator } = await signUp()
    const { options } = await visitor.get('passkey.start', { use: 'login' })
    const response = answer(authenticator, options)
    const thief = world.createVisitor()
    await thief.get('hello', {})
    expect(await codeOf(finish(thief, 'login', response))).toBe('NO_LOGIN')
    const stale = await visitor.get('passkey.start', { use: 'signup' })
    expect(await codeOf(finish(visitor, 'login', answer(authenticator, { challenge: stale.options.challenge })))).toBe(
      'NO_LOGIN',
    )
    expect(await codeOf(finish(visitor, 'login', answer(authenticator, { challenge: 'bm90IGFza2Vk' })))).toBe(
      'NO_LOGIN',
    )
    world.move(300_001)
    expect(await codeOf(finish(visitor, 'login', response))).toBe('NO_LOGIN')
  })

  test('when it is replayed, even if the row of its ceremony was restored', async () => {
    const { authenticator } = await signUp()
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const { options } = await visitor.get('passkey.start', { use: 'login' })
    const response = answer(authenticator, options)
    for (let process = 0; process < 2; process++) await finish(visitor, 'login', response)
    await visitor.get('session.end', {})
    await world.database.query('UPDATE passkey_ceremonies SET used_at = NULL')
    // its counter has been used, too
    for (let process = 0; process < 2; process++)
      expect(await codeOf(finish(visitor, 'login', response))).toMatch(/^(?:NO_LOGIN|PASSKEY_REFUSED)$/)
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
  })

  test('if its counter goes back, as in a copy, and the owner is notified', async () => {
    const { visitor, authenticator, user } = await signUp()
    await run(visitor, authenticator, 'login')
    authenticator.counter = 0
    const thief = world.createVisitor()
    await thief.get('hello', {})
    expect(await codeOf(run(thief, authenticator, 'login'))).toBe('PASSKEY_REFUSED')
    expect(await codeOf(thief.ask('user.get', {}))).toBe('NO_SESSION')
    const { notices } = await visitor.get('notices.list', {})
    expect(notices[0]).toMatchObject({ title: 'A passkey of yours was copied', act: { kind: 'freeze' } })
    const [entry] = await world.database.query<{ event: string }>('SELECT event FROM audit ORDER BY seq DESC LIMIT 1')
    expect(entry?.event).toBe('passkey.copied')
    // the original, which has counted on, still works
    authenticator.counter = 5
    expect(addressOf((await run(visitor, authenticator, 'login')).result?.user)).toBe(addressOf(user))
  })

  test('but not if its authenticator never counts', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const authenticator = createAuthenticator(own, { counts: false })
    await run(visitor, authenticator, 'signup')
    for (let time = 0; time < 2; time++) expect(await codeOf(run(visitor, authenticator, 'login'))).toBe('none')
  })

  test('if it is malformed', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const { options } = await visitor.get('passkey.start', { use: 'signup' })
    const made = createAuthenticator(own).create(options as PublicKeyCredentialCreationOptionsJSON)
    for (const change of [
      { clientDataJSON: '' },
      { clientDataJSON: Buffer.from('[]').toString('base64url') },
      { attestationObject: 'AAAA' },
      { attestationObject: made.response.attestationObject.slice(0, -8) },
    ]) {
      const broken = { ...made, response: { ...made.response, ...change } }
      expect(await codeOf(finish(visitor, 'signup', broken))).toBe('PASSKEY_REFUSED')
    }
    const long = { ...made, id: 'a'.repeat(1_401) }
    expect(await codeOf(finish(visitor, 'signup', long))).toBe('INVALID_PARAMS')
    expect(await codeOf(finish(visitor, 'signup', made))).toBe('none')
  })

  test('beyond a hundred new wallets an hour from one source', async () => {
    const ip = '203.0.113.77'
    world.move(1)
    await signUp({ ip })
    await world.database.query(
      `INSERT INTO limit_events SELECT 'x' || n, kind, subject, at, valid_until FROM limit_events, generate_series(1, 99) AS n
       WHERE kind = 'signUpFrom' AND at = (SELECT max(at) FROM limit_events WHERE kind = 'signUpFrom') `,
    )
    await expect(signUp({ ip })).rejects.toThrow('TOO_MANY')
  })
})

describe('the passkeys of a wallet', () => {
  /** Opens the page of a day-old passkey wallet, freshly logged in. */
  async function openPage(): Promise<{
    readonly page: Visitor
    readonly authenticator: Authenticator
    readonly user: User
  }> {
    const { visitor: page, authenticator, user } = await signUp({ origin: own })
    world.move(day)
    await page.get('hello', {})
    expect(await codeOf(run(page, authenticator, 'again'))).toBe('none')
    return { page, authenticator, user }
  }
  const listOf = async (page: Visitor) => (await page.get('account.get', {})).logins

  test('can be added, named, listed and removed on the vault’s page, and each opens the wallet', async () => {
    const { page, user } = await openPage()
    const second = createAuthenticator(own)
    expect(await codeOf(run(page, second, 'link', { name: 'My phone' }))).toBe('none')
    const other = world.createVisitor()
    await other.get('hello', {})
    expect(addressOf((await run(other, second, 'login')).result?.user)).toBe(addressOf(user))
    const [one, two] = (await listOf(page)).toSorted((a, b) => a.since - b.since)
    expect(one).toMatchObject({ provider: 'passkey', name: 'Firefox on Linux', isThis: true })
    expect(two).toMatchObject({ provider: 'passkey', name: 'My phone', isThis: false, usedAt: world.now() })
    await page.get('logins.rename', { id: two?.id ?? '', name: '  Work phone ' })
    expect((await listOf(page)).map(({ name }) => name)).toContain('Work phone')
    await page.get('logins.remove', { id: two?.id ?? '' })
    expect(await codeOf(other.ask('user.get', {}))).toBe('NO_SESSION')
    expect(await codeOf(run(other, second, 'login'))).toBe('PASSKEY_UNKNOWN')
    expect((await page.ask('logins.remove', { id: one?.id ?? '' })).error?.code).toBe('LAST_LOGIN')
  })

  test('notify the owner of a new one, with a button that removes it', async () => {
    const { visitor: page, authenticator, user } = await signUp({ origin: own })
    const [elsewhere, second] = [world.createVisitor({ origin: own }), createAuthenticator(own)]
    await run(page, second, 'link')
    await elsewhere.get('hello', {})
    await run(elsewhere, second, 'login')
    world.move(day)
    for (const visitor of [page, elsewhere]) await visitor.get('hello', {})
    await run(page, authenticator, 'again')
    const { notices } = await elsewhere.get('notices.list', {})
    const added = notices.find(({ title }) => title === 'A passkey was added to your wallet')
    expect(added).toMatchObject({ provider: 'passkey', act: { kind: 'unlink' } })
    await elsewhere.get('account.act', { id: added?.id ?? '' })
    expect(await codeOf(elsewhere.ask('user.get', {}))).toBe('NO_SESSION')
    expect(addressOf(await page.get('user.get', {}))).toBe(addressOf(user))
  })

  test('need an email code to be added to a wallet with a mailbox, and open it without one', async () => {
    const email = 'both@mail.example'
    const page = world.createVisitor({ origin: own })
    await world.logIn(page, email)
    expect(await codeOf(page.ask('passkey.start', { use: 'link' }))).toBe('NO_CHALLENGE')
    expect(await codeOf(page.ask('passkey.start', { use: 'again' }))).toBe('NO_LOGIN')
    await page.get('account.code', { purpose: 'link' })
    const authenticator = createAuthenticator(own)
    const { code } = world.getMail(email)
    const { options } = await page.get('passkey.start', { use: 'link', code })
    expect('user' in options && options.user.name).toBe(email)
    await page.get('passkey.finish', { use: 'link', response: answer(authenticator, options) })
    const app = world.createVisitor()
    await app.get('hello', {})
    expect((await run(app, authenticator, 'login')).result?.user.email).toBe(email)
    await expect
      .poll(() => world.mailbox.getMails(email).map(({ subject }) => subject))
      .toContain('A passkey was added to your wallet')
  })

  test('error: cannot be managed in an app or by another user, nor linked if they open another wallet', async () => {
    const { visitor, authenticator } = await signUp()
    for (const use of ['link', 'again'] as const)
      expect(await codeOf(visitor.ask('passkey.start', { use }))).toBe('NOT_HERE')
    const { page } = await openPage()
    const [mine] = await listOf(page)
    const other = await openPage()
    expect(await codeOf(other.page.ask('logins.rename', { id: mine?.id ?? '', name: 'x' }))).toBe('NO_LOGIN')
    expect(await codeOf(other.page.ask('logins.remove', { id: mine?.id ?? '' }))).toBe('NO_LOGIN')
    expect(await codeOf(run(other.page, authenticator, 'again'))).toBe('OTHER_LOGIN')
    expect(await codeOf(run(other.page, authenticator, 'link'))).toBe('LOGIN_TAKEN')
    // ten minutes after the login
    world.move(600_001)
    await page.get('hello', {})
    expect(await codeOf(page.ask('passkey.start', { use: 'link' }))).toBe('RESUMED')
  })

  test('open nothing after their user or their counter was changed in the database', async () => {
    const [victim, thief] = [await signUp(), await signUp()]
    const credentials = await world.database.query<{ id: string; user_id: string }>(
      'SELECT id, user_id FROM passkeys ORDER BY created_at DESC, id LIMIT 2',
    )
    const users = new Set(credentials.map(({ user_id }) => user_id))
    expect(users.size).toBe(2)
    for (const change of [
      'user_id = (SELECT user_id FROM passkeys AS other WHERE other.id <> passkeys.id AND other.user_id = ANY($1) LIMIT 1)',
      'counter = counter + 1',
    ]) {
      await world.database.query('CREATE TABLE kept_passkeys AS SELECT * FROM passkeys')
      await world.database.query(`UPDATE passkeys SET ${change} WHERE user_id = ANY($1)`, [[...users]])
      const visitor = world.createVisitor()
      await visitor.get('hello', {})
      for (const { authenticator } of [victim, thief])
        expect(await codeOf(run(visitor, authenticator, 'login', { twist: {} }))).toBe('INTERNAL')
      await world.database.query(
        'UPDATE passkeys SET user_id = kept.user_id, counter = kept.counter FROM kept_passkeys AS kept WHERE kept.id = passkeys.id',
      )
      await world.database.query('DROP TABLE kept_passkeys')
    }
  })
})
