import { base32 } from '@scure/base'
import { TOTP, URI } from 'otpauth'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import type { AccountPurpose } from '../../protocol/account.js'
import type { CustodyMethod, CustodyParams } from '../../protocol/custody.js'
import type { NoticeReply } from '../../protocol/notice.js'
import { getWords } from '../../words/words.js'
import { verifyAudit } from '../audit/verifyAudit.js'
import { openKekFile } from '../keys/backends/kekFile.js'
import { openKeys } from '../keys/openKeys.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { readResult, type SocialWorld, startSocialWorld } from '../test/startSocialWorld.js'
import { findStep } from './factors.js'

const own = 'https://vault.example'
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const chain = 'eip155:1'
const trusted = `0x${'77'.repeat(20)}`
const assets = { [chain]: { native: { decimals: 18, price: '2000' } } }
/** Key of a window that exports. [RFC 7515 §A.3] */
const key = { x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' }
const { notices } = getWords('en')

let world: SocialWorld
beforeAll(async () => {
  const origins = ['https://app.example']
  const projects = parseProjects(
    JSON.stringify({
      demo: {
        name: 'Demo',
        origins,
        policy: { assets, stepUpAbove: '3000', trustedContracts: [`${chain}:${trusted}`] },
        selfCustody: 'optional',
      },
      plain: { name: 'Plain', origins },
    }),
  )
  world = await startSocialWorld({ processes: 2, projects })
})
afterAll(() => world?.stop())

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const subjects = (email: string): readonly string[] => world.mailbox.getMails(email).map(({ subject }) => subject)
async function later(ms: number, ...visitors: readonly Visitor[]): Promise<void> {
  world.move(ms)
  for (const visitor of visitors) await visitor.get('hello', {})
}
const proofOf = (code: string) => ({ kind: 'code', code }) as const

type Phone = { readonly code: (shift?: number) => string }
type User = {
  readonly email: string
  readonly app: Visitor
  readonly page: Visitor
  readonly phone: Phone
  readonly backup: readonly string[]
}

/** Reads the QR code as an authenticator app does. Each code is of a time step of its own. */
function createPhone(uri: string): Phone {
  const app = URI.parse(uri)
  if (!(app instanceof TOTP)) throw new Error('no TOTP')
  return { code: (shift = 0) => app.generate({ timestamp: world.now() + shift * 30 * second }) }
}
async function fresh(page: Visitor, email: string, purpose: AccountPurpose): Promise<string> {
  await later(hour, page)
  await page.get('account.code', { purpose })
  return world.getMail(email).code
}
async function create(name: string, project = 'demo'): Promise<Omit<User, 'phone' | 'backup'>> {
  const email = `${name}@mail.example`
  const [app, page] = [world.createVisitor({ project }), world.createVisitor({ project, origin: own })]
  await world.logIn(app, email)
  await world.logIn(page, email)
  return { email, app, page }
}
/** Somebody with an authenticator app. Their browsers are a day old. */
async function enrol(name: string, project?: string): Promise<User> {
  const user = await create(name, project)
  const { email, app, page } = user
  const { uri } = await page.get('factors.begin', { code: await fresh(page, email, 'factor') })
  const phone = createPhone(uri)
  const { codes } = await page.get('factors.confirm', { code: phone.code() })
  await later(day, app, page)
  return { ...user, phone, backup: codes }
}
/** Proves the first factor in a new browser. */
async function half(
  email: string,
  { origin, pause = hour }: { origin?: string; pause?: number } = {},
): Promise<Visitor> {
  const visitor = world.createVisitor({ origin })
  world.move(pause)
  await visitor.get('hello', {})
  await visitor.get('email.start', { email })
  await world.press(world.getMail(email).token)
  await visitor.get('email.device', {})
  const { error } = await visitor.ask('email.verify', { code: world.getMail(email).code })
  expect(error).toMatchObject({ code: 'FACTOR_NEEDED', factors: ['totp'] })
  return visitor
}
async function addressOf(visitor: Visitor): Promise<string> {
  return (await visitor.get('user.get', {})).accounts[0]?.address ?? ''
}
type Asked = { readonly id: string; readonly digest: string; readonly factors?: readonly string[] | undefined }
let nonce = 0
async function prepare(app: Visitor, wei: bigint, more: object = {}): Promise<Asked> {
  const from = await addressOf(app)
  const gas = { gas: toHex(21_000), gasPrice: '0x1', nonce: toHex(nonce++) }
  const tx = { from, to: `0x${'1'.repeat(40)}`, value: toHex(wei), ...gas, ...more }
  return app.get('request.prepare', { method: 'eth_sendTransaction', params: [tx], chain })
}
const sign = (app: Visitor, { id, digest }: Asked, code?: string): Promise<string> =>
  codeOf(app.ask('request.sign', { id, digest, ...(code !== undefined && { proof: proofOf(code) }) }))
const ether = 10n ** 18n
async function tokenOf(to: string, subject: string): Promise<string> {
  await expect.poll(() => subjects(to)).toContain(subject)
  const mail = world.mailbox.getMails(to).findLast((one) => one.subject === subject)
  return new URL(mail?.links.find((one) => one.includes('/notice?')) ?? '').searchParams.get('token') ?? ''
}
const press = (token: string): Promise<NoticeReply> =>
  post(world.custodies[1]?.address ?? '', '/notice', { token, act: true, ip: '192.0.2.1' }) as Promise<NoticeReply>
/** A code that is not the phone's, now or a step away. */
function wrongCode({ code }: Phone): string {
  const near = [-1, 0, 1].map((shift) => code(shift))
  return ['000000', '111111', '222222', '333333'].find((one) => !near.includes(one)) ?? ''
}

describe('setting up an authenticator app', () => {
  test('accepts the codes of RFC 6238 within one time step, and no others', async () => {
    const opened = await openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })
    const { seal } = await import('../crypto/seal.js')
    const plain = Buffer.from('12345678901234567890')
    const place = ['totp', opened.instance, 'id'] as const
    const row = { id: 'id', secret: seal(opened.keys.email, { plain, place }) } as never
    const at = (time: number, code: string) => findStep({ ...opened, now: () => time * second }, row, code)
    // appendix B, the last six digits
    const vectors = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ] as const
    for (const [time, code] of vectors) {
      const step = Math.floor(time / 30)
      expect([at(time, code), at(time - 30, code), at(time + 30, code)]).toEqual([step, step, step])
      expect([at(time + 61, code), at(time - 61, code)]).toEqual([null, null])
    }
  })

  test('shows the secret once, requires a first code, returns ten backup codes, and notifies the user', async () => {
    const { email, page, app } = await create('setup')
    expect(await codeOf(page.ask('factors.begin', { code: '123456' }))).toBe('NO_CHALLENGE')
    expect(await codeOf(app.ask('factors.begin', {}))).toBe('NOT_HERE')
    const { secret, uri } = await page.get('factors.begin', { code: await fresh(page, email, 'factor') })
    expect(base32.decode(secret)).toHaveLength(20)
    const parsed = new URL(uri)
    expect(decodeURIComponent(parsed.pathname)).toContain(email)
    expect(Object.fromEntries(parsed.searchParams)).toMatchObject({ issuer: 'Demo', secret, digits: '6', period: '30' })
    const phone = createPhone(uri)
    // it counts only once it is confirmed
    expect((await page.get('account.get', {})).factors).toEqual({
      kinds: [],
      addFrom: expect.any(Number),
      backupCodes: 0,
      projectAbove: '3000',
      isPriced: true,
    })
    expect(await codeOf(page.ask('factors.confirm', { code: wrongCode(phone) }))).toBe('CODE_WRONG')
    const { codes } = await page.get('factors.confirm', { code: phone.code() })
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    expect((await page.get('account.get', {})).factors).toMatchObject({
      since: world.now(),
      kinds: ['totp'],
      backupCodes: 10,
    })
    expect(await codeOf(page.ask('factors.begin', {}))).toBe('INVALID_PARAMS')
    await expect.poll(() => subjects(email)).toContain(notices['factor.added'].title)
    // nothing of it is stored in clear
    const rows = await world.database.query<{ text: string }>(
      'SELECT totp_factors::text AS text FROM totp_factors UNION ALL SELECT backup_codes::text FROM backup_codes',
    )
    const hexes = [Buffer.from(base32.decode(secret)), ...codes.map((code) => Buffer.from(code.replace('-', '')))]
    for (const { text } of rows) for (const one of hexes) expect(text).not.toContain(one.toString('hex'))
  })

  test('error: FROZEN in a browser that is less than a day old if the wallet is older', async () => {
    const { email, page } = await create('ransom')
    await later(2 * day, page)
    const thief = world.createVisitor({ origin: own })
    await world.logIn(thief, email)
    const code = await fresh(thief, email, 'factor')
    expect(await codeOf(thief.ask('factors.begin', { code }))).toBe('FROZEN')
    await later(hour, page)
    await page.get('factors.begin', { code: await fresh(page, email, 'factor') })
  })

  test('can be undone for 72 hours by the link in its notice, which also logs out the browser that set it up', async () => {
    const first = await enrol('undone')
    expect(await press(await tokenOf(first.email, notices['factor.added'].title))).toMatchObject({ status: 'done' })
    await first.app.get('hello', {})
    expect((await first.page.ask('account.get', {})).error?.code).toMatch(/NO_SESSION/)
    const visitor = world.createVisitor()
    world.move(hour)
    await world.logIn(visitor, first.email)
    const other = await enrol('kept')
    const token = await tokenOf(other.email, notices['factor.added'].title)
    world.move(2 * day + minute)
    expect(await press(token)).toEqual({ status: 'gone' })
    await other.page.get('hello', {})
    expect((await other.page.get('account.get', {})).factors.kinds).toEqual(['totp'])
    const [notice] = (await other.page.get('notices.list', {})).notices.filter(({ act }) => act?.kind === 'factor')
    expect(await codeOf(other.page.ask('account.act', { id: notice?.id ?? '' }))).toBe('NOT_ALLOWED')
  })
})

describe('a login in a new browser', () => {
  test('gives no access until the second factor is proven; then the user is notified, and the browser is known', async () => {
    const { email, phone } = await enrol('login')
    const visitor = await half(email)
    expect(await visitor.get('hello', {})).toMatchObject({ isConnected: false })
    for (const method of ['user.get', 'devices.list', 'notices.list', 'factors.keep'] as const)
      expect([method, await codeOf(visitor.ask(method, {}))]).toEqual([method, 'NO_SESSION'])
    // a lost reply: the same email code gets the same response
    expect(await codeOf(visitor.ask('email.verify', { code: world.getMail(email).code }))).toBe('FACTOR_NEEDED')
    expect(await codeOf(visitor.ask('factors.login', {}))).toBe('FACTOR_NEEDED')
    expect((await visitor.ask('factors.login', { proof: proofOf(wrongCode(phone)) })).error).toMatchObject({
      code: 'CODE_WRONG',
      factors: ['totp'],
    })
    const before = subjects(email).filter((one) => one === notices['login.done'].title).length
    const { user } = await visitor.get('factors.login', { proof: proofOf(phone.code()) })
    expect(user.email).toBe(email)
    expect(await visitor.get('factors.login', {})).toEqual({ user })
    expect(await visitor.get('hello', {})).toMatchObject({ isConnected: true })
    await expect
      .poll(() => subjects(email).filter((one) => one === notices['login.done'].title).length)
      .toBe(before + 1)
    // a known browser needs no code
    await visitor.get('session.end', {})
    world.move(hour)
    await world.logIn(visitor, email)
    expect((await visitor.get('user.get', {})).email).toBe(email)
  })

  test('expires after 15 minutes without the code, and ends on logout', async () => {
    const { email, phone } = await enrol('patience')
    const late = await half(email)
    await later(15 * minute, late)
    expect(await codeOf(late.ask('factors.login', { proof: proofOf(phone.code()) }))).toBe('NO_SESSION')
    const left = await half(email)
    await left.get('session.end', {})
    expect(await codeOf(left.ask('factors.login', { proof: proofOf(phone.code()) }))).toBe('NO_SESSION')
  })

  test('with a linked provider needs the code too', async () => {
    const { email, page, phone } = await enrol('social')
    const terms = { provider: 'google', use: 'link', code: await fresh(page, email, 'link') } as const
    const { uri } = await page.get('social.start', { ...terms, proof: proofOf(phone.code()) })
    await page.get('social.finish', readResult(await world.answerPopup(uri, { name: 'social' })))
    await later(minute)
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const started = await visitor.get('social.start', { provider: 'google' })
    const result = readResult(await world.answerPopup(started.uri, { name: 'social' }))
    for (let turn = 0; turn < 2; turn++)
      expect((await visitor.ask('social.finish', result)).error).toMatchObject({
        code: 'FACTOR_NEEDED',
        factors: ['totp'],
      })
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
    const { user } = await visitor.get('factors.login', { proof: proofOf(phone.code()) })
    expect(user).toMatchObject({ email, provider: 'google' })
  })

  test('needs the code in a session that was resumed elsewhere with its token', async () => {
    const { email, phone } = await enrol('resumed')
    const frame = world.createVisitor({ keepsCookies: false })
    await frame.get('hello', { cookies: false })
    await frame.get('email.start', { email })
    await world.press(world.getMail(email).token)
    await frame.get('email.device', {})
    await frame.ask('email.verify', { code: world.getMail(email).code })
    await frame.get('factors.login', { proof: proofOf(phone.code()) })
    const { resumeToken } = await frame.get('hello', { cookies: false })
    world.move(hour)
    const copy = world.createVisitor({ keepsCookies: false })
    await copy.get('hello', { cookies: false, resumeToken })
    await copy.get('email.start', { email: `x${email}` })
    await copy.get('email.start', { email })
    world.move(minute)
    await world.press(world.getMail(email).token)
    await copy.get('email.device', {})
    expect(await codeOf(copy.ask('email.verify', { code: world.getMail(email).code }))).toBe('FACTOR_NEEDED')
  })
})

describe('a second-factor code', () => {
  test('works once for parallel logins in two processes', async () => {
    const { email, phone } = await enrol('once')
    const visitors: Visitor[] = []
    for (let count = 0; count < 4; count++) visitors.push(await half(email, { pause: 2 * minute }))
    await later(minute, ...visitors)
    const proof = proofOf(phone.code())
    const replies = await Promise.all(visitors.map((visitor) => codeOf(visitor.ask('factors.login', { proof }))))
    expect(replies.toSorted()).toEqual(['CODE_WRONG', 'CODE_WRONG', 'CODE_WRONG', 'none'])
    // the previous code, valid a moment ago, no longer works either
    const rest = visitors.filter((_, index) => replies[index] !== 'none')
    expect(await codeOf((rest[0] as Visitor).ask('factors.login', { proof: proofOf(phone.code(-1)) }))).toBe(
      'CODE_WRONG',
    )
    expect(await codeOf((rest[0] as Visitor).ask('factors.login', { proof: proofOf(phone.code(1)) }))).toBe('none')
  })

  test('from the backup codes works once in two processes and notifies the user; new backup codes replace the old ones', async () => {
    const { email, page, phone, backup } = await enrol('backup')
    const [one = '', two = '', three = ''] = backup
    const visitors = [await half(email), await half(email, { pause: minute })]
    const typed = one.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    const replies = await Promise.all(
      visitors.map((visitor) => codeOf(visitor.ask('factors.login', { proof: proofOf(typed) }))),
    )
    expect(replies.toSorted()).toEqual(['CODE_WRONG', 'none'])
    await expect.poll(() => subjects(email)).toContain(notices['factor.codeUsed'].title)
    await page.get('hello', {})
    expect((await page.get('account.get', {})).factors.backupCodes).toBe(9)
    const { codes } = await page.get('factors.renew', { proof: proofOf(two) })
    expect(codes).toHaveLength(10)
    expect(await codeOf(page.ask('factors.renew', { proof: proofOf(three) }))).toBe('CODE_WRONG')
    expect(await codeOf(page.ask('factors.renew', {}))).toBe('FACTOR_NEEDED')
    await page.get('factors.remove', { kind: 'totp', proof: proofOf(phone.code()) })
    expect((await page.get('account.get', {})).factors).toMatchObject({ kinds: [], backupCodes: 0 })
  })

  test('from the backup codes works again after a login that the database failed to store', async () => {
    const { email, backup } = await enrol('rollback')
    const proof = proofOf(backup[0] ?? '')
    const visitor = await half(email)
    await world.database.query('ALTER TABLE notices RENAME TO moved_notices')
    // in each process
    for (const _ of world.custodies) expect(await codeOf(visitor.ask('factors.login', { proof }))).toBe('INTERNAL')
    await world.database.query('ALTER TABLE moved_notices RENAME TO notices')
    await visitor.get('factors.login', { proof })
  })

  test('is compared five times in 15 minutes and twenty times a day across processes, and guesses are reported to the owner', async () => {
    const { email, page, phone } = await enrol('guess')
    const thief = await half(email)
    const guess = (): Promise<string> => codeOf(thief.ask('factors.login', { proof: proofOf(wrongCode(phone)) }))
    const replies = await Promise.all(Array.from({ length: 12 }, guess))
    expect(replies.filter((reply) => reply === 'CODE_WRONG')).toHaveLength(5)
    expect(replies.filter((reply) => reply === 'TOO_MANY')).toHaveLength(7)
    // the correct code is refused too
    expect((await thief.ask('factors.login', { proof: proofOf(phone.code()) })).error).toMatchObject({
      code: 'TOO_MANY',
      retryAfter: 900,
      factors: ['totp'],
    })
    await expect.poll(() => subjects(email)).toContain(notices['factor.refused'].title)
    // malformed ones cost nothing, and the owner isn't locked out
    await page.get('hello', {})
    for (let count = 0; count < 6; count++)
      expect(await codeOf(page.ask('factors.renew', { proof: proofOf('12345') }))).toBe('CODE_WRONG')
    await page.get('factors.renew', { proof: proofOf(phone.code()) })
    let compared = 5
    for (let turn = 0; turn < 6; turn++) {
      const again = await half(email)
      for (let count = 0; count < 5; count++)
        if ((await codeOf(again.ask('factors.login', { proof: proofOf(wrongCode(phone)) }))) === 'CODE_WRONG')
          compared += 1
    }
    expect(compared).toBe(20)
    expect(subjects(email).filter((one) => one === notices['factor.refused'].title)).toHaveLength(1)
  })

  test.each<[string, string, string]>([
    ['a used code again', 'totp_factors', 'last_step = last_step - 10'],
    ['a secret of their own', 'totp_factors', "secret = secret || '\\x00'::bytea"],
    ['no second factor', 'users', 'factors_since = NULL'],
    ['a higher limit', 'users', "step_up_above = '9999999'"],
  ])('error: an attacker with write access to the database gains nothing from %s', async (name, table, change) => {
    const { email, app, phone } = await enrol(`tamper${name.length}`)
    const where = table === 'users' ? 'id' : 'user_id'
    await world.database.query(
      `UPDATE ${table} SET ${change} WHERE ${where} = (SELECT user_id FROM sessions ORDER BY seen_at DESC LIMIT 1)`,
    )
    expect(email).toContain('tamper')
    expect(await codeOf(app.ask('update.start', { email: 'x@mail.example', proof: proofOf(phone.code()) }))).toBe(
      'INTERNAL',
    )
  })

  test('error: an attacker with write access to the database gains nothing from deleting or restoring rows', async () => {
    const { email, app, page, phone, backup } = await enrol('rows')
    const [user] = await world.database.query<{ user_id: string }>(
      'SELECT user_id FROM sessions ORDER BY seen_at DESC LIMIT 1',
    )
    const ofUser = [user?.user_id]
    for (const table of ['totp_factors', 'backup_codes']) {
      await world.database.query(`DROP TABLE IF EXISTS kept_${table}`)
      await world.database.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE user_id = '${ofUser[0]}'`)
    }
    const putBack = async (): Promise<void> => {
      for (const table of ['totp_factors', 'backup_codes']) {
        await world.database.query(`DELETE FROM ${table} WHERE user_id = $1`, ofUser)
        await world.database.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`)
      }
    }
    for (const code of [phone.code(), backup[0] ?? '']) {
      const replies: string[] = []
      for (let turn = 0; turn < 5; turn++) {
        replies.push(await codeOf(page.ask('factors.limit', { above: '1', proof: proofOf(code) })))
        await putBack()
        await world.database.query('DELETE FROM limit_events')
      }
      // once in each process at most
      expect(replies.filter((reply) => reply === 'none').length).toBeLessThanOrEqual(2)
      expect(replies.at(-1)).toBe('CODE_WRONG')
    }
    await world.database.query('DELETE FROM totp_factors WHERE user_id = $1', ofUser)
    expect(await codeOf(app.ask('user.get', {}))).toBe('none')
    expect(await codeOf(page.ask('recovery.print', {}))).toBe('INTERNAL')
    expect(email).toContain('rows')
    for (const table of ['totp_factors', 'backup_codes']) await world.database.query(`DROP TABLE kept_${table}`)
  })
})

describe('calls that change access to the wallet', () => {
  let user: User
  beforeAll(async () => {
    user = await enrol('acts')
  })

  /** Errors of these calls even with the second factor, as their subject does not exist. */
  const refusals: Readonly<Partial<Record<CustodyMethod, string>>> = {
    'logins.remove': 'NO_LOGIN',
    'wallets.import': 'INVALID_PARAMS',
    'selfCustody.start': 'PASSKEY_UNKNOWN',
  }

  test.each<[CustodyMethod, AccountPurpose | undefined, object]>([
    ['account.export', 'export', { key }],
    ['recovery.print', 'recovery', {}],
    ['logins.remove', 'unlink', { id: 'a'.repeat(32) }],
    ['social.start', 'link', { provider: 'google', use: 'link' }],
    ['update.start', undefined, { email: 'next@mail.example' }],
    ['passkey.start', 'link', { use: 'link' }],
    ['wallets.import', 'import', { phrase: { key, nonce: 'A'.repeat(16), sealed: 'A'.repeat(100) } }],
    ['selfCustody.start', 'custody', { passkey: 'a'.repeat(32) }],
    ['selfCustody.end', 'custody', {}],
    ['seal.add', 'seal', { factor: { kind: 'code', value: 'C'.repeat(43) } }],
    ['factors.limit', undefined, { above: '10' }],
    ['factors.renew', undefined, {}],
    ['factors.remove', undefined, { kind: 'totp' }],
  ])('%s is refused without the second factor, and allowed with it', async (method, purpose, params) => {
    const { email, page, phone } = user
    // at most 20 wrong codes a day are compared
    await later(3 * hour, page)
    const code = purpose && (await fresh(page, email, purpose))
    const ask = (more: object): ReturnType<Visitor['ask']> =>
      page.ask(method, { ...params, ...(code !== undefined && { code }), ...more } as CustodyParams<typeof method>)
    const { error } = await ask({})
    expect(error).toMatchObject({ code: 'FACTOR_NEEDED', factors: ['totp'] })
    expect((await ask({ proof: proofOf(wrongCode(phone)) })).error).toMatchObject({
      code: 'CODE_WRONG',
      factors: ['totp'],
    })
    // neither has used the emailed code
    const done = await codeOf(ask({ proof: proofOf(phone.code()) }))
    expect(done).toBe(refusals[method] ?? 'none')
    if (done === 'none') expect(await codeOf(ask({ proof: proofOf(phone.code()) }))).not.toBe('none')
  })

  test('a change of the email address uses up no backup code if no email is sent', async () => {
    const { app, backup } = await enrol('unsent')
    const change = (code = ''): Promise<string> =>
      codeOf(app.ask('update.start', { email: 'unsent2@mail.example', proof: proofOf(code) }))
    expect(await change(backup[0])).toBe('none')
    expect(await change(backup[1])).toBe('TOO_MANY')
    await later(31 * second, app)
    expect(await change(backup[1])).toBe('none')
    await later(31 * second, app)
    expect(await change(backup[1])).toBe('CODE_WRONG')
  })

  test('freezing the wallet and logging out a browser need no second factor; unfreezing does', async () => {
    const { email, app, page } = await enrol('protect')
    await page.get('account.freeze', { code: await fresh(page, email, 'freeze') })
    expect(await codeOf(page.ask('account.unfreeze', { code: await fresh(page, email, 'freeze') }))).toBe(
      'FACTOR_NEEDED',
    )
    const { devices } = await page.get('devices.list', {})
    await page.get('devices.revoke', { id: devices.find(({ isThis }) => !isThis)?.id ?? '' })
    expect(await codeOf(app.ask('user.get', {}))).toMatch(/NO_/)
  })
})

describe('a transfer', () => {
  test('above the app’s limit needs a code; a wrong one leaves the request open', async () => {
    const { app, phone } = await enrol('transfer')
    const small = await prepare(app, ether)
    expect([small.factors, await sign(app, small)]).toEqual([undefined, 'none'])
    // 2,000 were sent without a code in these 24 hours: this would make it 4,000
    const second = await prepare(app, ether)
    expect(second.factors).toEqual(['totp'])
    expect(await sign(app, second)).toBe('FACTOR_NEEDED')
    expect(await sign(app, second, wrongCode(phone))).toBe('CODE_WRONG')
    expect(await sign(app, second, phone.code())).toBe('none')
    expect(await sign(app, second, phone.code(1))).toBe('NO_APPROVAL')
    // what was sent with a code doesn't count
    expect((await prepare(app, ether / 4n)).factors).toBeUndefined()
    // nor does what was sent a day ago
    await later(day, app)
    expect((await prepare(app, ether)).factors).toBeUndefined()
    // a call that custody can't read or value counts as more
    expect((await prepare(app, 0n, { data: '0x12345678', gas: toHex(100_000) })).factors).toEqual(['totp'])
    const transfer = `0xa9059cbb${'1'.repeat(40).padStart(64, '0')}${'1'.padStart(64, '0')}`
    expect((await prepare(app, 0n, { data: transfer, gas: toHex(100_000) })).factors).toEqual(['totp'])
  })

  test('by a signature that is valid on every network needs a code, as contracts are trusted per network', async () => {
    const { app } = await enrol('networks')
    const from = (await app.get('user.get', {})).accounts[0]?.address
    const ask = async (domain: object) => {
      const types = { Order: [{ name: 'id', type: 'uint256' }] }
      const data = {
        domain: { verifyingContract: trusted, ...domain },
        types,
        primaryType: 'Order',
        message: { id: 1 },
      }
      const asked = { method: 'eth_signTypedData_v4', params: [from, data], chain }
      return (await app.get('request.prepare', asked)).factors
    }
    expect(await ask({ chainId: 1 })).toBeUndefined()
    expect(await ask({})).toEqual(['totp'])
  })

  test('above the user’s own limit needs a code too; the lower limit counts, and 0 means every transfer', async () => {
    const { app, page, phone } = await enrol('limit')
    expect(await codeOf(page.ask('factors.limit', { above: '1e3', proof: proofOf(phone.code()) }))).toBe(
      'INVALID_PARAMS',
    )
    await page.get('factors.limit', { above: '500', proof: proofOf(phone.code()) })
    expect((await page.get('account.get', {})).factors).toMatchObject({ above: '500', projectAbove: '3000' })
    expect((await prepare(app, ether / 5n)).factors).toBeUndefined()
    expect((await prepare(app, ether / 2n)).factors).toEqual(['totp'])
    await later(minute, page, app)
    await page.get('factors.limit', { above: '0', proof: proofOf(phone.code()) })
    expect((await prepare(app, 1n)).factors).toEqual(['totp'])
    const message = [toHex('hello'), await addressOf(app)]
    expect(await app.get('request.prepare', { method: 'personal_sign', params: message, chain })).not.toHaveProperty(
      'factors',
    )
    await later(minute, page, app)
    await page.get('factors.limit', { above: null, proof: proofOf(phone.code()) })
    expect((await prepare(app, ether)).factors).toBeUndefined()
  })

  test('needs no code without a second factor or without a limit', async () => {
    const { app } = await create('nofactor')
    const asked = await prepare(app, 10n * ether)
    expect([asked.factors, await sign(app, asked)]).toEqual([undefined, 'none'])
    const other = await enrol('nolimit', 'plain')
    expect((await prepare(other.app, 10n * ether)).factors).toBeUndefined()
    await other.page.get('factors.limit', { above: '0', proof: proofOf(other.phone.code()) })
    expect((await prepare(other.app, 1n)).factors).toEqual(['totp'])
  })

  test('cannot use the same code as another one in a second process', async () => {
    const { app, phone } = await enrol('race')
    const requests = [await prepare(app, 2n * ether), await prepare(app, 2n * ether)]
    const code = phone.code()
    const replies = await Promise.all(requests.map((request) => sign(app, request, code)))
    expect(replies.toSorted()).toEqual(['CODE_WRONG', 'none'])
  })
})

describe('a lost second factor', () => {
  test('is removed after 72 hours, with notice to the mailbox and the browsers, and is needed until then', async () => {
    const { email, app, page } = await enrol('lost')
    const visitor = await half(email, { origin: own })
    const { dueAt } = await visitor.get('factors.lose', {})
    expect(dueAt).toBe(world.now() + 3 * day)
    expect(await visitor.get('factors.lose', {})).toEqual({ dueAt })
    await expect.poll(() => subjects(email)).toContain(notices['factor.lost'].title)
    await page.get('hello', {})
    expect((await page.get('account.get', {})).factors.lossDueAt).toBe(dueAt)
    await app.get('hello', {})
    const { news } = (await prepare(app, 1n)) as unknown as { news?: { notices: { title: string }[] } }
    expect(news?.notices.map(({ title }) => title)).toContain(notices['factor.lost'].title)
    await later(3 * day - 2 * hour, page)
    expect(await codeOf(page.ask('factors.remove', { kind: 'totp' }))).toBe('FACTOR_NEEDED')
    await half(email)
    await later(2 * hour, page)
    expect((await page.get('account.get', {})).factors).toMatchObject({ kinds: [], backupCodes: 0 })
    // too late to keep it
    expect(await codeOf(page.ask('factors.keep', {}))).toBe('INVALID_PARAMS')
    await expect.poll(() => subjects(email)).toContain(notices['factor.gone'].title)
    const next = world.createVisitor()
    world.move(hour)
    await world.logIn(next, email)
    expect((await next.get('user.get', {})).email).toBe(email)
  })

  test.each(['link', 'button', 'page', 'app', 'code'] as const)(
    'is not removed if its owner uses the %s',
    async (how) => {
      const { email, app, page, phone } = await enrol(`keep${how}`)
      const thief = await half(email, { origin: own })
      await thief.get('factors.lose', {})
      await page.get('hello', {})
      await app.get('hello', {})
      if (how === 'link') await press(await tokenOf(email, notices['factor.lost'].title))
      if (how === 'page') await page.get('factors.keep', {})
      if (how === 'app') await app.get('factors.keep', {})
      // a factor that is used isn't lost
      if (how === 'code') await page.get('factors.renew', { proof: proofOf(phone.code()) })
      if (how === 'button') {
        const { notices: list } = await page.get('notices.list', {})
        await page.get('account.act', { id: list.find(({ act }) => act?.kind === 'keep')?.id ?? '' })
      }
      if (how === 'link' || how === 'button') expect(await codeOf(thief.ask('factors.lose', {}))).toBe('NO_SESSION')
      await later(4 * day, page)
      expect((await page.get('account.get', {})).factors).toMatchObject({ kinds: ['totp'] })
      expect((await page.get('account.get', {})).factors).not.toHaveProperty('lossDueAt')
      await expect.poll(() => subjects(email)).toContain(notices['factor.kept'].title)
    },
  )

  test('is not removed while the wallet is frozen, so that its owner can still keep it', async () => {
    const { email, page, app } = await enrol('frozen')
    const thief = await half(email, { origin: own })
    await thief.get('factors.lose', {})
    await later(2 * day, page)
    await page.get('account.freeze', {})
    await later(2 * day, page)
    expect((await page.get('account.get', {})).factors.kinds).toEqual(['totp'])
    await app.get('hello', {})
    await app.get('factors.keep', {})
    await later(2 * day, page)
    expect((await page.get('account.get', {})).factors.kinds).toEqual(['totp'])
  })

  test('error: cannot be reported by an app, without a login, or more than five times', async () => {
    const { email, app, page } = await enrol('often')
    expect(await codeOf(app.ask('factors.lose', {}))).toBe('NOT_HERE')
    const stranger = world.createVisitor({ origin: own })
    await stranger.get('hello', {})
    expect(await codeOf(stranger.ask('factors.lose', {}))).toBe('NO_SESSION')
    for (let turn = 0; turn < 5; turn++) {
      await page.get('factors.lose', {})
      await page.get('factors.keep', {})
    }
    expect(await codeOf(page.ask('factors.lose', {}))).toBe('TOO_MANY')
    expect(email).toContain('often')
  })

  test('error: a report that was restored in the database does not remove a newer factor', async () => {
    const { email, page, phone } = await enrol('replayed')
    await page.get('factors.lose', {})
    await world.database.query('DROP TABLE IF EXISTS kept_losses')
    await world.database.query(
      'CREATE TABLE kept_losses AS SELECT * FROM factor_losses ORDER BY created_at DESC LIMIT 1',
    )
    await page.get('factors.remove', { kind: 'totp', proof: proofOf(phone.code()) })
    const { uri } = await page.get('factors.begin', { code: await fresh(page, email, 'factor') })
    await page.get('factors.confirm', { code: createPhone(uri).code() })
    await world.database.query('INSERT INTO factor_losses SELECT * FROM kept_losses')
    await later(4 * day, page)
    expect((await page.get('account.get', {})).factors.kinds).toEqual(['totp'])
    await world.database.query('DROP TABLE kept_losses')
  })
})

test('undoing a change of the email address removes the second factor that was added after it', async () => {
  const { email, page } = await create('address')
  const next = 'thief@mail.example'
  await later(2 * hour, page)
  await page.get('update.start', { email: next })
  await page.get('update.primary', { code: world.getMail(email).code })
  await page.get('update.secondary', { code: world.getMail(next).code })
  await later(day + hour, page)
  const { uri } = await page.get('factors.begin', { code: await fresh(page, next, 'factor') })
  await page.get('factors.confirm', { code: createPhone(uri).code() })
  expect(await press(await tokenOf(email, notices['update.done.former'].title))).toMatchObject({ status: 'done' })
  const visitor = world.createVisitor()
  world.move(hour)
  await world.logIn(visitor, email)
  expect((await visitor.get('user.get', {})).email).toBe(email)
})

test('undoing a change of the email address cancels the loss report that was made after it', async () => {
  const { email, page, phone } = await enrol('reported')
  const next = 'reporter@mail.example'
  await later(2 * hour, page)
  await page.get('update.start', { email: next, proof: proofOf(phone.code()) })
  await page.get('update.primary', { code: world.getMail(email).code })
  await page.get('update.secondary', { code: world.getMail(next).code })
  await later(day + hour, page)
  await page.get('factors.lose', {})
  expect(await press(await tokenOf(email, notices['update.done.former'].title))).toMatchObject({ status: 'done' })
  await later(4 * day)
  await half(email)
})

test('a known browser logs in after a change of the address, and is not listed as logged in without the second factor', async () => {
  const { email, app, page, phone } = await enrol('listed')
  const next = 'listed-next@mail.example'
  await page.get('update.start', { email: next, proof: proofOf(phone.code()) })
  await page.get('update.primary', { code: world.getMail(email).code })
  await page.get('update.secondary', { code: world.getMail(next).code })
  await later(hour, app, page)
  // it is older than the address
  await app.get('email.start', { email: next })
  await world.press(world.getMail(next).token)
  await app.get('email.device', {})
  expect(await codeOf(app.ask('email.verify', { code: world.getMail(next).code }))).toBe('FACTOR_NEEDED')
  const { devices } = await page.get('devices.list', {})
  expect(devices.map(({ isThis, isLoggedIn }) => [isThis, isLoggedIn])).toContainEqual([false, false])
  // unlike a new one, which has to wait for a day after the change
  await app.get('factors.login', { proof: proofOf(phone.code()) })
  expect((await app.get('user.get', {})).email).toBe(next)
})

test('the audit log records each step, but no code or secret', async () => {
  const opened = await openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })
  await expect(verifyAudit(world.database, opened.keys)).resolves.toBeDefined()
  const rows = await world.database.query<{ event: string; entry: string }>(
    "SELECT event, entry FROM audit WHERE event LIKE 'factor.%' OR event = 'login.waiting'",
  )
  const events = new Set(rows.map(({ event }) => event))
  expect([...events].toSorted()).toEqual([
    'factor.added',
    'factor.codeUsed',
    'factor.gone',
    'factor.kept',
    'factor.limited',
    'factor.lost',
    'factor.refused',
    'factor.removed',
    'factor.renewed',
    'factor.used',
    'factor.wrong',
    'login.waiting',
  ])
  for (const { entry } of rows) expect(entry).not.toMatch(/"code"|secret/)
})
