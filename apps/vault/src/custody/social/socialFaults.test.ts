import { inspect } from 'node:util'
import { type IdentityFaults, tokenFaults } from '@latchkey/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPopup } from '../test/createPopup.js'
import type { Visitor } from '../test/createVisitor.js'
import { readResult, type SocialWorld, startSocialWorld } from '../test/startSocialWorld.js'

let world: SocialWorld
beforeAll(async () => {
  world = await startSocialWorld({ processes: 2 })
})
afterAll(() => world?.stop())
afterEach(() => world.identity.setFaults({}))

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

async function greet(options: Parameters<SocialWorld['createVisitor']>[0] = {}): Promise<Visitor> {
  const visitor = world.createVisitor(options)
  await visitor.get('hello', {})
  return visitor
}

async function countUsers(): Promise<number> {
  const [row] = await world.database.query<{ count: string }>('SELECT count(*) FROM users')
  return Number(row?.count)
}

/** Runs a login at a faulty provider, and returns what the popup shows and what the app gets. */
async function fail(
  provider: 'google' | 'github' | 'acme',
  faults: IdentityFaults,
  allows = true,
): Promise<readonly unknown[]> {
  const [visitor, before] = [await greet(), await countUsers()]
  const { uri, state } = await visitor.get('social.start', { provider })
  world.identity.setFaults(faults)
  const reply = await world.answerPopup(uri, { allows })
  const { error } = await visitor.ask('social.finish', readResult(reply))
  expect(await countUsers()).toBe(before)
  expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
  // the error is returned once
  expect(await codeOf(visitor.ask('social.finish', { state }))).toBe('NO_LOGIN')
  // the next login works
  world.identity.setFaults({})
  expect(await world.enter(visitor, provider, { name: 'again' })).toMatchObject({ provider })
  return [reply.status === 'answered' && reply.fault, error?.code, error?.message]
}

describe('error: a provider [F17]', () => {
  test.each([500, 503] as const)(
    'that responds with %i is reported before the user is sent there',
    async (discovery) => {
      const visitor = await greet()
      world.identity.setFaults({ discovery })
      const { error } = await visitor.ask('social.start', { provider: 'google' })
      const message = 'Google can’t be reached right now. Try again in a moment.'
      expect(error).toEqual({ code: 'SOCIAL_FAILED', message })
      world.identity.setFaults({})
      expect(await world.enter(visitor, 'google')).toMatchObject({ provider: 'google' })
    },
  )

  const away = 'returned an invalid response. Try again.'
  test.each([
    ['google', 'token', 500, `Google ${away}`],
    ['google', 'keys', 503, `Google ${away}`],
    ['google', 'discovery', 500, `Google ${away}`],
    ['github', 'token', 500, `GitHub ${away}`],
    ['github', 'user', 503, `GitHub ${away}`],
    ['github', 'user', 'hang', 'GitHub didn’t respond in time. Try again.'],
    ['google', 'token', 'hang', 'Google didn’t respond in time. Try again.'],
  ] as const)('%s: fault of %s: %s', async (provider, part, fault, message) => {
    expect(await fail(provider, { [part]: fault })).toEqual([message, 'SOCIAL_FAILED', message])
  })

  test.each(['google', 'github'] as const)('%s: the user does not allow it', async (provider) => {
    const message = `You did not allow it at ${provider === 'google' ? 'Google' : 'GitHub'}.`
    expect(await fail(provider, {}, false)).toEqual([message, 'SOCIAL_REFUSED', message])
  })
})

test('a provider that rotates its keys during a login still lets its users in', async () => {
  for (const provider of ['acme', 'google'] as const) {
    const own = await world.enter(await greet(), provider, { name: 'rotated' })
    const visitor = await greet()
    const { uri } = await visitor.get('social.start', { provider })
    await world.identity.rotateKey()
    const result = readResult(await world.answerPopup(uri, { name: 'rotated' }))
    expect(await visitor.get('social.finish', result)).toMatchObject({ status: 'done', user: own })
  }
  expect(await fail('acme', { idToken: 'unknownKey' })).toContain('Acme ID did not prove who you are.')
})

describe('error: no session and no account if [I11]', () => {
  // the age of a login counts only if a fresh one was requested
  const tokens = tokenFaults.filter((fault) => fault !== 'oldLogin')
  test.each(tokens)('the id token has %s', async (idToken) => {
    const message = 'Google did not prove who you are.'
    expect(await fail('google', { idToken })).toEqual([message, 'SOCIAL_REFUSED', message])
  })

  test('the login at the provider is an hour old and the page requested a fresh one; otherwise it suffices', async () => {
    const page = await greet({ origin: 'https://vault.example' })
    const before = await countUsers()
    world.identity.setFaults({ idToken: 'oldLogin' })
    const { uri } = await page.get('social.start', { provider: 'google' })
    const reply = await world.answerPopup(uri, { name: 'old-login' })
    expect((await page.ask('social.finish', readResult(reply))).error).toEqual({
      code: 'SOCIAL_REFUSED',
      message: 'Google did not prove who you are.',
    })
    expect(await countUsers()).toBe(before)
    expect(await world.enter(world.createVisitor(), 'google', { name: 'old-login' })).toMatchObject({
      provider: 'google',
    })
  })

  test('the code is repeated, has another state, or was changed', async () => {
    const [visitor, other] = [await greet(), await greet()]
    const popup = createPopup(world.custodies[0]?.address ?? '')
    const first = await visitor.get('social.start', { provider: 'google' })
    const second = await other.get('social.start', { provider: 'google' })
    const answer = new URLSearchParams(await popup.signIn(first.uri))
    const take = (changes: Record<string, string>): ReturnType<SocialWorld['askSite']> =>
      world.askSite({
        step: 'callback',
        answer: `${new URLSearchParams({ ...Object.fromEntries(answer), ...changes })}`,
        browser: popup.browser,
      })
    expect(await take({ state: 'A'.repeat(43) })).toEqual({ status: 'gone' })
    for (const wrong of [`${answer}&state=${second.state}`, 'code=x'])
      expect(await world.askSite({ step: 'callback', answer: wrong, browser: popup.browser })).toEqual({
        status: 'gone',
      })
    // the second login passed through this browser too
    await world.askSite({ step: 'start', state: second.state, browser: popup.browser })
    // a code of one login in another: its verifier and its nonce don't match
    expect(await take({ state: second.state })).toMatchObject({
      fault: 'Google rejected the login (invalid_grant).',
    })
    // the right response is accepted once
    expect(await take({})).not.toHaveProperty('fault')
    expect(await take({})).toEqual({ status: 'gone' })
    for (const one of [visitor, other]) expect(await codeOf(one.ask('user.get', {}))).toBe('NO_SESSION')
  })

  test.each([
    ['another issuer', { iss: 'https://accounts.attacker.example' }, 'Google did not prove who you are.'],
    ['no code', { code: '' }, 'Google did not prove who you are.'],
    ['an unknown error code', { error: '<script>alert(1)</script>' }, 'Google did not let you in (no reason given).'],
  ])('the response has %s', async (_, changes, fault) => {
    const visitor = await greet()
    const { uri } = await visitor.get('social.start', { provider: 'google' })
    const popup = createPopup(world.custodies[0]?.address ?? '')
    const answer = new URLSearchParams(await popup.signIn(uri))
    for (const [name, value] of Object.entries(changes)) answer.set(name, value)
    const { browser } = popup
    expect(await world.askSite({ step: 'callback', answer: `${answer}`, browser })).toMatchObject({ fault })
  })
})

test('the operator gets the kind of an error, but nothing that came from outside', async () => {
  const before = world.warnings.length
  await fail('google', { idToken: 'wrongAudience', email: { address: 'canary@mail.example' } })
  await fail('github', { user: 500 })
  await fail('google', {}, false)
  const told = world.warnings.slice(before)
  expect(told.map((one) => (one as Error).message)).toEqual([
    expect.stringMatching(/^A login with google failed: ClientError, OAUTH_JWT_CLAIM_COMPARISON_FAILED, /),
    expect.stringMatching(/^A login with github failed: /),
  ])
  expect(inspect(told, { depth: 20 })).not.toMatch(/canary|eyJ/)
})

describe('error: a login that was started on one device lets nobody in', () => {
  test('on another one, with another key, for another project or on another page [security.md B5]', async () => {
    const victim = await greet()
    const { uri } = await victim.get('social.start', { provider: 'google' })
    const result = readResult(await world.answerPopup(uri, { name: 'victim' }))
    const credential = victim.getCredential()
    const thieves = [
      await greet(),
      await greet({ origin: 'https://shop.example' }),
      await greet({ project: 'other' }),
      await greet({ origin: 'https://shop.example', credential }),
    ]
    for (const thief of thieves) {
      expect(await codeOf(thief.ask('social.finish', result))).toBe('NO_LOGIN')
      expect(await codeOf(thief.ask('social.finish', { state: result.state }))).toBe('NO_LOGIN')
      expect(await codeOf(thief.ask('user.get', {}))).toBe('NO_SESSION')
    }
    // the cookie alone, without a key that has said hello
    const stranger = world.createVisitor({ credential: victim.getCredential() })
    expect(await codeOf(stranger.ask('social.finish', result))).toBe('NO_DEVICE')
    expect(await victim.get('social.finish', result)).toMatchObject({ status: 'done' })
  })

  test.each([
    ['that has no cookie of the vault', undefined],
    ['that has a cookie of another login', 'B'.repeat(43)],
  ])('in another browser %s, and the browser that started it can still finish [T6]', async (_, browser) => {
    const attacker = await greet()
    const { uri, state } = await attacker.get('social.start', { provider: 'apple' })
    const popup = createPopup(world.custodies[0]?.address ?? '')
    const answer = await popup.signIn(uri, { name: 'victim' })
    const elsewhere = { status: 'elsewhere', project: 'demo', origin: 'https://app.example', app: 'Demo' }
    const bring = () => world.askSite({ step: 'callback', answer, ...(browser && { browser }) })
    expect([await bring(), await bring()]).toEqual([elsewhere, elsewhere])
    // nor does another browser pass to the provider once one has
    expect(await world.askSite({ step: 'start', state, browser: 'B'.repeat(43) })).toEqual(elsewhere)
    expect(await codeOf(attacker.ask('social.finish', { state, code: 'A'.repeat(43) }))).toBe('NO_LOGIN')
    expect(await codeOf(attacker.ask('user.get', {}))).toBe('NO_SESSION')
    const reply = await world.askSite({ step: 'callback', answer, browser: popup.browser })
    expect(await attacker.get('social.finish', readResult(reply))).toMatchObject({ status: 'done' })
  })

  test('if somebody else opened its URL from a link: they are not even asked', async () => {
    const attacker = await greet()
    const popup = '00000000000000000000000000000002'
    for (const from of [undefined, 'https://attacker.example']) {
      const { uri, state } = await attacker.get('social.start', { provider: 'google', popup })
      // until then, the popup may still report itself
      world.move(2_000)
      const victim = createPopup(world.custodies[0]?.address ?? '', { from: from ?? 'https://mail.example' })
      const { code } = readResult(await world.answerPopup(uri, { name: 'victim' }, victim))
      for (const step of ['ask', 'confirm'] as const)
        expect(await world.askSite({ step, state, code, browser: victim.browser })).toMatchObject({
          status: 'elsewhere',
          project: 'demo',
        })
      expect(await attacker.get('social.finish', { state })).toEqual({ status: 'pending', isAlone: false })
    }
    expect(await codeOf(attacker.ask('user.get', {}))).toBe('NO_SESSION')
  })

  test('if somebody else was tricked into completing it: without their code, the state is useless', async () => {
    const attacker = await greet()
    const popup = '00000000000000000000000000000001'
    const { uri, state } = await attacker.get('social.start', { provider: 'google', popup })
    world.move(2_000)
    const { code } = readResult(await world.answerPopup(uri, { name: 'talked-into' }))
    expect(await attacker.get('social.finish', { state })).toEqual({ status: 'pending', isAlone: false })
    for (const guess of [state, 'A'.repeat(43)]) {
      expect(await world.askSite({ step: 'confirm', state, code: guess })).toEqual({ status: 'gone' })
      expect(await codeOf(attacker.ask('social.finish', { state, code: guess }))).toBe('NO_LOGIN')
    }
    expect(await codeOf(attacker.ask('user.get', {}))).toBe('NO_SESSION')
    expect(code).toHaveLength(43)
  })

  test('after ten minutes, a minute after its result, or after a newer one', async () => {
    const visitor = await greet()
    const first = await visitor.get('social.start', { provider: 'github' })
    world.move(600_000)
    expect(await world.askSite({ step: 'start', state: first.state, browser: 'B'.repeat(43) })).toEqual({
      status: 'gone',
    })
    expect(await world.askSite({ step: 'callback', answer: `state=${first.state}&code=x` })).toEqual({ status: 'gone' })
    await visitor.get('hello', {})

    const second = await visitor.get('social.start', { provider: 'github' })
    world.move(599_000)
    const late = await world.answerPopup(second.uri)
    world.move(60_000)
    expect(await codeOf(visitor.ask('social.finish', readResult(late)))).toBe('NO_LOGIN')
    expect(await world.askSite({ step: 'confirm', ...readResult(late) })).toEqual({ status: 'gone' })

    const third = await visitor.get('social.start', { provider: 'github' })
    const replaced = readResult(await world.answerPopup(third.uri))
    await visitor.get('social.start', { provider: 'x' })
    expect(await codeOf(visitor.ask('social.finish', replaced))).toBe('NO_LOGIN')
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
  })

  test('after the session was ended, or once it was used', async () => {
    const visitor = await greet()
    const { uri } = await visitor.get('social.start', { provider: 'x' })
    const reply = await world.answerPopup(uri, { name: 'once' })
    await visitor.get('social.finish', readResult(reply))
    await visitor.get('session.end', {})
    expect(await codeOf(visitor.ask('social.finish', readResult(reply)))).toBe('NO_LOGIN')
  })
})

describe('error: an attacker with write access to the database', () => {
  test.each([
    ['the device of a login', 'UPDATE login_attempts SET device_id = $1 WHERE device_id = $2'],
    ['its origin', "UPDATE login_attempts SET origin = 'https://shop.example' WHERE device_id = $2 AND $1 <> ''"],
    [
      'its outcome',
      'UPDATE login_attempts SET outcome = (SELECT outcome FROM login_attempts WHERE device_id = $1) WHERE device_id = $2',
    ],
  ])('gains nothing from changing %s', async (_, statement) => {
    const [thief, victim] = [await greet(), await greet()]
    const own = await thief.get('social.start', { provider: 'google' })
    const ownResult = readResult(await world.answerPopup(own.uri, { name: 'thief' }))
    const { uri } = await victim.get('social.start', { provider: 'google' })
    const result = readResult(await world.answerPopup(uri, { name: 'victim2' }))
    const devices = await world.database.query<{ device_id: string }>(
      'SELECT device_id FROM login_attempts ORDER BY place_in_order DESC LIMIT 2',
    )
    await world.database.query(statement, devices.map(({ device_id }) => device_id).toReversed())
    for (const [visitor, one] of [
      [thief, result],
      [victim, result],
      [victim, ownResult],
    ] as const)
      expect(['INTERNAL', 'NO_LOGIN']).toContain(await codeOf(visitor.ask('social.finish', one)))
    expect(await codeOf(victim.ask('user.get', {}))).toBe('NO_SESSION')
  })

  test.each([
    ['user_id = $1', 'a wallet'],
    ["provider = 'github', user_id = $1", 'a provider'],
  ])('gains nothing from moving a login to another wallet: %s', async (change) => {
    const [thief, victim] = [await greet(), await greet()]
    const name = change.length.toString()
    for (const [visitor, who] of [[thief, 'thief'] as const, [victim, 'victim'] as const]) {
      world.move(1_000)
      await world.enter(visitor, 'discord', { name: `${who}-${name}` })
    }
    const [other, one] = await world.database.query<{ id: string; user_id: string }>(
      'SELECT id, user_id FROM logins ORDER BY linked_at DESC LIMIT 2',
    )
    await world.database.query(`UPDATE logins SET ${change} WHERE id = $2`, [one?.user_id, other?.id])
    // the row is valid for neither user
    expect(await codeOf(thief.ask('user.get', {}))).toBe('INTERNAL')
    expect(await codeOf(victim.ask('user.get', {}))).toBe('INTERNAL')
    const { uri } = await thief.get('social.start', { provider: 'discord' })
    const result = readResult(await world.answerPopup(uri, { name: `victim-${name}` }))
    expect(await codeOf(thief.ask('social.finish', result))).toBe('INTERNAL')
  })
})
