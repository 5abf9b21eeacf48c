import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NoticeReply } from '../../protocol/notice.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'

const [hour, day] = [3_600_000, 86_400_000]

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

async function loggedIn(email: string): Promise<Visitor> {
  const visitor = world.createVisitor()
  await world.logIn(visitor, email)
  return visitor
}
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const notice = (token: string, act: boolean): Promise<NoticeReply> =>
  post(world.custodies[0]?.address ?? '', '/notice', { token, act, ip: '192.0.2.1' }) as Promise<NoticeReply>
/** The token of the newest email with a subject, which may take a moment. */
async function tokenOf(to: string, subject: string): Promise<string> {
  await expect.poll(() => world.mailbox.getMails(to).map((one) => one.subject)).toContain(subject)
  const mail = world.mailbox.getMails(to).findLast((one) => one.subject === subject)
  const link = mail?.links.find((one) => one.includes('/notice?'))
  return new URL(link ?? '').searchParams.get('token') ?? ''
}
const later = async (ms: number, ...visitors: readonly Visitor[]): Promise<void> => {
  world.move(ms)
  for (const visitor of visitors) await visitor.get('hello', {})
}
/** Changes the email address of a logged-in user. */
async function moveTo(visitor: Visitor, { from, to }: { from: string; to: string }): Promise<void> {
  await later(hour, visitor)
  await visitor.get('update.start', { email: to })
  await visitor.get('update.primary', { code: world.getMail(from).code })
  await visitor.get('update.secondary', { code: world.getMail(to).code })
}

describe('a new device', () => {
  test('is reported to the mailbox with a link that logs it out: viewing that changes nothing, clicking works once', async () => {
    const first = await loggedIn('news@mail.example')
    await later(hour, first)
    expect(world.mailbox.getMails('news@mail.example').map(({ subject }) => subject)).not.toContain(
      'Your wallet was opened in another browser',
    )
    const second = await loggedIn('news@mail.example')
    const token = await tokenOf('news@mail.example', 'Your wallet was opened in another browser')
    for (let look = 0; look < 20; look++)
      expect(await notice(token, false)).toMatchObject({
        status: 'open',
        kind: 'revoke',
        origin: 'https://app.example',
        browser: 'Firefox on Linux',
      })
    await second.get('user.get', {})
    expect(await notice(token, true)).toEqual({ status: 'done', project: 'demo', kind: 'revoke', language: 'en' })
    expect(await notice(token, true)).toEqual({ status: 'done', project: 'demo', kind: 'revoke', language: 'en' })
    await later(61_000, first, second)
    expect(await notice(token, true)).toEqual({ status: 'gone' })
    expect(await codeOf(second.ask('user.get', {}))).toBe('NO_SESSION')
    await first.get('user.get', {})
    // it is an unknown device again, which needs a link
    expect(await second.get('email.start', { email: 'news@mail.example' })).toMatchObject({ action: 'VERIFY_DEVICE' })
    expect(await notice('x'.repeat(43), true)).toEqual({ status: 'gone' })
  })

  test('is listed for its owner alone, who can log any device out', async () => {
    const first = await loggedIn('list@mail.example')
    await later(hour, first)
    const second = await loggedIn('list@mail.example')
    const stranger = await loggedIn('stranger@mail.example')
    const { devices } = await second.get('devices.list', {})
    expect(devices).toHaveLength(2)
    expect(devices.map(({ isThis, isLoggedIn }) => [isThis, isLoggedIn]).sort()).toEqual([
      [false, true],
      [true, true],
    ])
    const id = devices.find(({ isThis }) => !isThis)?.id ?? ''
    // another user's device can't be logged out
    await stranger.get('devices.revoke', { id })
    await first.get('user.get', {})
    await second.get('devices.revoke', { id })
    expect(await codeOf(first.ask('user.get', {}))).toBe('NO_SESSION')
    expect((await second.get('devices.list', {})).devices).toHaveLength(1)
    expect((await stranger.get('devices.list', {})).devices).toHaveLength(1)
    expect(await codeOf(first.ask('devices.list', {}))).toBe('NO_SESSION')
  })
})

describe('changing the email address', () => {
  test('keeps new devices out for a day, and known ones need a link', async () => {
    const first = await loggedIn('frozen@mail.example')
    await later(hour, first)
    const second = await loggedIn('frozen@mail.example')
    await moveTo(first, { from: 'frozen@mail.example', to: 'thawed@mail.example' })
    await later(hour, first, second)
    await expect(loggedIn('thawed@mail.example')).rejects.toThrow('FROZEN')
    await later(hour, first, second)
    expect(await second.get('email.start', { email: 'thawed@mail.example' })).toMatchObject({ action: 'VERIFY_DEVICE' })
    await world.press(world.getMail('thawed@mail.example').token)
    await second.get('email.device', {})
    await second.get('email.verify', { code: world.getMail('thawed@mail.example').code })
    await later(day)
    await loggedIn('thawed@mail.example')
  })

  test('can be undone by the old mailbox for 72 hours, which logs the thief out; nobody gets the old address meanwhile', async () => {
    const thief = await loggedIn('owner@mail.example')
    const { accounts } = await thief.get('user.get', {})
    await moveTo(thief, { from: 'owner@mail.example', to: 'thief@mail.example' })
    const token = await tokenOf('owner@mail.example', 'Your email address was changed')
    // a second change, to evade that link
    await moveTo(thief, { from: 'thief@mail.example', to: 'thief2@mail.example' })
    const between = await tokenOf('thief@mail.example', 'Your email address was changed')
    const [user] = await world.database.query<{ user_id: string }>(
      "SELECT user_id FROM mail_links WHERE kind = 'undo' ORDER BY created_at DESC LIMIT 1",
    )
    // a login that the thief added in that time
    await world.database.query(
      "INSERT INTO logins VALUES ('l', $1, 'demo', 'google', 'i', '\\x00', '\\x00', NULL, $2, $2, '\\x00')",
      [user?.user_id, world.now()],
    )
    await later(69 * hour)
    await expect(loggedIn('owner@mail.example')).rejects.toThrow('FROZEN')
    await later(hour)
    expect(await notice(token, false)).toMatchObject({ status: 'open', kind: 'undo' })
    expect(await notice(token, true)).toEqual({ status: 'done', project: 'demo', kind: 'undo', language: 'en' })
    await thief.get('hello', {})
    expect(await codeOf(thief.ask('user.get', {}))).toBe('NO_SESSION')
    expect(await notice(between, true)).toEqual({ status: 'gone' })
    expect(await world.database.query('SELECT 1 FROM logins')).toEqual([])
    const owner = await loggedIn('owner@mail.example')
    expect(await owner.get('user.get', {})).toMatchObject({ email: 'owner@mail.example', accounts })
    for (const to of ['owner@mail.example', 'thief2@mail.example'])
      await expect
        .poll(() => world.mailbox.getMails(to).map(({ subject }) => subject))
        .toContain('The change of your email address was undone')
  })

  test('error: cannot be undone after 72 hours, when the old address is free again', async () => {
    const owner = await loggedIn('leaves@mail.example')
    const { accounts } = await owner.get('user.get', {})
    await moveTo(owner, { from: 'leaves@mail.example', to: 'arrives@mail.example' })
    const token = await tokenOf('leaves@mail.example', 'Your email address was changed')
    await later(72 * hour)
    expect(await notice(token, true)).toEqual({ status: 'gone' })
    const other = await loggedIn('leaves@mail.example')
    expect((await other.get('user.get', {})).accounts).not.toEqual(accounts)
  })

  test('error: is not undone by a link that was changed in the database', async () => {
    const owner = await loggedIn('tampered@mail.example')
    await moveTo(owner, { from: 'tampered@mail.example', to: 'tampered2@mail.example' })
    const token = await tokenOf('tampered@mail.example', 'Your email address was changed')
    await world.database.query(
      "UPDATE mail_links SET user_id = (SELECT user_id FROM identities LIMIT 1) WHERE id = (SELECT id FROM mail_links WHERE kind = 'undo' ORDER BY created_at DESC LIMIT 1)",
    )
    expect(await notice(token, true)).toMatchObject({ error: { code: 'INTERNAL' } })
    expect(await owner.get('user.get', {})).toMatchObject({ email: 'tampered2@mail.example' })
  })
})
