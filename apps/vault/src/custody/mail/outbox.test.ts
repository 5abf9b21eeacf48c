import { startMailbox } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from '../test/startWorld.js'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

/** Logs in on a known and on a new device, so that the mailbox is owed one notice. */
async function causeNotice(email: string): Promise<void> {
  await world.logIn(world.createVisitor(), email)
  await world.logIn(world.createVisitor(), email)
}
const subjects = (email: string): readonly string[] => world.mailbox.getMails(email).map(({ subject }) => subject)
const told = 'Your wallet was opened in another browser'
const waiting = async (): Promise<number> => (await world.database.query('SELECT 1 FROM outbox')).length

describe('a queued email', () => {
  test('is sent once, although two processes poll for it [T11]', async () => {
    const emails = Array.from({ length: 8 }, (_, index) => `once${index}@mail.example`)
    for (const email of emails) await world.logIn(world.createVisitor(), email)
    const second = emails.map(() => world.createVisitor())
    for (const [index, email] of emails.entries()) await world.logIn(second[index] ?? world.createVisitor(), email)
    await expect.poll(waiting).toBe(0)
    for (const email of emails) expect(subjects(email).filter((subject) => subject === told)).toHaveLength(1)
  })

  test('is sent at once beside others, even after PostgreSQL has analyzed the outbox while it was empty', async () => {
    const [from, to] = ['several@mail.example', 'others@mail.example']
    const visitor = world.createVisitor()
    await world.logIn(visitor, from)
    world.move(hour)
    await visitor.get('hello', {})
    await visitor.get('update.start', { email: to })
    await visitor.get('update.primary', { code: world.getMail(from).code })
    await expect.poll(waiting).toBe(0)
    await world.database.query('ANALYZE outbox')
    await visitor.get('update.secondary', { code: world.getMail(to).code })
    // sooner than the time for which a process claims an email
    for (const email of [from, to]) await expect.poll(() => subjects(email)).toContain('Your email address was changed')
  })

  test('is not sent if the action that it reports failed', async () => {
    const before = world.mailbox.getMails('undone@mail.example').length
    const visitor = world.createVisitor()
    await world.logIn(visitor, 'undone@mail.example')
    const count = world.mailbox.getMails('undone@mail.example').length
    // no such code was requested
    await expect(visitor.get('update.secondary', { code: '123456' })).rejects.toThrow('NO_CHALLENGE')
    expect(await waiting()).toBe(0)
    expect(world.mailbox.getMails('undone@mail.example')).toHaveLength(count)
    expect(count).toBeGreaterThan(before)
  })
})

test('a notice survives a mail server outage of days and a restart, and its address is stored nowhere in the clear', async () => {
  const email = 'patient@mail.example'
  const lone = await startWorld()
  try {
    await lone.logIn(lone.createVisitor(), email)
    // logs in with the code from before the outage
    const second = lone.createVisitor()
    await second.get('hello', {})
    await second.get('email.start', { email })
    await lone.press(lone.getMail(email).token)
    await second.get('email.device', {})
    const { code } = lone.getMail(email)
    const port = Number(new URL(lone.mailbox.smtpUrl).port)
    await lone.mailbox.stop()
    await second.get('email.verify', { code })
    await expect.poll(() => lone.warnings.length).toBeGreaterThan(0)
    const rows = await lone.database.query<{ text: string }>('SELECT outbox::text AS text FROM outbox')
    expect(rows).toHaveLength(1)
    const clear = [email, 'patient', told].flatMap((text) => [text, Buffer.from(text).toString('hex')])
    for (const text of clear) expect(rows[0]?.text).not.toContain(text)
    expect(lone.warnings.map(String).join()).not.toContain('patient')
    // it is retried at growing intervals
    for (const wait of [minute, hour, 6 * hour, day, day]) {
      const before = lone.warnings.length
      lone.move(wait)
      await expect.poll(() => lone.warnings.length, { timeout: 10_000 }).toBeGreaterThan(before)
    }
    const mailbox = await startMailbox({ smtpPort: port, now: lone.now })
    await lone.restart()
    lone.move(7 * hour)
    await expect.poll(() => mailbox.getMails(email).map(({ subject }) => subject), { timeout: 10_000 }).toEqual([told])
    await expect.poll(async () => (await lone.database.query('SELECT 1 FROM outbox')).length).toBe(0)
    await mailbox.stop()
  } finally {
    await lone.stop()
  }
})

test('error: a notice that no mail server accepts for five days is discarded, and the operator is warned', async () => {
  const lone = await startWorld()
  try {
    await lone.logIn(lone.createVisitor(), 'never@mail.example')
    const second = lone.createVisitor()
    await second.get('hello', {})
    await second.get('email.start', { email: 'never@mail.example' })
    await lone.press(lone.getMail('never@mail.example').token)
    await second.get('email.device', {})
    const { code } = lone.getMail('never@mail.example')
    await lone.mailbox.stop()
    await second.get('email.verify', { code })
    lone.move(6 * day)
    await expect.poll(() => lone.warnings.map(String).join(), { timeout: 10_000 }).toContain('discarded')
    expect(await lone.database.query('SELECT 1 FROM outbox')).toEqual([])
  } finally {
    await lone.stop()
  }
})

test('error: an email that was changed in the database is not sent', async () => {
  await world.database.query(
    `INSERT INTO outbox (id, sealed, attempts, next_at, created_at, valid_until, mac)
     VALUES ('forged', '\\x00', 0, 0, 0, $1, '\\x00')`,
    [world.now() + day],
  )
  await causeNotice('after@mail.example')
  await expect.poll(() => subjects('after@mail.example')).toContain(told)
  expect(world.warnings.map(String).join()).toMatch(
    /outbox was changed from outside|uses a key that is not in the key file/,
  )
  await world.database.query("DELETE FROM outbox WHERE id = 'forged'")
})
