import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NoticeReply } from '../../protocol/notice.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'

const [hour, day] = [3_600_000, 86_400_000]

/** The page of the vault itself. */
const own = 'https://vault.example'

let world: World

beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})

afterAll(() => world?.stop())

async function loggedIn(email: string, origin = own): Promise<Visitor> {
  const visitor = world.createVisitor({ origin })
  await world.logIn(visitor, email)
  return visitor
}

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

const later = async (ms: number, ...visitors: readonly Visitor[]): Promise<void> => {
  world.move(ms)
  for (const visitor of visitors) await visitor.get('hello', {})
}

const press = (token: string): Promise<NoticeReply> =>
  post(world.custodies[1]?.address ?? '', '/notice', { token, act: true, ip: '192.0.2.1' }) as Promise<NoticeReply>

async function linkOf(to: string, subject: string): Promise<string> {
  const find = (): string | undefined => {
    const link = world.mailbox
      .getMails(to)
      .findLast((one) => one.subject === subject)
      ?.links.find((one) => one.includes('/notice?'))
    return link && (new URL(link).searchParams.get('token') ?? undefined)
  }
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  return find() ?? ''
}

const ask = async (app: Visitor) => {
  const { accounts } = await app.get('user.get', {})
  const params = [toHex('hello'), accounts[0]?.address]
  return { method: 'personal_sign', params, chain: 'eip155:1' }
}

async function code(page: Visitor, email: string, purpose: 'freeze' | 'recovery'): Promise<string> {
  await page.get('account.code', { purpose })
  return world.getMail(email).code
}

describe('a frozen wallet', () => {
  test('by the link of an email, signs, exports and changes nothing and accepts no new device, in either process [T1]', async () => {
    const email = 'frozen@mail.example'
    const app = await loggedIn(email, 'https://app.example')
    await later(hour, app)
    const page = await loggedIn(email)
    await later(2 * day, app, page)
    const shown = await app.get('request.prepare', await ask(app))
    // the owner reads about an action that was not theirs
    await page.get('recovery.print', { code: await code(page, email, 'recovery') })
    const token = await linkOf(email, 'A recovery code was created for your wallet')
    expect(await press(token)).toMatchObject({ status: 'done', kind: 'freeze' })
    expect(await codeOf(app.ask('request.sign', { id: shown.id, digest: shown.digest }))).toBe('FROZEN')
    const { error } = await app.ask('request.prepare', await ask(app))
    expect(error).toMatchObject({ code: 'FROZEN', message: expect.stringContaining('You froze your wallet') })
    world.move(61_000)
    expect(await codeOf(page.ask('account.code', { purpose: 'export' }))).toBe('FROZEN')
    expect(await codeOf(app.ask('update.start', { email: 'thief@mail.example' }))).toBe('FROZEN')
    await expect(loggedIn(email)).rejects.toThrow('FROZEN')
    await later(60_000, app, page)
    expect(await codeOf(page.ask('recovery.print', { code: await code(page, email, 'recovery') }))).toBe('FROZEN')
    // devices can still be logged out: that only removes access
    const { devices } = await page.get('devices.list', {})
    await page.get('devices.revoke', { id: devices.find(({ isThis }) => !isThis)?.id ?? '' })
    expect(await codeOf(app.ask('user.get', {}))).toBe('NO_SESSION')
    expect((await page.get('notices.list', {})).frozenUntil).toBeGreaterThan(world.now())
  })

  test('is unfrozen by a fresh code on a device known a day before; neither the mailbox nor the device alone suffices', async () => {
    const email = 'thaws@mail.example'
    const page = await loggedIn(email)
    await later(2 * day, page)
    // a thief with the mailbox comes in an hour before the owner freezes
    const thief = await loggedIn(email)
    await later(hour, page, thief)
    await page.get('account.freeze', {})
    await later(25 * hour, page, thief)
    // their device is a day old by now, but was not when the wallet was frozen
    const stolen = await code(thief, email, 'freeze')
    expect(await codeOf(thief.ask('account.unfreeze', { code: stolen }))).toBe('FROZEN')
    expect(await codeOf(page.ask('account.unfreeze', {}))).toBe('NO_CHALLENGE')
    expect(await codeOf(page.ask('account.unfreeze', { code: stolen }))).toBe('NO_CHALLENGE')
    await later(61_000, page)
    await page.get('account.unfreeze', { code: await code(page, email, 'freeze') })
    expect((await page.get('notices.list', {})).frozenUntil).toBeUndefined()
    await later(61_000, page)
    await page.get('recovery.print', { code: await code(page, email, 'recovery') })
  })

  test('cannot be held to ransom: a mailbox thief can freeze it for 72 hours, but not again', async () => {
    const email = 'ransom@mail.example'
    const page = await loggedIn(email)
    await later(2 * day, page)
    const thief = await loggedIn(email)
    await thief.get('account.freeze', {})
    // freezing again does not extend it
    await later(hour, page, thief)
    await thief.get('account.freeze', {})
    await later(71 * hour, page, thief)
    await page.get('recovery.print', { code: await code(page, email, 'recovery') })
    expect(await codeOf(thief.ask('account.freeze', {}))).toBe('TOO_MANY')
    const token = await linkOf(email, 'A recovery code was created for your wallet')
    expect(await press(token)).toMatchObject({ error: { code: 'TOO_MANY' } })
    // its owner can, at once, with a fresh code
    await later(61_000, page)
    await page.get('account.freeze', { code: await code(page, email, 'freeze') })
    expect(await codeOf(page.ask('account.code', { purpose: 'export' }))).toBe('FROZEN')
  })

  test('error: INTERNAL if its freeze was changed in the database', async () => {
    const email = 'row@mail.example'
    const app = await loggedIn(email, 'https://app.example')
    const page = await loggedIn(email)
    await page.get('account.freeze', {})
    await world.database.query(
      'UPDATE wallet_freezes SET valid_until = valid_until - 1 WHERE created_at = (SELECT max(created_at) FROM wallet_freezes)',
    )
    await expect(ask(app).then((params) => app.get('request.prepare', params))).rejects.toThrow('INTERNAL')
  })

  test('freezing waits for signatures in progress, and none starts after it, in two processes', async () => {
    const email = 'race@mail.example'
    const app = await loggedIn(email, 'https://app.example')
    const page = await loggedIn(email)
    const shown = await Promise.all(Array.from({ length: 6 }, async () => app.get('request.prepare', await ask(app))))
    const signing = shown.map(({ id, digest }) => app.ask('request.sign', { id, digest }))
    await page.get('account.freeze', {})
    const outcomes = await Promise.all(signing)
    for (const { error } of outcomes) if (error) expect(error.code).toBe('FROZEN')
    expect(await codeOf(app.ask('request.prepare', await ask(app)))).toBe('FROZEN')
  })
})
