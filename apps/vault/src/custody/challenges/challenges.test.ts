import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCustody } from '../startCustody.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World
beforeAll(async () => {
  const source = [{ max: 20, within: 3_600_000 }]
  world = await startWorld({ processes: 2, emailLimits: { source } })
})
afterAll(() => world?.stop())

/** A visitor who was emailed a code on a known device. */
async function withCode(email: string): Promise<{ readonly visitor: Visitor; readonly code: string }> {
  const visitor = world.createVisitor()
  await world.logIn(visitor, email)
  await visitor.get('session.end', {})
  await visitor.get('email.start', { email })
  return { visitor, code: world.getMail(email).code }
}
const toWrong = (code: string, step = 1): string => String((Number(code) + step) % 1_000_000).padStart(6, '0')
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

describe('an email code', () => {
  test('is compared with at most three of 50 parallel guesses in two processes [T8] [I9]', async () => {
    const { visitor, code } = await withCode('guess@mail.example')
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => codeOf(visitor.ask('email.verify', { code: toWrong(code, index + 1) }))),
    )
    expect(replies.filter((reply) => reply === 'CODE_WRONG')).toHaveLength(3)
    expect(replies.filter((reply) => reply === 'CODE_SPENT')).toHaveLength(47)
    // the correct code is no longer compared either
    expect(await codeOf(visitor.ask('email.verify', { code }))).toBe('CODE_SPENT')
    const rows = await world.database.query("SELECT attempts FROM challenges WHERE state = 'open'")
    expect(rows).toEqual([{ attempts: 3 }])
    world.move(31_000)
    await visitor.get('email.start', { email: 'guess@mail.example' })
    await visitor.get('email.verify', { code: world.getMail('guess@mail.example').code })
  })

  test.each(['12345', '1234567', '１２３４５６', '', '12 34 56', '12345a', '-12345', '1e5000'])(
    'costs no attempt if its format is invalid: %j',
    async (text) => {
      const email = `shape${text.length}-${text.charCodeAt(0) || 0}@mail.example`
      const { visitor, code } = await withCode(email)
      for (let turn = 0; turn < 4; turn++)
        expect(await codeOf(visitor.ask('email.verify', { code: text }))).toBe('CODE_WRONG')
      expect(await codeOf(visitor.ask('email.verify', { code: [code] as never }))).toBe('INVALID_PARAMS')
      await visitor.get('email.verify', { code: `\t${code} ` })
    },
  )

  test('costs no attempt if it is right, but the database fails during the login', async () => {
    const { visitor, code } = await withCode('outage@mail.example')
    await world.database.query('ALTER TABLE identities RENAME TO moved_identities')
    // more often than it may be wrong
    for (let turn = 0; turn < 4; turn++) expect(await codeOf(visitor.ask('email.verify', { code }))).toBe('INTERNAL')
    await world.database.query('ALTER TABLE moved_identities RENAME TO identities')
    await visitor.get('email.verify', { code })
  })

  test('works after 9 minutes and has expired after 11; a new one can be requested [F15]', async () => {
    const { visitor, code } = await withCode('late@mail.example')
    world.move(9 * 60_000)
    await visitor.get('email.verify', { code })
    await visitor.get('session.end', {})
    await visitor.get('email.start', { email: 'late@mail.example' })
    const second = world.getMail('late@mail.example').code
    world.move(11 * 60_000)
    expect(await codeOf(visitor.ask('email.verify', { code: second }))).toBe('CODE_EXPIRED')
    await visitor.get('email.start', { email: 'late@mail.example' })
    await visitor.get('email.verify', { code: world.getMail('late@mail.example').code })
  })

  test('returns the same response again for a minute, and is invalid after that', async () => {
    const { visitor, code } = await withCode('again@mail.example')
    const answers = await Promise.all([1, 2, 3].map(() => visitor.get('email.verify', { code })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await codeOf(visitor.ask('email.verify', { code: toWrong(code) }))).toBe('CODE_WRONG')
    world.move(61_000)
    expect(await codeOf(visitor.ask('email.verify', { code }))).toBe('NO_CHALLENGE')
  })

  test('is invalid on another device, for another purpose, or once a newer one was emailed [I8]', async () => {
    const { visitor, code } = await withCode('bound@mail.example')
    const thief = world.createVisitor()
    await world.logIn(thief, 'thief@mail.example')
    await thief.get('session.end', {})
    expect(await codeOf(thief.ask('email.verify', { code }))).toBe('NO_CHALLENGE')
    await thief.get('email.start', { email: 'thief@mail.example' })
    expect(world.getMail('thief@mail.example').code).not.toBe(code)
    expect(await codeOf(thief.ask('email.verify', { code }))).toBe('CODE_WRONG')
    expect(await codeOf(visitor.ask('update.primary', { code }))).toBe('NO_SESSION')

    world.move(31_000)
    await visitor.get('email.start', { email: 'bound@mail.example' })
    const newer = world.getMail('bound@mail.example').code
    if (newer !== code) expect(await codeOf(visitor.ask('email.verify', { code }))).toBe('CODE_WRONG')
    await visitor.get('email.verify', { code: newer })
    await visitor.get('update.start', { email: 'next@mail.example' }).catch(() => undefined)
    expect(await codeOf(visitor.ask('update.primary', { code: newer }))).not.toBe('none')
  })

  test('that was wrong ten times in a day for one mailbox makes known devices need a link too, for a day', async () => {
    const email = 'tries@mail.example'
    let { visitor, code } = await withCode(email)
    for (let turn = 0; turn < 10; turn++) {
      if (turn % 3 === 0 && turn > 0) {
        world.move(3_600_000)
        await visitor.get('hello', {})
        expect(await visitor.get('email.start', { email })).toMatchObject({ action: 'VERIFY_OTP' })
        code = world.getMail(email).code
      }
      expect(await codeOf(visitor.ask('email.verify', { code: toWrong(code) }))).toBe('CODE_WRONG')
    }
    // by its own count, the open challenge has attempts left
    expect(await codeOf(visitor.ask('email.verify', { code }))).toBe('CODE_SPENT')
    world.move(3_600_000)
    await visitor.get('hello', {})
    expect(await visitor.get('email.start', { email })).toMatchObject({ action: 'VERIFY_DEVICE' })
    await world.press(world.getMail(email).token)
    await visitor.get('email.device', {})
    await visitor.get('email.verify', { code: world.getMail(email).code })
    // a day later all is as before
    world.move(86_400_000)
    await visitor.get('hello', {})
    await visitor.get('session.end', {})
    expect(await visitor.get('email.start', { email })).toMatchObject({ action: 'VERIFY_OTP' })
  })
})

describe('emails', () => {
  test('are limited per mailbox to one in 30 seconds, 5 an hour and 10 a day; other mailboxes are unaffected [S9.1]', async () => {
    const email = 'bomb@mail.example'
    const askers = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const visitor = world.createVisitor({ ip: `203.0.113.${index}` })
        await visitor.get('hello', {})
        return visitor
      }),
    )
    const count = (): number => world.mailbox.getMails(email).length
    const ask = async (each = 1): Promise<readonly number[]> => {
      const all = Array.from({ length: each }, () => askers).flat()
      const replies = await Promise.all(all.map((visitor) => visitor.ask('email.start', { email })))
      return replies.flatMap(({ error }) => (error?.code === 'TOO_MANY' ? [error.retryAfter ?? 0] : []))
    }
    // 1,000 requests within an hour
    expect(await ask(10)).toEqual(Array.from({ length: 39 }, () => 30))
    for (let turn = 1; turn < 25; turn++) {
      world.move(140_000)
      await ask(10)
    }
    expect(count()).toBe(5)
    // a requester who asked more often than others also waits for their own limit
    const wait = Math.min(...(await ask()))
    expect(wait).toBeGreaterThan(30)
    const replies = await Promise.all(askers.map((requester) => requester.ask('email.start', { email })))
    expect(replies.map(({ error }) => error?.message)).toContain(`Please try again after ${wait} seconds`)
    world.move((wait - 1) * 1_000)
    expect(await ask()).toHaveLength(4)
    world.move(1_000)
    expect((await ask()).length).toBeLessThan(4)
    expect(count()).toBe(6)
    for (let turn = 0; turn < 22; turn++) {
      world.move(3_600_000)
      for (const visitor of askers) await visitor.get('hello', {})
      await ask()
    }
    expect(count()).toBeLessThanOrEqual(11)
    const other = world.createVisitor()
    await world.logIn(other, 'unbothered@mail.example')
  }, 240_000)

  test('are limited per source to the operator’s hourly maximum, with an IPv6 /64 network as one source', async () => {
    const replies: string[] = []
    for (let index = 0; index < 21; index++) {
      const visitor = world.createVisitor({ ip: `2001:db8:7:8::${index.toString(16)}` })
      await visitor.get('hello', {})
      replies.push(await codeOf(visitor.ask('email.start', { email: `many${index}@mail.example` })))
    }
    expect(replies.filter((reply) => reply === 'none')).toHaveLength(20)
    expect(replies.at(-1)).toBe('TOO_MANY')
    const neighbour = world.createVisitor({ ip: '2001:db8:7:9::1' })
    await neighbour.get('hello', {})
    await neighbour.get('email.start', { email: 'many20@mail.example' })
  })

  test.each([
    '',
    'a@b',
    'a@@b.co',
    `${'a'.repeat(250)}@b.co`,
    'a@b.co\r\nBcc: c@d.co',
    'a@b.co, c@d.co',
    'a＠b.co',
    '<a@b.co>',
    'a@bücher.example',
    ' a@b.co',
  ])('error: INVALID_EMAIL and no email for %j [I5] [I6]', async (email) => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const before = world.mailbox.getMails().length
    expect(await codeOf(visitor.ask('email.start', { email }))).toBe('INVALID_EMAIL')
    expect(world.mailbox.getMails()).toHaveLength(before)
  })

  test('error: MAIL_FAILED within ten seconds if the mail server does not respond, and no limit is used up [F14]', async () => {
    const silent: Server = createServer(() => undefined) // accepts connections and never responds
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    for (const smtpUrl of [`smtp://127.0.0.1:${port}`, 'smtp://127.0.0.1:9']) {
      const socket = `${world.folder}/deaf.sock`
      const deaf = await startCustody({ ...world.options, listen: { socket }, smtpUrl })
      const email = `deaf${smtpUrl.length}@mail.example`
      const visitor = world.createVisitor({ addresses: [deaf.address] })
      await visitor.get('hello', {})
      const began = Date.now()
      expect(await codeOf(visitor.ask('email.start', { email }))).toBe('MAIL_FAILED')
      expect(Date.now() - began).toBeLessThan(10_000)
      expect(await codeOf(visitor.ask('email.verify', { code: '123456' }))).toBe('NO_CHALLENGE')
      await deaf.stop()
      // works at once with a working mail server: no cool-down
      const same = world.createVisitor({ credential: visitor.getCredential() })
      await same.get('hello', {})
      expect(await same.get('email.start', { email })).toMatchObject({ action: 'VERIFY_DEVICE' })
    }
    silent.close()
    expect(JSON.stringify(world.warnings.map(String))).not.toContain('mail.example')
  })

  test('error: MAIL_FAILED for the code that follows a link keeps the approval, so that it can be retried', async () => {
    const email = 'between@mail.example'
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    await visitor.get('email.start', { email })
    await world.press(world.getMail(email).token)
    const deaf = await startCustody({ ...world.options, listen: { port: 0 }, smtpUrl: 'smtp://127.0.0.1:9' })
    const same = world.createVisitor({ addresses: [deaf.address], credential: visitor.getCredential() })
    await same.get('hello', {})
    expect(await codeOf(same.ask('email.device', {}))).toBe('MAIL_FAILED')
    await deaf.stop()
    expect(await visitor.get('email.device', {})).toEqual({ status: 'approved' })
    await visitor.get('email.verify', { code: world.getMail(email).code })
  })
})
