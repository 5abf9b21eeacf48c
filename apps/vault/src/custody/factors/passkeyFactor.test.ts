import { type Authenticator, createAuthenticator, type Twist } from '@latchkey/devnet'
import { TOTP, URI } from 'otpauth'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import type { AccountPurpose } from '../../protocol/account.js'
import type { FactorProof } from '../../protocol/factor.js'
import type { PasskeyOptions, PasskeyResponse } from '../../protocol/passkey.js'
import { getWords } from '../../words/words.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'

const own = 'https://vault.example'
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const chain = 'eip155:1'
const ether = 10n ** 18n
const { notices } = getWords('en')

// two processes, so that a challenge of one is accepted by the other
let world: World
beforeAll(async () => {
  const policy = { assets: { [chain]: { native: { decimals: 18, price: '2000' } } }, stepUpAbove: '3000' }
  const projects = parseProjects(JSON.stringify({ demo: { name: 'Demo', origins: ['https://app.example'], policy } }))
  world = await startWorld({ processes: 2, projects })
})
afterAll(() => world?.stop())

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const subjects = (email: string): readonly string[] => world.mailbox.getMails(email).map(({ subject }) => subject)
const kindsOf = async (page: Visitor): Promise<readonly string[]> => (await page.get('account.get', {})).factors.kinds
const answer = (authenticator: Authenticator, options: PasskeyOptions, twist?: Twist): PasskeyResponse =>
  'user' in options ? authenticator.create(options, twist) : authenticator.get(options, twist)
async function later(ms: number, ...visitors: readonly Visitor[]): Promise<void> {
  world.move(ms)
  for (const visitor of visitors) await visitor.get('hello', {})
}
async function fresh(page: Visitor, email: string, purpose: AccountPurpose): Promise<string> {
  await later(hour, page)
  await page.get('account.code', { purpose })
  return world.getMail(email).code
}
/** Confirms one call of this browser with a passkey. */
async function prove(
  visitor: Visitor,
  authenticator: Authenticator,
  method: string,
  { digest, twist }: { digest?: string; twist?: Twist } = {},
): Promise<FactorProof & { readonly kind: 'passkey' }> {
  const { options } = await visitor.get('factors.passkey', { method, digest })
  return { kind: 'passkey', response: answer(authenticator, options, twist) }
}

type User = {
  readonly email: string
  readonly app: Visitor
  readonly page: Visitor
  readonly authenticator: Authenticator
}
async function addPasskey(page: Visitor, email: string, second?: () => Promise<FactorProof>): Promise<Authenticator> {
  const authenticator = createAuthenticator(own)
  const code = await fresh(page, email, 'link')
  const { options } = await page.get('passkey.start', { use: 'link', code, proof: await second?.() })
  await page.get('passkey.finish', { use: 'link', response: answer(authenticator, options) })
  return authenticator
}
/** Somebody with a mailbox and a passkey. */
async function create(name: string): Promise<User> {
  const email = `${name}@mail.example`
  const [app, page] = [world.createVisitor(), world.createVisitor({ origin: own })]
  await world.logIn(app, email)
  await world.logIn(page, email)
  return { email, app, page, authenticator: await addPasskey(page, email) }
}
async function turnOn({ email, page, authenticator }: User): Promise<readonly string[]> {
  const code = await fresh(page, email, 'factor')
  const { response } = await prove(page, authenticator, 'factors.addPasskey')
  return (await page.get('factors.addPasskey', { code, response })).codes
}
/** The same, whose passkey is their second factor. Their browsers are a day old. */
async function enrol(name: string): Promise<User & { readonly codes: readonly string[] }> {
  const user = await create(name)
  const codes = await turnOn(user)
  await later(day, user.app, user.page)
  return { ...user, codes }
}
/** Proves the mailbox in a new browser. */
async function half(email: string, origin?: string): Promise<Visitor> {
  const visitor = world.createVisitor({ origin })
  await later(hour, visitor)
  await visitor.get('email.start', { email })
  await world.press(world.getMail(email).token)
  await visitor.get('email.device', {})
  const { error } = await visitor.ask('email.verify', { code: world.getMail(email).code })
  expect(error).toMatchObject({ code: 'FACTOR_NEEDED', factors: ['passkey'], message: 'Use your passkey to confirm.' })
  return visitor
}
type Asked = { readonly id: string; readonly digest: string; readonly factors?: readonly string[] | undefined }
let nonce = 0
async function prepare(app: Visitor, wei = 2n * ether): Promise<Asked> {
  const [account] = (await app.get('user.get', {})).accounts
  const gas = { gas: toHex(21_000), gasPrice: '0x1', nonce: toHex(nonce++) }
  const tx = { from: account?.address, to: `0x${'1'.repeat(40)}`, value: toHex(wei), ...gas }
  return app.get('request.prepare', { method: 'eth_sendTransaction', params: [tx], chain })
}
const sign = (app: Visitor, { id, digest }: Asked, proof?: FactorProof) =>
  app.ask('request.sign', { id, digest, ...(proof && { proof }) })
function createPhone(uri: string): () => FactorProof {
  const app = URI.parse(uri)
  if (!(app instanceof TOTP)) throw new Error('no TOTP')
  return () => ({ kind: 'code', code: app.generate({ timestamp: world.now() }) })
}

describe('passkeys as a second factor', () => {
  test('are turned on with an email code and a working passkey, return ten backup codes, and notify the user', async () => {
    const user = await create('setup')
    const { email, app, page, authenticator } = user
    await later(hour, app)
    expect(await codeOf(app.ask('factors.passkey', { method: 'request.sign' }))).toBe('NOT_ALLOWED')
    const code = await fresh(page, email, 'factor')
    const start = async (twist?: Twist) =>
      (await prove(page, authenticator, 'factors.addPasskey', twist && { twist })).response
    expect(await codeOf(app.ask('factors.addPasskey', { response: await start() }))).toBe('NOT_HERE')
    expect(await codeOf(page.ask('factors.addPasskey', { response: await start() }))).toBe('NO_CHALLENGE')
    const unverified = { code, response: await start({ isVerified: false }) }
    expect((await page.ask('factors.addPasskey', unverified)).error).toEqual({
      code: 'PASSKEY_REFUSED',
      message: expect.stringContaining('couldn’t be verified'),
    })
    const other = (await prove(page, authenticator, 'factors.addPasskey', { digest: 'a'.repeat(64) })).response
    expect(await codeOf(page.ask('factors.addPasskey', { code, response: other }))).toBe('PASSKEY_REFUSED')
    // none of these used anything up
    const { codes } = await page.get('factors.addPasskey', { code, response: await start() })
    expect(new Set(codes).size).toBe(10)
    expect((await page.get('account.get', {})).factors).toMatchObject({
      since: world.now(),
      kinds: ['passkey'],
      backupCodes: 10,
    })
    expect(await codeOf(page.ask('factors.addPasskey', { code, response: await start() }))).toBe('INVALID_PARAMS')
    await expect.poll(() => subjects(email)).toContain(notices['factor.added'].title)
    const none = world.createVisitor({ origin: own })
    await world.logIn(none, 'none@mail.example')
    expect(await codeOf(none.ask('factors.passkey', { method: 'factors.addPasskey' }))).toBe('NOT_ALLOWED')
  })

  test('are required for logins in a new browser, except for a login with a passkey', async () => {
    const { email, authenticator } = await enrol('login')
    const visitor = await half(email)
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
    const proof = await prove(visitor, authenticator, 'factors.login')
    const { user } = await visitor.get('factors.login', { proof })
    expect(user.email).toBe(email)
    expect(await visitor.get('factors.login', { proof })).toEqual({ user })
    const direct = world.createVisitor()
    await direct.get('hello', {})
    const { options } = await direct.get('passkey.start', { use: 'login' })
    await direct.get('passkey.finish', { use: 'login', response: answer(authenticator, options) })
    expect((await direct.get('user.get', {})).email).toBe(email)
    // that login does not count as a second factor for anything else
    expect(await codeOf(sign(direct, await prepare(direct)))).toBe('FACTOR_NEEDED')
    // nor does a challenge of a login count as one
    const login = await direct.get('passkey.start', { use: 'login' })
    const wrong = { kind: 'passkey', response: answer(authenticator, login.options) } as const
    expect(await codeOf(sign(direct, await prepare(direct), wrong))).toBe('PASSKEY_REFUSED')
  })

  test('confirm a transfer above the limit: only that one, in that browser, once, within five minutes', async () => {
    const [{ app, page, authenticator, codes }, other] = [await enrol('transfer'), await enrol('stranger')]
    await later(minute, app, page)
    expect((await prepare(app, ether)).factors).toBeUndefined()
    const [first, second] = [await prepare(app), await prepare(app)]
    expect(first.factors).toEqual(['passkey'])
    const confirm = (by: Authenticator, { digest }: Asked, at: Visitor = app, method = 'request.sign') =>
      prove(at, by, method, { digest })
    const refuse = async (proof: FactorProof, code = 'PASSKEY_REFUSED'): Promise<void> =>
      expect((await sign(app, first, proof)).error).toMatchObject({ code, factors: ['passkey'] })
    expect(await codeOf(sign(app, first))).toBe('FACTOR_NEEDED')
    await refuse(await confirm(authenticator, second))
    await refuse(await confirm(authenticator, first, app, 'update.start'))
    await refuse(await confirm(authenticator, first, page))
    await refuse(await confirm(other.authenticator, first), 'OTHER_LOGIN')
    await refuse(await confirm(other.authenticator, first, other.app))
    await refuse(await confirm(createAuthenticator(own), first), 'PASSKEY_UNKNOWN')
    await refuse(
      await prove(app, authenticator, 'request.sign', {
        digest: first.digest,
        twist: { origin: 'https://app.example' },
      }),
    )
    const late = await confirm(authenticator, first)
    const proof = await confirm(authenticator, first)
    expect(await codeOf(sign(app, first, proof))).toBe('none')
    // it counts once, even if the database says otherwise
    expect(await codeOf(sign(app, second, proof))).toBe('PASSKEY_REFUSED')
    await world.database.query("UPDATE passkey_ceremonies SET used_at = NULL WHERE purpose = 'factor'")
    for (let turn = 0; turn < 2; turn++) expect(await codeOf(sign(app, second, proof))).toBe('PASSKEY_REFUSED')
    await later(5 * minute, app)
    expect((await sign(app, await prepare(app), late)).error?.message).toMatch(/^This took too long/)
    // a backup code works as well
    const third = await prepare(app)
    expect(await codeOf(sign(app, third, { kind: 'code', code: codes[0] ?? '' }))).toBe('none')
  })

  test('confirm only one of two parallel calls with the same response', async () => {
    const { page, authenticator } = await enrol('race')
    const proof = await prove(page, authenticator, 'factors.renew')
    const replies = await Promise.all([0, 1].map(() => codeOf(page.ask('factors.renew', { proof }))))
    expect(replies.toSorted()).toEqual(['PASSKEY_REFUSED', 'none'])
  })

  test('that were copied are refused, and the owner is notified', async () => {
    const { app, page, authenticator } = await enrol('copied')
    const asked = await prepare(app)
    authenticator.counter = 0
    const proof = await prove(app, authenticator, 'request.sign', { digest: asked.digest })
    expect((await sign(app, asked, proof)).error).toMatchObject({ code: 'PASSKEY_REFUSED', factors: ['passkey'] })
    const { notices: list } = await page.get('notices.list', {})
    expect(list[0]?.title).toBe(notices['passkey.copied'].title)
    // the original still works, and the request is still there
    authenticator.counter = 9
    expect(
      await codeOf(sign(app, asked, await prove(app, authenticator, 'request.sign', { digest: asked.digest }))),
    ).toBe('none')
  })

  test('can be combined with an authenticator app: either one suffices once the app is confirmed', async () => {
    const { email, page, authenticator, codes } = await enrol('both')
    const begin = { code: await fresh(page, email, 'factor') }
    expect(await codeOf(page.ask('factors.begin', begin))).toBe('FACTOR_NEEDED')
    const { uri } = await page.get('factors.begin', {
      ...begin,
      proof: await prove(page, authenticator, 'factors.begin'),
    })
    const phone = createPhone(uri)
    expect(await codeOf(page.ask('factors.limit', { above: '1', proof: phone() }))).toBe('CODE_WRONG')
    const confirming = phone()
    // the backup codes stay
    expect(await page.get('factors.confirm', { code: confirming.kind === 'code' ? confirming.code : '' })).toEqual({
      codes: [],
    })
    expect(await kindsOf(page)).toEqual(['totp', 'passkey'])
    await expect.poll(() => subjects(email)).toContain(notices['factor.changed'].title)
    await later(minute, page)
    await page.get('factors.limit', { above: '1', proof: phone() })
    await page.get('factors.limit', { above: '2', proof: await prove(page, authenticator, 'factors.limit') })
    await page.get('factors.limit', { above: '3', proof: { kind: 'code', code: codes[0] ?? '' } })
    await later(minute, page)
    await page.get('factors.remove', { kind: 'totp', proof: await prove(page, authenticator, 'factors.remove') })
    expect((await page.get('account.get', {})).factors).toMatchObject({
      kinds: ['passkey'],
      backupCodes: 9,
      above: '3',
    })
    expect(await codeOf(page.ask('factors.limit', { above: '1', proof: phone() }))).toBe('CODE_WRONG')
    const proof = await prove(page, authenticator, 'factors.remove')
    expect(await codeOf(page.ask('factors.remove', { kind: 'totp', proof }))).toBe('INVALID_PARAMS')
    await page.get('factors.remove', { kind: 'passkey', proof: await prove(page, authenticator, 'factors.remove') })
    expect((await page.get('account.get', {})).factors).toMatchObject({ kinds: [], backupCodes: 0 })
    expect(await codeOf(page.ask('factors.passkey', { method: 'factors.limit' }))).toBe('NOT_ALLOWED')
  })

  test('are added to an authenticator app with its code; a setup begun before them cannot be confirmed', async () => {
    const user = await create('second')
    const { email, page, authenticator } = user
    const begin = async () =>
      createPhone((await page.get('factors.begin', { code: await fresh(page, email, 'factor') })).uri)
    const early = await begin()
    await turnOn(user)
    const typed = early()
    expect(await codeOf(page.ask('factors.confirm', { code: typed.kind === 'code' ? typed.code : '' }))).toBe(
      'NO_CHALLENGE',
    )
    await page.get('factors.remove', { kind: 'passkey', proof: await prove(page, authenticator, 'factors.remove') })
    const phone = await begin()
    const first = phone()
    await page.get('factors.confirm', { code: first.kind === 'code' ? first.code : '' })
    const add = async (proof?: FactorProof) => {
      const code = await fresh(page, email, 'factor')
      const { response } = await prove(page, authenticator, 'factors.addPasskey')
      return page.ask('factors.addPasskey', { code, response, ...(proof && { proof }) })
    }
    expect(await codeOf(add())).toBe('FACTOR_NEEDED')
    expect(await kindsOf(page)).toEqual(['totp'])
    const code = await fresh(page, email, 'factor')
    const { response } = await prove(page, authenticator, 'factors.addPasskey')
    expect(await page.get('factors.addPasskey', { code, response, proof: phone() })).toEqual({ codes: [] })
    expect(await kindsOf(page)).toEqual(['totp', 'passkey'])
  })

  test('keep the last passkey: neither the page nor the link in its notice removes it', async () => {
    const { email, page, authenticator } = await enrol('last')
    const [passkey] = (await page.get('account.get', {})).logins.filter(({ provider }) => provider === 'passkey')
    const remove = async () =>
      page.ask('logins.remove', {
        id: passkey?.id ?? '',
        code: await fresh(page, email, 'unlink'),
        proof: await prove(page, authenticator, 'logins.remove'),
      })
    expect(await codeOf(remove())).toBe('NOT_ALLOWED')
    const mail = world.mailbox.getMails(email).find(({ subject }) => subject === notices['passkey.added'].title)
    const token = new URL(mail?.links.find((one) => one.includes('/notice?')) ?? '').searchParams.get('token')
    await post(world.custodies[1]?.address ?? '', '/notice', { token, act: true, ip: '192.0.2.1' })
    expect((await page.get('account.get', {})).logins).toHaveLength(2)
    await addPasskey(page, email, () => prove(page, authenticator, 'passkey.start'))
    expect(await codeOf(remove())).toBe('none')
    expect(await kindsOf(page)).toEqual(['passkey'])
  })

  test('that are lost stop being required after 72 hours, unless one is used until then', async () => {
    const { email, page, authenticator } = await enrol('lost')
    const lose = async (): Promise<void> => void (await (await half(email, own)).get('factors.lose', {}))
    await lose()
    await later(hour, page)
    await page.get('factors.renew', { proof: await prove(page, authenticator, 'factors.renew') })
    await later(4 * day, page)
    expect(await kindsOf(page)).toEqual(['passkey'])
    await lose()
    await later(3 * day - hour, page)
    expect(await kindsOf(page)).toEqual(['passkey'])
    await later(hour, page)
    expect((await page.get('account.get', {})).factors).toMatchObject({ kinds: [], backupCodes: 0 })
    const next = world.createVisitor()
    await later(hour, next)
    await world.logIn(next, email)
    expect((await next.get('user.get', {})).email).toBe(email)
  })

  test('error: cannot be turned off by changing the user’s row or deleting passkeys in the database', async () => {
    const { app, page } = await enrol('rows')
    const asked = await prepare(app)
    const [{ user_id } = { user_id: '' }] = await world.database.query<{ user_id: string }>(
      'SELECT user_id FROM approvals WHERE id = $1',
      [asked.id],
    )
    const set = (value: string): Promise<unknown> =>
      world.database.query(`UPDATE users SET passkey_factor_since = ${value} WHERE id = $1`, [user_id])
    const [row] = await world.database.query<{ since: string }>(
      'SELECT passkey_factor_since AS since FROM users WHERE id = $1',
      [user_id],
    )
    await set('NULL')
    expect(await codeOf(sign(app, asked))).toBe('INTERNAL')
    await set(row?.since ?? '')
    await world.database.query('DELETE FROM passkeys WHERE user_id = $1', [user_id])
    expect(await codeOf(sign(app, asked))).toBe('INTERNAL')
    expect(await codeOf(page.ask('recovery.print', {}))).toBe('INTERNAL')
  })

  test('are no longer required if undoing a change of the email address has removed all of them', async () => {
    const email = 'undone@mail.example'
    const page = world.createVisitor({ origin: own })
    await world.logIn(page, email)
    const begun = await page.get('factors.begin', { code: await fresh(page, email, 'factor') })
    const phone = createPhone(begun.uri)
    const first = phone()
    await page.get('factors.confirm', { code: first.kind === 'code' ? first.code : '' })
    const next = 'next@mail.example'
    await later(2 * hour, page)
    await page.get('update.start', { email: next, proof: phone() })
    await page.get('update.primary', { code: world.getMail(email).code })
    await page.get('update.secondary', { code: world.getMail(next).code })
    await later(day + hour, page)
    const link = { use: 'link', code: await fresh(page, next, 'link'), proof: phone() } as const
    const authenticator = createAuthenticator(own)
    const { options } = await page.get('passkey.start', link)
    await page.get('passkey.finish', { use: 'link', response: answer(authenticator, options) })
    const code = await fresh(page, next, 'factor')
    const { response } = await prove(page, authenticator, 'factors.addPasskey')
    await page.get('factors.addPasskey', { code, response, proof: phone() })
    await page.get('factors.remove', { kind: 'totp', proof: await prove(page, authenticator, 'factors.remove') })
    const mail = world.mailbox.getMails(email).find(({ subject }) => subject === notices['update.done.former'].title)
    const token = new URL(mail?.links.find((one) => one.includes('/notice?')) ?? '').searchParams.get('token')
    await post(world.custodies[0]?.address ?? '', '/notice', { token, act: true, ip: '192.0.2.1' })
    const visitor = world.createVisitor()
    await later(hour, visitor)
    await world.logIn(visitor, email)
    expect((await visitor.get('user.get', {})).email).toBe(email)
  })
})
