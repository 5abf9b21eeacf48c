import { createAuthenticator } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startConsole } from '../startConsole.js'
import { startTestConsole, type TestConsole } from '../testing/startTestConsole.js'

let world: TestConsole
beforeAll(async () => {
  world = await startTestConsole()
})
afterAll(() => world?.stop())

const minute = 60_000
let names = 0
const nextName = (): string => `operator-${names++}`

describe('an invitation from the command line', () => {
  test('signs an operator in once, with a passkey that signs in again later', async () => {
    const link = await world.invite('first', 'owner')
    expect(new URL(link).origin).toBe(new URL(world.options.publicUrl).origin)
    const { browser, authenticator } = await world.accept(link)
    expect((await browser.ask('GET /api/session')).body.operator).toMatchObject({ name: 'first', role: 'owner' })
    await expect(world.accept(link)).rejects.toThrow('was used, withdrawn or has expired')
    const again = world.createBrowser()
    expect(await world.signIn(authenticator, again)).toMatchObject({ status: 200 })
    expect((await again.ask('GET /api/session')).body.operator.name).toBe('first')
  })

  test('is accepted only once if two browsers use it at the same time', async () => {
    const link = await world.invite(nextName(), 'support')
    const both = await Promise.allSettled([world.accept(link), world.accept(link)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('error: expires after 15 minutes, or as soon as a newer one is created for the same name', async () => {
    const [name, other] = [nextName(), nextName()]
    const late = await world.invite(name, 'owner')
    const older = await world.invite(other, 'owner')
    const newer = await world.invite(other, 'owner')
    await expect(world.accept(older)).rejects.toThrow('expired')
    await world.accept(newer)
    world.move(15 * minute)
    await expect(world.accept(late)).rejects.toThrow('expired')
  })

  test('gives an existing operator who lost all passkeys a new one, and keeps their role', async () => {
    const name = nextName()
    const { authenticator: lost } = await world.signUp(name, 'auditor')
    world.move(1_000)
    const { browser } = await world.signUp(name, 'owner')
    expect((await browser.ask('GET /api/session')).body.operator).toMatchObject({ name, role: 'auditor' })
    const { passkeys } = (await browser.ask('GET /api/passkeys')).body
    expect(passkeys).toHaveLength(2)
    await browser.ask('POST /api/passkeys/remove', { id: passkeys[0]?.id ?? '' })
    expect(await world.signIn(lost)).toMatchObject({ status: 400, body: { error: { code: 'PASSKEY_REFUSED' } } })
  })
})

describe('a passkey', () => {
  test.each([
    ['for another site', { rpId: 'evil.example' }],
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['without fingerprint, face or PIN', { isVerified: false }],
  ])('error: is refused %s, both at sign-in and at registration', async (_, twist) => {
    const { authenticator } = await world.signUp(nextName(), 'support')
    const browser = world.createBrowser()
    const { body: options } = await browser.ask('POST /api/sign-in/options')
    const reply = await browser.ask('POST /api/sign-in', { response: authenticator.get(options, twist) })
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'PASSKEY_REFUSED' } } })
    expect(await browser.ask('GET /api/session')).toMatchObject({ status: 401 })

    const token = new URL(await world.invite(nextName(), 'owner')).hash.slice(1)
    const { body } = await browser.ask('POST /api/invite/options', { token })
    const made = createAuthenticator(new URL(world.options.publicUrl).origin).create(body.options, twist)
    expect(await browser.ask('POST /api/invite', { token, passkey: 'x', response: made })).toMatchObject({
      status: 400,
    })
  })

  test('error: signs in only once per challenge, in the browser that requested it, within five minutes', async () => {
    const { authenticator } = await world.signUp(nextName(), 'support')
    const [asking, other] = [world.createBrowser(), world.createBrowser()]
    const sign = async (): Promise<ReturnType<typeof authenticator.get>> =>
      authenticator.get((await asking.ask('POST /api/sign-in/options')).body)
    const response = await sign()
    await other.ask('POST /api/sign-in/options')
    expect((await other.ask('POST /api/sign-in', { response })).status).toBe(400)
    expect((await asking.ask('POST /api/sign-in', { response })).status).toBe(200)
    expect((await asking.ask('POST /api/sign-in', { response })).status).toBe(400)
    const late = await sign()
    world.move(5 * minute)
    expect((await asking.ask('POST /api/sign-in', { response: late })).status).toBe(400)
  })

  test('error: is refused and logged as copied if its signature counter goes back', async () => {
    const name = nextName()
    const { authenticator } = await world.signUp(name, 'support')
    await world.signIn(authenticator)
    await world.signIn(authenticator)
    authenticator.counter = 0
    expect(await world.signIn(authenticator)).toMatchObject({
      status: 400,
      body: { error: { code: 'PASSKEY_REFUSED' } },
    })
    const { browser } = await world.signUp(nextName(), 'auditor')
    const { entries } = (await browser.ask('GET /api/audit', { event: 'passkey.copied', operator: name })).body
    expect(entries).toHaveLength(1)
  })

  test('is added, renamed and removed by its operator only, and the last one cannot be removed', async () => {
    const { browser, authenticator } = await world.signUp(nextName(), 'auditor')
    const { body: options } = await browser.ask('POST /api/passkeys/options')
    expect(options.excludeCredentials).toHaveLength(1)
    const second = createAuthenticator(new URL(world.options.publicUrl).origin)
    world.move(1_000)
    expect(
      (await browser.ask('POST /api/passkeys', { passkey: 'Key ring', response: second.create(options) })).status,
    ).toBe(200)
    const [first, added] = (await browser.ask('GET /api/passkeys')).body.passkeys
    expect([first?.name, added?.name]).toEqual(['Laptop', 'Key ring'])
    await browser.ask('POST /api/passkeys/rename', { id: first?.id ?? '', name: 'Old laptop' })
    await browser.ask('POST /api/passkeys/remove', { id: first?.id ?? '' })
    expect(await world.signIn(authenticator)).toMatchObject({ status: 400 })
    expect(await world.signIn(second)).toMatchObject({ status: 200 })
    expect(await browser.ask('POST /api/passkeys/remove', { id: added?.id ?? '' })).toMatchObject({
      status: 409,
      body: { error: { code: 'LAST_PASSKEY' } },
    })
    const { browser: other } = await world.signUp(nextName(), 'owner')
    for (const route of ['POST /api/passkeys/remove', 'POST /api/passkeys/rename'] as const)
      expect(await other.ask(route, { id: added?.id ?? '', name: 'mine' } as never)).toMatchObject({
        status: route.endsWith('remove') ? 400 : 404,
      })
    expect(await other.ask('POST /api/passkeys/remove', { id: added?.id ?? '' })).toMatchObject({ status: 404 })
  })

  test('that is removed ends all other sessions of its operator', async () => {
    const { browser: lost } = await world.signUp(nextName(), 'support')
    const { body: options } = await lost.ask('POST /api/passkeys/options')
    const second = createAuthenticator(new URL(world.options.publicUrl).origin)
    await lost.ask('POST /api/passkeys', { passkey: 'Phone', response: second.create(options) })
    const phone = world.createBrowser()
    await world.signIn(second, phone)
    const { passkeys } = (await phone.ask('GET /api/passkeys')).body
    await phone.ask('POST /api/passkeys/remove', { id: passkeys.find(({ name }) => name !== 'Phone')?.id ?? '' })
    expect(await lost.ask('GET /api/session')).toMatchObject({ status: 401 })
    expect(await phone.ask('GET /api/session')).toMatchObject({ status: 200 })
  })

  test('error: only one of two concurrent removals of the last two passkeys succeeds', async () => {
    const { browser } = await world.signUp(nextName(), 'auditor')
    const { body: options } = await browser.ask('POST /api/passkeys/options')
    const second = createAuthenticator(new URL(world.options.publicUrl).origin)
    await browser.ask('POST /api/passkeys', { passkey: 'Two', response: second.create(options) })
    const { passkeys } = (await browser.ask('GET /api/passkeys')).body
    const both = await Promise.all(passkeys.map(({ id }) => browser.ask('POST /api/passkeys/remove', { id })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a session', () => {
  test('ends after half an hour without requests, and after twelve hours in any case', async () => {
    const { browser, authenticator } = await world.signUp(nextName(), 'support')
    world.move(29 * minute)
    expect((await browser.ask('GET /api/session')).status).toBe(200)
    world.move(30 * minute)
    expect(await browser.ask('GET /api/session')).toMatchObject({ status: 401, body: { error: { code: 'SIGN_IN' } } })
    await world.signIn(authenticator, browser)
    for (let used = 0; used < 12 * 60; used += 20) {
      expect((await browser.ask('GET /api/session')).status).toBe(200)
      world.move(20 * minute)
    }
    expect((await browser.ask('GET /api/session')).status).toBe(401)
  })

  test('is not extended by the background polling of an open page', async () => {
    const { browser } = await world.signUp(nextName(), 'support')
    const poll = (path = '/api/session'): ReturnType<typeof browser.send> =>
      browser.send('GET', path, undefined, { 'x-latchkey-poll': '1' })
    const { idleAt } = (await browser.ask('GET /api/session')).body
    for (let polled = 0; polled < 2; polled++) {
      world.move(10 * minute)
      expect((await poll()).body['idleAt']).toBe(idleAt)
    }
    // a request of the operator extends it
    expect((await browser.ask('GET /api/passkeys')).status).toBe(200)
    world.move(29 * minute)
    for (const path of ['/api/session', '/api/vault/v1/signing']) expect((await poll(path)).status).not.toBe(401)
    world.move(minute)
    expect(await poll()).toMatchObject({ status: 401, body: { error: { code: 'SIGN_IN' } } })
    expect((await browser.ask('GET /api/session')).status).toBe(401)
  })

  test('ends on sign-out, after which its cookie is rejected', async () => {
    const { browser } = await world.signUp(nextName(), 'support')
    const before = new Map(browser.cookies)
    await browser.ask('POST /api/sign-out')
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect((await browser.ask('GET /api/session')).status).toBe(401)
  })

  test('uses an HttpOnly, SameSite=Strict cookie; over HTTPS, cookies are Secure and have the __Host- prefix', async () => {
    const { browser } = await world.signUp(nextName(), 'support')
    const signOut = await browser.ask('POST /api/sign-out')
    expect(signOut.headers.getSetCookie()).toEqual([
      'latchkey-console-session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ])
    const secure = await startTestConsole({ publicUrl: 'https://console.example/' })
    try {
      const options = await secure.createBrowser().ask('POST /api/sign-in/options')
      expect(options.headers.getSetCookie()[0]).toMatch(
        /^__Host-latchkey-console-ceremony=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300; Secure$/,
      )
      expect(options.headers.get('strict-transport-security')).toBe('max-age=31536000')
    } finally {
      await secure.stop()
    }
  })

  test('error: does not authorize requests from other origins, even with a valid cookie', async () => {
    const { browser } = await world.signUp(nextName(), 'owner')
    const body = { name: 'mallory', role: 'owner' }
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: '' }])
      expect(await browser.send('POST', '/api/operators/invite', body, headers)).toMatchObject({
        status: 403,
        body: { error: { code: 'BAD_ORIGIN' } },
      })
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await browser.send('GET', '/api/operators', undefined, { 'sec-fetch-site': site })).toMatchObject({
        status: 403,
      })
    expect((await browser.ask('GET /api/operators')).body.invites).toEqual([])
  })
})

describe('an attacker with only write access to the database', () => {
  test('error: can’t become an operator, change a role, or take over a session or a passkey', async () => {
    const { query } = world.databases.console
    const name = nextName()
    const { browser, authenticator } = await world.signUp(name, 'auditor')
    const { browser: owner } = await world.signUp(nextName(), 'owner')
    const { id } = (await owner.ask('GET /api/session')).body.operator
    await query("UPDATE operators SET role = 'owner' WHERE name = $1", [name])
    expect(await browser.ask('GET /api/session')).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL' } } })
    await query("UPDATE operators SET role = 'auditor' WHERE name = $1", [name])
    const [row] = await query<{ id: string }>('SELECT id FROM operators WHERE name = $1', [name])
    await query('UPDATE sessions SET operator_id = $2 WHERE operator_id = $1', [row?.id, id])
    expect((await browser.ask('GET /api/session')).status).toBe(500)
    await query('UPDATE passkeys SET operator_id = $2 WHERE operator_id = $1', [row?.id, id])
    expect((await world.signIn(authenticator)).status).toBe(500)
    const token = 'A'.repeat(43)
    await query("INSERT INTO invites SELECT $1, 'eve', 'owner', 'console', 0, 99999999999999, ''", [Buffer.from(token)])
    const { body } = await world.createBrowser().ask('POST /api/invite/options', { token })
    expect(body.error?.code).toBe('INVITE_INVALID')
    await query('DELETE FROM invites')
    await query('DELETE FROM sessions WHERE operator_id = $1', [id])
    await query('DELETE FROM passkeys WHERE operator_id = $1', [id])
  })

  test('error: does not start the console with a missing, different or malformed secret', async () => {
    const { startConsole } = await import('../startConsole.js')
    const other = `${world.options.secretFile}-other`
    await expect(startConsole({ ...world.options, port: 0, secretFile: other })).rejects.toThrow('is missing')
    const { writeFile } = await import('node:fs/promises')
    await writeFile(other, 'ab'.repeat(32))
    await expect(startConsole({ ...world.options, port: 0, secretFile: other })).rejects.toThrow('is not the secret')
    await writeFile(other, 'ab')
    await expect(startConsole({ ...world.options, port: 0, secretFile: other })).rejects.toThrow('64 hex digits')
  })
})

describe('the server', () => {
  test('serves its page for every path, with a content security policy that allows only its own scripts and styles', async () => {
    for (const path of ['/', '/users/1', '/invite']) {
      const { headers, body } = await world.createBrowser().send('GET', path)
      expect(body).toMatchObject({ text: expect.stringContaining('Console') })
      expect(headers.get('content-security-policy')).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self'",
      )
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect((await world.createBrowser().send('GET', '/assets/gone.js')).status).toBe(404)
    expect((await world.createBrowser().send('GET', '/../secret')).body).toMatchObject({
      text: expect.not.stringMatching(/[0-9a-f]{64}/),
    })
    expect((await world.createBrowser().send('GET', '/ready')).body).toEqual({ ok: true, failed: [] })
  })

  test('error: leaves no connections or timers open if its port is in use', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    onTestFinished(() => timers.mockRestore())
    const readConnections = async (): Promise<unknown> =>
      world.databases.console.query(
        'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
    const before = await readConnections()
    await expect(startConsole(world.options)).rejects.toThrow('EADDRINUSE')
    await expect.poll(readConnections).toEqual(before)
    expect(timers).not.toHaveBeenCalled()
  })

  test('error: answers invalid input with 400, unknown routes with 404, and requests without a session with 401', async () => {
    const browser = world.createBrowser()
    expect(await browser.send('POST', '/api/sign-in', '{')).toMatchObject({ status: 400 })
    expect(await browser.send('POST', '/api/sign-in', { response: 1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMS', message: expect.stringContaining('response') } },
    })
    expect(await browser.send('POST', '/api/sign-in', 'x'.repeat(300_000))).toMatchObject({ status: 400 })
    expect(await browser.send('GET', '/api/nothing')).toMatchObject({ status: 404 })
    expect(await browser.send('GET', '/api/vault/v1/users')).toMatchObject({ status: 401 })
  })

  test('error: limits each client to 60 requests a minute without a session, without affecting other clients', async () => {
    const limited = await startTestConsole({ trustsProxy: true })
    try {
      const ask = (address: string): Promise<{ status: number }> =>
        limited.createBrowser().send('POST', '/api/sign-in/options', {}, { 'x-forwarded-for': address })
      for (let one = 0; one < 60; one++) expect((await ask('192.0.2.1')).status).toBe(200)
      expect((await ask('192.0.2.1')).status).toBe(429)
      expect((await ask('192.0.2.2')).status).toBe(200)
      limited.move(minute)
      expect((await ask('192.0.2.1')).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })
})
