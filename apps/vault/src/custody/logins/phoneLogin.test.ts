import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import { readSms, type Sms } from '../sms/sms.js'
import { createOperators } from '../test/createOperators.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

const secret = randomBytes(32)

type Answer = (response: ServerResponse) => void

const accept: Answer = (response) => response.writeHead(202).end()

/** The operator's receiver. */
const receiver = {
  requests: [] as { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }[],
  answer: accept,
}

let server: Server
let world: World

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      receiver.requests.push({ url: request.url ?? '', headers: request.headers, body })
      receiver.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const app = { name: 'Demo', origins: ['https://app.example', 'https://shop.example'] }
  const projects = parseProjects(
    JSON.stringify({
      demo: { ...app, sms: { countries: ['DE', 'US'] } },
      german: { ...app, sms: { countries: ['DE'] } },
      small: { ...app, sms: { countries: ['DE'], perDay: 3 } },
      without: app,
    }),
  )
  const sms = { url: `http://127.0.0.1:${port}/sms`, secret }
  world = await startWorld({ processes: 2, projects, sms })
})
beforeEach(() => {
  receiver.answer = accept
  world.move(hour)
})
afterAll(async () => {
  await world?.stop()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

let numbers = 0

/** A mobile number that no other test uses. */
const createNumber = (): string => `+49151200${String(numbers++).padStart(5, '0')}`

async function greet(options: Parameters<World['createVisitor']>[0] = {}): Promise<Visitor> {
  const visitor = world.createVisitor(options)
  await visitor.get('hello', {})
  return visitor
}

const readLast = (): Sms => JSON.parse(receiver.requests.at(-1)?.body ?? '{}') as Sms

async function logIn(visitor: Visitor, phone: string): Promise<Sms> {
  // its key may have been idle
  await visitor.get('hello', {})
  await visitor.get('phone.start', { phone })
  const sms = readLast()
  await visitor.get('phone.verify', { code: sms.code })
  return sms
}

const errorOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

const toWrong = (code: string): string => (code === '000000' ? '000001' : '000000')

describe('an SMS login', () => {
  test('sends a signed request to the operator’s receiver, and opens one wallet in every browser', async () => {
    const phone = createNumber()
    const visitor = await greet({ language: 'de-DE' })
    const before = receiver.requests.length
    const started = await visitor.get('phone.start', { phone: ` 0049 (151) ${phone.slice(6, 9)}-${phone.slice(9)} ` })
    expect(started).toEqual({
      phone: expect.stringMatching(/^\+49 [\d ]+$/),
      expiresAt: world.now() + 10 * minute,
      retryAfter: 30,
    })
    expect(receiver.requests).toHaveLength(before + 1)
    const { headers, body, url } = receiver.requests.at(-1) ?? { headers: {}, body: '', url: '' }
    expect(url).toBe('/sms')
    const signed = `${headers['webhook-id']}.${Math.floor(world.now() / second)}.${body}`
    const signature = createHmac('sha256', secret).update(signed).digest('base64')
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-signature': `v1,${signature}` })
    const sms = readLast()
    expect(sms).toEqual({
      id: headers['webhook-id'],
      project: 'demo',
      to: phone,
      country: 'DE',
      purpose: 'login',
      language: 'de',
      text: `${sms.code} ist dein Code für app.example. Gib ihn nicht weiter.\n\n@app.example #${sms.code}`,
      code: expect.stringMatching(/^\d{6}$/),
    })
    const { user } = await visitor.get('phone.verify', { code: sms.code })
    expect(user).toMatchObject({ email: null, provider: 'phone', username: started.phone })
    // again, as after a lost reply
    expect(await visitor.get('phone.verify', { code: sms.code })).toEqual({ user })
    world.move(minute)
    const elsewhere = await greet({ origin: 'https://shop.example' })
    await elsewhere.get('phone.start', { phone })
    expect(readLast().text).toContain(`@shop.example #${readLast().code}`)
    expect((await elsewhere.get('phone.verify', { code: readLast().code })).user.accounts).toEqual(user.accounts)
    // the same number in another project has another wallet
    world.move(minute)
    const other = await greet({ project: 'german' })
    await other.get('phone.start', { phone: `0${phone.slice(3)}` })
    expect(readLast().to).toBe(phone)
    expect((await other.get('phone.verify', { code: readLast().code })).user.accounts).not.toEqual(user.accounts)
  })

  test('notifies other browsers, which can log the new one out, and counts as fresh for ten minutes', async () => {
    const phone = createNumber()
    const origin = 'https://vault.example'
    const first = await greet({ origin })
    await logIn(first, phone)
    world.move(2 * day)
    const second = await greet({ origin })
    await logIn(second, phone)
    await first.get('hello', {})
    const { notices } = await first.get('notices.list', {})
    expect(notices).toMatchObject([{ provider: 'phone', act: { kind: 'revoke' } }])
    expect((await second.get('notices.list', {})).notices.filter(({ isNew }) => isNew)).toEqual([])
    // a stolen number alone exports nothing, and locks nobody out
    const key = second.key
    expect(await errorOf(second.ask('account.export', { key }))).toBe('FROZEN')
    const [{ id = '' } = {}] = (await second.get('account.get', {})).logins
    expect(await errorOf(second.ask('logins.remove', { id }))).toBe('LAST_LOGIN')
    await first.get('account.act', { id: notices[0]?.id ?? '' })
    expect(await errorOf(second.ask('user.get', {}))).toBe('NO_SESSION')
    expect(await errorOf(first.ask('account.export', { key: first.key }))).toBe('RESUMED')
    await logIn(first, phone)
    expect(await errorOf(first.ask('account.export', { key: first.key }))).toBe('none')
  })

  test('can be added to a wallet, re-authenticate its user and be removed, only on the vault’s own page', async () => {
    const [phone, email] = [createNumber(), 'linked@example.org']
    const visitor = await greet({ origin: 'https://vault.example' })
    await world.logIn(visitor, email)
    const { accounts } = await visitor.get('user.get', {})
    expect((await visitor.get('account.offers', {})).providers).toContain('phone')
    await visitor.get('account.code', { purpose: 'link' })
    await visitor.get('phone.start', { phone, use: 'link' })
    const { code } = readLast()
    expect(readLast().text).toContain('@vault.example')
    expect(await errorOf(visitor.ask('phone.verify', { code }))).toBe('NO_CHALLENGE')
    const confirmation = world.getMail(email).code
    expect(await errorOf(visitor.ask('phone.verify', { code, confirmation: toWrong(confirmation) }))).toBe('CODE_WRONG')
    expect((await visitor.get('phone.verify', { code, confirmation })).user.accounts).toEqual(accounts)
    const { logins } = await visitor.get('account.get', {})
    expect(logins.map(({ provider }) => provider)).toEqual(['email', 'phone'])
    world.move(minute)
    await visitor.get('phone.start', { phone: createNumber(), use: 'again' })
    expect(await errorOf(visitor.ask('phone.verify', { code: readLast().code }))).toBe('OTHER_LOGIN')
    const other = await greet({ origin: 'https://vault.example' })
    await world.logIn(other, 'taker@example.org')
    await other.get('account.code', { purpose: 'link' })
    await other.get('phone.start', { phone, use: 'link' })
    const taken = other.ask('phone.verify', {
      code: readLast().code,
      confirmation: world.getMail('taker@example.org').code,
    })
    expect(await errorOf(taken)).toBe('LOGIN_TAKEN')
    const inApp = await greet()
    await world.logIn(inApp, email)
    expect(await errorOf(inApp.ask('phone.start', { phone, use: 'link' }))).toBe('NOT_HERE')
    world.move(25 * hour)
    await visitor.get('hello', {})
    await visitor.get('account.code', { purpose: 'unlink' })
    const { id = '' } = logins.find(({ provider }) => provider === 'phone') ?? {}
    await visitor.get('logins.remove', { id, code: world.getMail(email).code })
    const after = await greet()
    await logIn(after, phone)
    expect((await after.get('user.get', {})).accounts).not.toEqual(accounts)
  })

  test('can be added after wrong codes of the authenticator app and of the mailbox, which are not counted for the SMS', async () => {
    const [phone, email] = [createNumber(), 'factored@example.org']
    const visitor = await greet({ origin: 'https://vault.example' })
    await world.logIn(visitor, email)
    world.move(hour)
    await visitor.get('hello', {})
    await visitor.get('account.code', { purpose: 'factor' })
    const { uri } = await visitor.get('factors.begin', { code: world.getMail(email).code })
    const app = URI.parse(uri)
    if (!(app instanceof TOTP)) throw new Error('no TOTP')
    const toProof = () => ({ kind: 'code', code: app.generate({ timestamp: world.now() }) }) as const
    await visitor.get('factors.confirm', { code: toProof().code })
    world.move(hour)
    await visitor.get('hello', {})
    await visitor.get('account.code', { purpose: 'link' })
    await visitor.get('phone.start', { phone, use: 'link' })
    const { code } = readLast()
    const confirmation = world.getMail(email).code
    const wrong = { kind: 'code', code: toWrong(toProof().code) } as const
    for (const proof of [undefined, wrong, wrong])
      expect(await errorOf(visitor.ask('phone.verify', { code, confirmation, proof }))).toBe(
        proof ? 'CODE_WRONG' : 'FACTOR_NEEDED',
      )
    const mistyped = { code, confirmation: toWrong(confirmation), proof: toProof() }
    expect(await errorOf(visitor.ask('phone.verify', mistyped))).toBe('CODE_WRONG')
    await visitor.get('phone.verify', { code, confirmation, proof: toProof() })
    const { logins } = await visitor.get('account.get', {})
    expect(logins.map(({ provider }) => provider)).toEqual(['email', 'phone'])
  })

  test('works in the browser of a user whom an operator has frozen, for another user', async () => {
    const visitor = await greet()
    await logIn(visitor, createNumber())
    const { accounts } = await visitor.get('user.get', {})
    const words = ['freeze', `--user=${accounts[0]?.address}`, '--reason=the owner called']
    expect(await createOperators(() => world).run(words)).toMatchObject({ status: 'done', changed: true })
    await logIn(visitor, createNumber())
    expect((await visitor.get('user.get', {})).accounts).not.toEqual(accounts)
  })

  test('stores no number in the clear', async () => {
    const phone = createNumber()
    await logIn(await greet(), phone)
    for (const table of ['challenges', 'logins', 'limit_events', 'audit', 'notices']) {
      const rows = await world.database.query(`SELECT * FROM ${table}`)
      expect(JSON.stringify(rows)).not.toContain(phone.slice(-8))
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(phone).toString('hex'))
    }
  })
})

describe('error: phone numbers', () => {
  test.each([
    ['', 'INVALID_PHONE'],
    ['call me', 'INVALID_PHONE'],
    ['151 20012345', 'INVALID_PHONE'], // two countries are allowed: it needs a country code
    ['call +4915120012345', 'INVALID_PHONE'],
    ['+4915120012345 ext. 5', 'INVALID_PHONE'],
    ['+49', 'INVALID_PHONE'],
    ['+49151200123456789', 'INVALID_PHONE'],
    ['+4930 123456', 'INVALID_PHONE'], // a landline
    ['+49 900 1234567', 'INVALID_PHONE'], // premium rate
    ['+49 800 1234567', 'INVALID_PHONE'],
    ['+999 12345678', 'INVALID_PHONE'],
    ['+88213123456', 'INVALID_PHONE'], // satellite
    ['+15551234567', 'INVALID_PHONE'],
    ['＋４９１５１２００１２３４５', 'none'], // as some keyboards type it
    ['+1 201 555 0123', 'none'],
    ['+1 876 555 0123', 'PHONE_NOT_ALLOWED'], // Jamaica has the calling code of the USA
    ['+43 664 1234567', 'PHONE_NOT_ALLOWED'],
    ['+252 61 2345678', 'PHONE_NOT_ALLOWED'],
  ])('%s: %s', async (phone, code) => {
    world.move(day)
    const before = receiver.requests.length
    expect(await errorOf((await greet()).ask('phone.start', { phone }))).toBe(code)
    expect(receiver.requests.length - before).toBe(code === 'none' ? 1 : 0)
  })

  test('are rejected if the project doesn’t offer SMS logins, as are invalid settings for them', async () => {
    const visitor = await greet({ project: 'without', origin: 'https://vault.example' })
    expect(await errorOf(visitor.ask('phone.start', { phone: createNumber() }))).toBe('NO_PROVIDER')
    expect((await visitor.get('account.offers', {})).providers).not.toContain('phone')
    for (const sms of [{}, { countries: [] }, { countries: ['Germany'] }, { countries: ['DE'], perDay: 0 }])
      expect(() =>
        parseProjects(JSON.stringify({ demo: { name: 'Demo', origins: ['https://a.example'], sms } })),
      ).toThrow()
  })
})

describe('error: codes', () => {
  test('are rejected after three wrong ones, once expired, and for another purpose or browser', async () => {
    const phone = createNumber()
    const [visitor, thief] = [await greet(), await greet()]
    await visitor.get('phone.start', { phone })
    const { code } = readLast()
    expect(await errorOf(thief.ask('phone.verify', { code }))).toBe('NO_CHALLENGE')
    expect(await errorOf(visitor.ask('email.verify', { code }))).toBe('NO_CHALLENGE')
    for (const expected of ['CODE_WRONG', 'CODE_WRONG', 'CODE_WRONG', 'CODE_SPENT'])
      expect(await errorOf(visitor.ask('phone.verify', { code: toWrong(code) }))).toBe(expected)
    expect(await errorOf(visitor.ask('phone.verify', { code }))).toBe('CODE_SPENT')
    world.move(31 * second)
    await visitor.get('phone.start', { phone })
    world.move(10 * minute)
    expect(await errorOf(visitor.ask('phone.verify', { code: readLast().code }))).toBe('CODE_EXPIRED')
    world.move(hour)
    await visitor.get('hello', {})
    await visitor.get('phone.start', { phone })
    const older = readLast().code
    world.move(31 * second)
    await visitor.get('phone.start', { phone })
    // the same once in a million
    if (older !== readLast().code)
      expect(await errorOf(visitor.ask('phone.verify', { code: older }))).toBe('CODE_WRONG')
    await visitor.get('phone.verify', { code: readLast().code })
  })

  test('guessed by strangers are limited to ten a day, without locking the owner out of a known browser', async () => {
    const phone = createNumber()
    const owner = await greet()
    await logIn(owner, phone)
    let guesses = 0
    for (let index = 0; index < 6; index++) {
      world.move(hour)
      const stranger = await greet({ ip: `203.0.113.${index}` })
      const { error } = await stranger.ask('phone.start', { phone })
      if (error) continue
      const { code } = readLast()
      for (let one = 0; one < 3; one++)
        if ((await errorOf(stranger.ask('phone.verify', { code: toWrong(code) }))) === 'CODE_WRONG') guesses++
    }
    expect(guesses).toBe(10)
    expect(await errorOf((await greet()).ask('phone.start', { phone }))).toBe('TOO_MANY')
    await logIn(owner, phone)
  })
})

describe('error: floods', () => {
  test('of requests for one number and by one source are limited', async () => {
    const phone = createNumber()
    const visitor = await greet({ ip: '192.0.2.7' })
    await visitor.get('phone.start', { phone })
    const { error } = await visitor.ask('phone.start', { phone })
    expect(error).toMatchObject({ code: 'TOO_MANY', retryAfter: 30 })
    const sent: string[] = []
    for (let index = 0; index < 8; index++) {
      world.move(minute)
      const other = await greet({ ip: index < 4 ? '192.0.2.7' : `192.0.2.${20 + index}` })
      sent.push(await errorOf(other.ask('phone.start', { phone })))
    }
    // three by one source, four in an hour
    expect(sent).toEqual(['none', 'none', 'TOO_MANY', 'TOO_MANY', 'none', 'TOO_MANY', 'TOO_MANY', 'TOO_MANY'])
    world.move(day)
    const counts = { none: 0, TOO_MANY: 0 }
    for (let index = 0; index < 42; index++) {
      const other = await greet({ ip: '192.0.2.9' })
      counts[(await errorOf(other.ask('phone.start', { phone: createNumber() }))) as 'none'] += 1
    }
    expect(counts).toEqual({ none: 40, TOO_MANY: 2 })
  })

  test('of requests in one project stop at its daily limit, but users in known browsers can still log in', async () => {
    const phone = createNumber()
    const owner = await greet({ project: 'small' })
    await logIn(owner, phone)
    const before = receiver.requests.length
    const strangers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => greet({ project: 'small', ip: `203.0.113.${100 + index}` })),
    )
    const replies = await Promise.all(
      strangers.map((stranger) => errorOf(stranger.ask('phone.start', { phone: createNumber() }))),
    )
    expect(replies.toSorted()).toEqual(['TOO_MANY', 'TOO_MANY', 'TOO_MANY', 'TOO_MANY', 'none', 'none'])
    expect(receiver.requests.length - before).toBe(2)
    await logIn(owner, phone)
    world.move(day)
    expect(await errorOf((await greet({ project: 'small' })).ask('phone.start', { phone: createNumber() }))).toBe(
      'none',
    )
  })
})

describe('error: the receiver', () => {
  test.each<[string, Answer]>([
    ['refuses with 500', (response) => response.writeHead(500).end('the number +4915120000000 is barred')],
    ['redirects', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
    ['responds with 304', (response) => response.writeHead(304).end()],
  ])('%s: no SMS is counted, no code works, and it can be retried at once', async (_, answer) => {
    const phone = createNumber()
    const visitor = await greet()
    receiver.answer = answer
    const before = receiver.requests.length
    expect(await errorOf(visitor.ask('phone.start', { phone }))).toBe('SMS_FAILED')
    expect(receiver.requests).toHaveLength(before + 1)
    expect(await errorOf(visitor.ask('phone.verify', { code: readLast().code }))).toBe('NO_CHALLENGE')
    receiver.answer = accept
    await logIn(visitor, phone)
    expect(String(world.warnings)).not.toContain('49151')
  })

  test('times out or closes the connection: the SMS may have been sent, and stays counted', async () => {
    const phone = createNumber()
    const visitor = await greet()
    receiver.answer = () => undefined
    expect(await errorOf(visitor.ask('phone.start', { phone }))).toBe('SMS_FAILED')
    expect(await errorOf(visitor.ask('phone.start', { phone }))).toBe('TOO_MANY')
    expect(await errorOf(visitor.ask('phone.verify', { code: readLast().code }))).toBe('NO_CHALLENGE')
    world.move(31 * second)
    receiver.answer = (response) => response.destroy()
    expect(await errorOf(visitor.ask('phone.start', { phone }))).toBe('SMS_FAILED')
    expect(await errorOf(visitor.ask('phone.start', { phone }))).toBe('TOO_MANY')
    receiver.answer = accept
    world.move(31 * second)
    await logIn(visitor, phone)
  }, 30_000)

  test('never ends its response: the status counts, and the rest is not read', async () => {
    let isOpen = true
    receiver.answer = (response) => {
      response.writeHead(200)
      const fill = (): void => {
        while (isOpen && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', fill).on('close', () => {
        isOpen = false
      })
      fill()
    }
    await logIn(await greet(), createNumber())
    await expect.poll(() => isOpen).toBe(false)
  })

  test('must be configured with an https URL and a valid secret together', () => {
    const SMS_WEBHOOK_SECRET = `whsec_${secret.toString('base64')}`
    expect(readSms({})).toBeUndefined()
    expect(readSms({ SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET })).toEqual({
      url: 'https://sms.example/send',
      secret,
    })
    for (const url of ['http://sms.example', 'ftp://sms.example', 'https://user:pass@sms.example', 'sms'])
      expect(() => readSms({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET })).toThrow('SMS_WEBHOOK_URL must use https')
    for (const bad of ['hello', 'whsec_', 'whsec_c2hvcnQ=', `whsec_${randomBytes(65).toString('base64')}`])
      expect(() => readSms({ SMS_WEBHOOK_URL: 'https://sms.example', SMS_WEBHOOK_SECRET: bad })).toThrow('whsec_')
    expect(() => readSms({ SMS_WEBHOOK_URL: 'https://sms.example' })).toThrow('together')
    expect(() => readSms({ SMS_WEBHOOK_SECRET })).toThrow('together')
  })
})
