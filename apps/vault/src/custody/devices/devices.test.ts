import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldVisitors } from '../test/createWorldVisitors.js'
import { startWorld, type World } from '../test/startWorld.js'

const day = 86_400_000
let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

describe('a device cookie', () => {
  test('keeps a session over a reload, which creates another key; the key alone does not', async () => {
    const visitor = world.createVisitor()
    await world.logIn(visitor, 'reload@mail.example')
    const user = await visitor.get('user.get', {})
    const reloaded = world.createVisitor({ credential: visitor.getCredential() })
    await expect(reloaded.get('user.get', {})).rejects.toThrow('NO_DEVICE')
    expect(await reloaded.get('hello', {})).toMatchObject({ isConnected: true })
    expect(await reloaded.get('user.get', {})).toEqual(user)
    // two tabs: neither key invalidates the other
    expect(await visitor.get('user.get', {})).toEqual(user)

    const { statement, signature } = visitor.sign({ method: 'user.get', params: {} })
    const { sendAs } = createWorldVisitors(world)
    expect(await sendAs(undefined, { statement, signature })).toMatchObject({ error: { code: 'NO_DEVICE' } })
    expect(await sendAs('A'.repeat(43), visitor.sign({ method: 'user.get' }))).toMatchObject({
      error: { code: 'NO_DEVICE' },
    })
  })

  test('identifies another device on another origin, and is not accepted in another project', async () => {
    const visitor = world.createVisitor()
    await world.logIn(visitor, 'origins@mail.example')
    const credential = visitor.getCredential()
    const shop = world.createVisitor({ credential, origin: 'https://shop.example' })
    expect(await shop.get('hello', {})).toMatchObject({ isConnected: false, hasCredential: true })
    expect(shop.getCredential()).toBe(credential)
    const other = world.createVisitor({ credential, project: 'other' })
    expect(await other.get('hello', {})).toMatchObject({ isConnected: false, hasCredential: false })
    expect(other.getCredential()).not.toBe(credential)
    expect(await visitor.get('user.get', {})).toMatchObject({ email: 'origins@mail.example' })
  })

  test('a key that was unused for 15 minutes must call hello again', async () => {
    const visitor = world.createVisitor()
    await world.logIn(visitor, 'silent@mail.example')
    await visitor.get('hello', {})
    for (let turn = 0; turn < 3; turn++) {
      world.move(899_000)
      await visitor.get('user.get', {})
    }
    world.move(901_000)
    await expect(visitor.get('user.get', {})).rejects.toThrow('NO_DEVICE')
    await visitor.get('hello', {})
    await visitor.get('user.get', {})
  })

  test('a session ends after 7 days without use, and after 30 days in any case', async () => {
    const visitor = world.createVisitor()
    await world.logIn(visitor, 'month@mail.example')
    await visitor.get('hello', {})
    for (let week = 0; week < 4; week++) {
      world.move(7 * day - 1_000)
      expect(await visitor.get('hello', {})).toMatchObject({ isConnected: true })
    }
    world.move(2 * day)
    expect(await visitor.get('hello', {})).toMatchObject({ isConnected: false })

    await world.logIn(visitor, 'month@mail.example')
    world.move(7 * day)
    expect(await visitor.get('hello', {})).toMatchObject({ isConnected: false })
    await expect(visitor.get('request.reject', { id: '0'.repeat(32) })).rejects.toThrow('NO_SESSION')
  })

  test('repeated first hellos without the cookie create one device', async () => {
    const visitor = world.createVisitor()
    const count = (): Promise<unknown> => world.database.query('SELECT count(*)::int AS count FROM devices')
    await visitor.get('hello', {})
    const before = await count()
    const { sendAs } = createWorldVisitors(world)
    for (let turn = 0; turn < 3; turn++) await sendAs(undefined, visitor.sign({ method: 'hello' }))
    expect(await count()).toEqual(before)
  })

  test('has at most eight keys: the least recently used one is dropped', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    await visitor.get('hello', {})
    for (let turn = 0; turn < 8; turn++) {
      world.move(1_000)
      await world.createVisitor({ credential: visitor.getCredential() }).get('hello', {})
    }
    await expect(visitor.get('session.end', {})).rejects.toThrow('NO_DEVICE')
  })
})

describe('a resume token', () => {
  /** A logged-in visitor without cookies, and the token that its page keeps. */
  async function withoutCookies(
    email: string,
  ): Promise<{ visitor: ReturnType<World['createVisitor']>; token: string }> {
    const { createCookieless } = createWorldVisitors(world)
    const visitor = createCookieless()
    await visitor.get('hello', {})
    const { resumeToken: token = '' } = await visitor.get('hello', { cookies: false })
    await visitor.get('email.start', { email })
    await world.press(world.getMail(email).token)
    await visitor.get('email.device', {})
    await visitor.get('email.verify', { code: world.getMail(email).code })
    world.move(61_000)
    return { visitor, token }
  }
  const createCookieless = (): ReturnType<World['createVisitor']> => createWorldVisitors(world).createCookieless()

  test('resumes a session after a reload, once, and is replaced; changing the email address needs another login', async () => {
    const { visitor, token } = await withoutCookies('resume@mail.example')
    const user = await visitor.get('user.get', {})
    // while the page is open, its key is enough
    world.move(901_000)
    expect(await visitor.get('hello', {})).toMatchObject({ isConnected: true, resumeToken: token })

    const reloaded = createCookieless()
    const hello = await reloaded.get('hello', { resumeToken: token, cookies: false })
    expect(hello).toMatchObject({ isConnected: true, hasCredential: false })
    expect(hello.resumeToken).not.toBe(token)
    expect(await reloaded.get('user.get', {})).toEqual(user)
    await expect(reloaded.get('update.start', { email: 'new@mail.example' })).rejects.toThrow(
      'RESUMED: Sign in again to do this',
    )
    await expect(reloaded.get('update.primary', { code: '123456' })).rejects.toThrow('RESUMED')
    await expect(reloaded.get('update.secondary', { code: '123456' })).rejects.toThrow('RESUMED')
    // its device does not count as known either: it needs a link first, and has full access after that
    expect(await reloaded.get('email.start', { email: 'resume@mail.example' })).toMatchObject({
      action: 'VERIFY_DEVICE',
    })
    await world.press(world.getMail('resume@mail.example').token)
    await reloaded.get('email.device', {})
    await reloaded.get('email.verify', { code: world.getMail('resume@mail.example').code })
    world.move(61_000)
    expect(await reloaded.get('update.start', { email: 'new@mail.example' })).toMatchObject({
      action: 'VERIFY_PRIMARY_OTP',
    })
  })

  test('signs only requests that its user consents to in a window of the vault, after a login there', async () => {
    const { visitor, token } = await withoutCookies('consent@mail.example')
    const ask = async (requester: ReturnType<World['createVisitor']>) => {
      const { accounts } = await requester.get('user.get', {})
      const params = [toHex('hello'), accounts[0]?.address]
      return requester.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
    }
    // the page of the login itself signs without consent
    const own = await ask(visitor)
    expect(own).not.toHaveProperty('needsConsent')
    expect(await visitor.get('request.sign', { id: own.id, digest: own.digest })).toHaveProperty('result')

    // the script of the app has the token, and a key of its own
    const thief = createCookieless()
    await thief.get('hello', { resumeToken: token, cookies: false })
    const { id, digest, needsConsent } = await ask(thief)
    expect(needsConsent).toBe(true)
    await expect(thief.get('request.sign', { id, digest })).rejects.toThrow('RESUMED')
    await expect(thief.get('consent.give', { id, digest })).rejects.toThrow('NOT_HERE')

    // nor does a vault window without a login, or with another user's
    const window = world.createVisitor({ origin: 'https://vault.example' })
    await window.get('hello', {})
    await expect(window.get('consent.give', { id, digest })).rejects.toThrow('NO_SESSION')
    await world.logIn(window, 'somebody-else@mail.example')
    await expect(window.get('consent.give', { id, digest })).rejects.toThrow('NO_APPROVAL')
    await expect(thief.get('request.sign', { id, digest })).rejects.toThrow('RESUMED')

    const ownWindow = world.createVisitor({ origin: 'https://vault.example' })
    await world.logIn(ownWindow, 'consent@mail.example')
    await expect(ownWindow.get('consent.give', { id, digest: '0'.repeat(64) })).rejects.toThrow('NO_APPROVAL')
    await ownWindow.get('consent.give', { id, digest })
    // the consent covers this one request, once
    const other = await ask(thief)
    await expect(thief.get('request.sign', { id: other.id, digest: other.digest })).rejects.toThrow('RESUMED')
    expect(await thief.get('request.sign', { id, digest })).toHaveProperty('result')
    await expect(thief.get('request.sign', { id, digest })).rejects.toThrow('NO_APPROVAL')
    // writing to the database gives no consent
    await world.database.query('UPDATE approvals SET consent_by = device_id WHERE id = $1', [other.id])
    await expect(thief.get('request.sign', { id: other.id, digest: other.digest })).rejects.toThrow('INTERNAL')
    await world.database.query('UPDATE approvals SET consent_by = NULL WHERE id = $1', [other.id])
    await expect(thief.get('request.sign', { id: other.id, digest: other.digest })).rejects.toThrow('RESUMED')
  })

  test('is replaced by the same one again for the same key within a minute, in case the reply was lost', async () => {
    const { token } = await withoutCookies('lost@mail.example')
    const reloaded = createCookieless()
    const first = await reloaded.get('hello', { resumeToken: token, cookies: false })
    expect(await reloaded.get('hello', { resumeToken: token, cookies: false })).toEqual(first)
    world.move(61_000)
    expect(await reloaded.get('hello', { resumeToken: token, cookies: false })).toMatchObject({ isConnected: false })
  })

  test('ends the session for both if it is used a second time', async () => {
    const { visitor, token } = await withoutCookies('stolen@mail.example')
    const [owner, thief] = [createCookieless(), createCookieless()]
    const { resumeToken } = await thief.get('hello', { resumeToken: token, cookies: false })
    expect(await owner.get('hello', { resumeToken: token, cookies: false })).toMatchObject({ isConnected: false })
    await expect(thief.get('user.get', {})).rejects.toThrow('NO_DEVICE')
    await expect(visitor.get('user.get', {})).rejects.toThrow('NO_DEVICE')
    const later = createCookieless()
    expect(await later.get('hello', { resumeToken, cookies: false })).toMatchObject({ isConnected: false })
    const events = await world.database.query("SELECT event FROM audit WHERE event = 'resume.reused'")
    expect(events.length).toBeGreaterThan(0)
  })

  test('is bound to its origin and cannot be forged', async () => {
    const { visitor, token } = await withoutCookies('bound@mail.example')
    const elsewhere = createWorldVisitors(world).createCookieless({ origin: 'https://shop.example' })
    expect(await elsewhere.get('hello', { resumeToken: token, cookies: false })).toMatchObject({ isConnected: false })
    const [id, turn, mac] = token.split('.')
    for (const text of [`${id}.${Number(turn) + 1}.${mac}`, `${id}.${turn}.${'A'.repeat(43)}`, 'x', ''])
      expect(await createCookieless().get('hello', { resumeToken: text, cookies: false })).toMatchObject({
        isConnected: false,
      })
    // none of these attempts counted as a use
    expect(await visitor.get('user.get', {})).toMatchObject({ email: 'bound@mail.example' })
  })
})
