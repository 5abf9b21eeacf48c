import { rename, stat } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from './test/post.js'
import { startWorld, type World } from './test/startWorld.js'

// against two processes that share only the database
let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

describe('logging in by email', () => {
  test('needs a link and a code at first, and creates a wallet on two chains [S4.35]', async () => {
    const visitor = world.createVisitor({ ip: '203.0.113.77' })
    expect(await visitor.get('hello', {})).toEqual({ now: world.now(), isConnected: false, hasCredential: false })
    expect(await visitor.get('hello', {})).toMatchObject({ hasCredential: true })
    await expect(visitor.get('user.get', {})).rejects.toThrow('NO_SESSION')

    const asked = await visitor.get('email.start', { email: 'Ada@Mail.example' })
    expect(asked).toEqual({ action: 'VERIFY_DEVICE', expiresAt: world.now() + 600_000, retryAfter: 30 })
    const link = world.getMail('ada@mail.example')
    expect(link.subject).toBe('Approve a login to app.example')
    for (const fact of ['https://app.example', 'Firefox on Linux', '203.0.113.x', '10 minutes', "If this wasn't you"])
      expect(link.text).toContain(fact)
    expect([link.code, link.text.includes('203.0.113.77')]).toEqual(['', false])
    await expect(visitor.get('email.verify', { code: '000000' })).rejects.toThrow('NO_CHALLENGE')

    const waiting = visitor.get('email.device', {})
    expect(await world.press(link.token)).toMatchObject({ status: 'approved', browser: 'Firefox on Linux' })
    expect(await waiting).toEqual({ status: 'approved' })
    const mail = world.getMail('ada@mail.example')
    expect(mail.code).toMatch(/^\d{6}$/)
    expect(mail.subject).not.toContain(mail.code)

    const { user } = await visitor.get('email.verify', { code: ` ${mail.code} ` })
    expect(user).toEqual({
      email: 'ada@mail.example',
      smartAccount: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      accounts: [
        { namespace: 'eip155', address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
        { namespace: 'solana', address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) },
      ],
    })
    expect(await visitor.get('user.get', {})).toEqual(user)
    expect(await visitor.get('hello', {})).toMatchObject({ isConnected: true, hasCredential: true })
    expect(world.mailbox.getMails('ada@mail.example')).toHaveLength(2)
    world.move(60_000)
  })

  test('needs only a code on a known device and a link on a new one, which its owner is notified of', async () => {
    const [first, second] = [world.createVisitor(), world.createVisitor()]
    await world.logIn(first, 'known@mail.example')
    const user = await first.get('user.get', {})
    expect(await first.get('session.end', {})).toEqual({})
    expect(await first.get('session.end', {})).toEqual({})
    await expect(first.get('user.get', {})).rejects.toThrow('NO_SESSION')
    expect(await first.get('email.start', { email: 'KNOWN@mail.example' })).toMatchObject({ action: 'VERIFY_OTP' })
    expect(await first.get('email.device', {})).toEqual({ status: 'approved' })
    await first.get('email.verify', { code: world.getMail('known@mail.example').code })
    expect(await first.get('user.get', {})).toEqual(user)

    world.move(60_000)
    await world.logIn(second, 'known@mail.example')
    expect(await second.get('user.get', {})).toEqual(user)
    await expect
      .poll(() => world.mailbox.getMails('known@mail.example').map(({ subject }) => subject))
      .toContain('Your wallet was opened in another browser')
    // both stay logged in
    expect(await first.get('user.get', {})).toEqual(user)
  })

  test('does not reveal who has a wallet: an unknown mailbox gets the same response and email', async () => {
    const [owner, visitor] = [world.createVisitor(), world.createVisitor()]
    await world.logIn(owner, 'somebody@mail.example')
    await visitor.get('hello', {})
    const replies: unknown[] = []
    for (const email of ['somebody@mail.example', 'nobody@mail.example'])
      replies.push(await visitor.get('email.start', { email }))
    expect(replies[0]).toEqual(replies[1])
    const [known, unknown] = ['somebody@mail.example', 'nobody@mail.example'].map((email) => world.getMail(email))
    expect(known?.text.replace(known.token, '')).toBe(unknown?.text.replace(unknown.token, ''))
  })

  test('continues after a reload: no second email, the same challenge, and the remaining seconds [F6]', async () => {
    const visitor = world.createVisitor()
    const email = 'reload@mail.example'
    await visitor.get('hello', {})
    await visitor.get('email.start', { email })
    await world.press(world.getMail(email).token)
    await visitor.get('email.device', {})
    const { code } = world.getMail(email)
    world.move(12_000)
    const reloaded = world.createVisitor({ credential: visitor.getCredential() })
    await reloaded.get('hello', {})
    const { error } = await reloaded.ask('email.start', { email })
    expect(error).toEqual({ code: 'TOO_MANY', message: 'Please try again after 18 seconds', retryAfter: 18 })
    expect(world.mailbox.getMails(email)).toHaveLength(2)
    const { user } = await reloaded.get('email.verify', { code })
    // a user who is logged in already gets no email
    world.move(60_000)
    expect(await reloaded.get('email.start', { email })).toMatchObject({ action: 'CONNECT' })
    expect(await reloaded.get('user.get', {})).toEqual(user)
    expect(world.mailbox.getMails(email)).toHaveLength(2)
  })

  test('creates a separate wallet for the same mailbox in each project', async () => {
    const [demo, other] = [world.createVisitor(), world.createVisitor({ project: 'other' })]
    await world.logIn(demo, 'two@mail.example')
    await world.logIn(other, 'two@mail.example')
    const [one, two] = [await demo.get('user.get', {}), await other.get('user.get', {})]
    expect(one.accounts).not.toEqual(two.accounts)
  })

  test('treats a plus tag as another mailbox, but ignores the case of letters [I6]', async () => {
    const [plain, tagged] = [world.createVisitor(), world.createVisitor()]
    await world.logIn(plain, 'plus@mail.example')
    await world.logIn(tagged, 'plus+tag@mail.example')
    const users = [await plain.get('user.get', {}), await tagged.get('user.get', {})]
    expect(users.map(({ email }) => email)).toEqual(['plus@mail.example', 'plus+tag@mail.example'])
    expect(users[0]?.accounts).not.toEqual(users[1]?.accounts)
  })

  test('creates one wallet for two devices that log in for the first time at once [F38]', async () => {
    const visitors = [world.createVisitor(), world.createVisitor()]
    const codes: string[] = []
    for (const visitor of visitors) {
      await visitor.get('hello', {})
      await visitor.get('email.start', { email: 'race@mail.example' })
      await world.press(world.getMail('race@mail.example').token)
      await visitor.get('email.device', {})
      codes.push(world.getMail('race@mail.example').code)
      world.move(31_000)
    }
    const results = await Promise.all(
      visitors.flatMap((visitor, index) =>
        Array.from({ length: 3 }, () => visitor.get('email.verify', { code: codes[index] ?? '' })),
      ),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
  })
})

describe('readiness', () => {
  const read = (): Promise<unknown> => post(world.custodies[0]?.address ?? '', '/ready', undefined, 'GET')

  test('fails while the key-encryption key cannot be read, but liveness does not', async () => {
    const { kekFile } = world.options
    expect(await read()).toEqual({ ok: true })
    await rename(kekFile, `${kekFile}.away`)
    await expect.poll(read, { timeout: 10_000 }).toEqual({ ok: false, failed: ['keys'] })
    expect(await post(world.custodies[0]?.address ?? '', '/health', undefined, 'GET')).toEqual({ ok: true })
    await rename(`${kekFile}.away`, kekFile)
    await expect.poll(read, { timeout: 10_000 }).toEqual({ ok: true })
  })
})

describe('the socket', () => {
  test('is accessible only to its own account, and rejects invalid calls', async () => {
    const { address } = world.custodies[0] ?? { address: '' }
    expect((await stat(address)).mode & 0o777).toBe(0o600)
    for (const [path, body] of [
      ['/call', {}],
      ['/call', null],
      ['/link', { token: 7 }],
      ['/', {}],
    ] as const)
      expect(await post(address, path, body)).toMatchObject({ error: { code: 'INVALID_PARAMS' } })
  })
})
