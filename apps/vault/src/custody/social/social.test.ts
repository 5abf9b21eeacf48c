import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../protocol/custody.js'
import type { SocialProvider } from '../../protocol/login.js'
import { createPopup } from '../test/createPopup.js'
import { readResult, type SocialWorld, startSocialWorld } from '../test/startSocialWorld.js'

// against two processes that share only the database
let world: SocialWorld
beforeAll(async () => {
  world = await startSocialWorld({ processes: 2 })
})
afterAll(() => world?.stop())

const app = { origin: 'https://app.example', app: 'Demo' }
/** The known ones, and one of the operator's own. */
const all: readonly SocialProvider[] = ['google', 'github', 'apple', 'facebook', 'x', 'discord', 'acme']

describe('a social login', () => {
  test.each(all)('%s: creates a wallet, and opens the same one in another browser [S5.3]', async (provider) => {
    const [first, second] = [world.createVisitor(), world.createVisitor()]
    const user = await world.enter(first, provider, { name: 'ada' })
    expect(user).toMatchObject({
      email: null,
      provider,
      username: 'ada',
      accounts: [
        { namespace: 'eip155', address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
        { namespace: 'solana', address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) },
      ],
    })
    expect(await first.get('user.get', {})).toEqual(user)
    expect(await world.enter(second, provider, { name: 'ada' })).toEqual(user)
    const other = await world.enter(world.createVisitor(), provider, { name: 'bob' })
    expect(other.accounts).not.toEqual(user.accounts)
  })

  test('in a new browser is reported to the known ones, even if the wallet has no mailbox', async () => {
    const page = world.createVisitor({ origin: 'https://vault.example' })
    await world.enter(page, 'google', { name: 'unreachable' })
    expect((await page.get('notices.list', {})).notices).toEqual([])
    world.move(60_000)
    const thief = world.createVisitor()
    await world.enter(thief, 'google', { name: 'unreachable' })
    await page.get('hello', {})
    const [notice, ...others] = (await page.get('notices.list', {})).notices
    expect(others).toEqual([])
    expect(notice).toMatchObject({ isNew: true, browser: 'Firefox on Linux', act: { kind: 'revoke' } })
    await page.get('account.act', { id: notice?.id ?? '' })
    expect((await thief.ask('user.get', {})).error?.code).toBe('NO_SESSION')
  })

  test('opens different wallets for the same name at different providers and in different projects', async () => {
    const users: User[] = []
    for (const provider of all) users.push(await world.enter(world.createVisitor(), provider, { name: 'same' }))
    users.push(await world.enter(world.createVisitor({ project: 'other' }), 'google', { name: 'same' }))
    expect(new Set(users.map(({ accounts }) => accounts[0]?.address)).size).toBe(all.length + 1)
  })

  test('uses PKCE, a state and, with id tokens, a nonce for each provider', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    for (const provider of all) {
      const { state, uri, expiresAt } = await visitor.get('social.start', { provider })
      expect(expiresAt).toBe(world.now() + 600_000)
      expect(uri).toBe(`https://vault.example/social/start?state=${state}`)
      const reply = await world.askSite({ step: 'start', state, browser: 'B'.repeat(43) })
      const { searchParams } = new URL(reply.status === 'go' ? reply.uri : '')
      expect(Object.fromEntries(searchParams)).toMatchObject({
        state,
        response_type: 'code',
        code_challenge_method: 'S256',
        code_challenge: expect.any(String),
        redirect_uri: 'https://vault.example/social/callback',
        client_id: 'latchkey-vault',
      })
      expect(searchParams.has('nonce')).toBe(['google', 'apple', 'acme'].includes(provider))
      expect(searchParams.get('response_mode')).toBe(provider === 'apple' ? 'form_post' : null)
      world.move(40_000)
    }
  })

  test('requests a fresh login from providers that support it, if it was started on the vault’s own page', async () => {
    const [page, app] = [world.createVisitor({ origin: 'https://vault.example' }), world.createVisitor()]
    for (const visitor of [page, app]) {
      await visitor.get('hello', {})
      for (const [provider, maxAge] of [['google', '300'] as const, ['x', null] as const]) {
        const { state } = await visitor.get('social.start', { provider })
        const reply = await world.askSite({ step: 'start', state, browser: 'B'.repeat(43) })
        const { searchParams } = new URL(reply.status === 'go' ? reply.uri : '')
        const asked = [searchParams.get('prompt'), searchParams.get('max_age')]
        expect(asked).toEqual(visitor === page ? ['login', maxAge] : [null, null])
      }
    }
  })

  test('creates one wallet for two devices that log in for the first time at once', async () => {
    const visitors = [world.createVisitor(), world.createVisitor()]
    const results: { readonly state: string; readonly code: string }[] = []
    for (const visitor of visitors) {
      await visitor.get('hello', {})
      const { uri } = await visitor.get('social.start', { provider: 'google' })
      results.push(readResult(await world.answerPopup(uri, { name: 'race' })))
    }
    const replies = await Promise.all(
      visitors.flatMap((visitor, index) =>
        Array.from({ length: 3 }, () => visitor.get('social.finish', results[index] ?? { state: '' })),
      ),
    )
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  })

  test('continues in a popup that has lost its opener, if the app’s own page opened it', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const popup = '0123456789abcdef0123456789abcdef'
    const loading = { step: 'loading', popup, from: 'https://app.example' }
    expect(await world.askSite(loading)).toEqual({ status: 'waiting' })
    const { uri, state } = await visitor.get('social.start', { provider: 'github', popup })
    world.move(2_000)
    for (const from of [undefined, 'https://attacker.example', 'https://shop.example', 'https://vault.example'])
      expect(await world.askSite({ ...loading, from })).toEqual({ status: 'elsewhere', project: 'demo', ...app })
    expect(await visitor.get('social.finish', { state })).toEqual({ status: 'pending', isAlone: false })
    expect(await world.askSite(loading)).toEqual({ status: 'go', uri })
    expect(await world.answerPopup(uri)).toMatchObject({ status: 'answered' })
    // used up; the next login of the same window is found
    expect(await world.askSite(loading)).toEqual({ status: 'waiting' })
    const next = await visitor.get('social.start', { provider: 'x', popup })
    expect(await world.askSite(loading)).toEqual({ status: 'go', uri: next.uri })
  })

  test('returns only to pages that the project lists, by their exact path', async () => {
    const enter = async (project: string) => {
      const visitor = world.createVisitor({ project })
      await visitor.get('hello', {})
      return visitor.get('social.start', { provider: 'github' })
    }
    const browser = 'B'.repeat(43)
    const { uri, state } = await enter('demo')
    for (const returnTo of [
      ...['https://attacker.example/', 'javascript:alert(1)', 'https://app.example.attacker.example/'],
      ...['https://app.example/redirect?to=https://attacker.example', 'https://app.example/login/', 'x'],
      ...['https://user:password@app.example/', 'https://app.example/login/../redirect', 'https://shop.example/'],
      'https://app.example//',
    ])
      expect(await world.askSite({ step: 'start', state, browser, returnTo })).toEqual({ status: 'notListed' })
    const returnTo = 'https://app.example/login?x=1#here'
    expect(await world.askSite({ step: 'start', state, browser, returnTo })).toMatchObject({ status: 'go' })
    const popup = createPopup(world.custodies[0]?.address ?? '', { browser })
    expect(await world.answerPopup(uri, {}, popup)).toMatchObject({ status: 'answered', returnTo })
    // a project without a list allows only its start page
    const other = await enter('other')
    const askOther = (page: string) =>
      world.askSite({ step: 'start', state: other.state, browser, returnTo: `https://app.example${page}` })
    expect(await askOther('/login')).toEqual({ status: 'notListed' })
    expect(await askOther('/?x=1')).toMatchObject({ status: 'go' })
  })

  test('error: NO_PROVIDER for a provider that is not configured', async () => {
    const bare = await startSocialWorld({ providers: new Map() })
    const visitor = bare.createVisitor()
    await visitor.get('hello', {})
    await expect(visitor.get('social.start', { provider: 'google' })).rejects.toThrow('NO_PROVIDER')
    await expect(visitor.get('farcaster.start', {})).rejects.toThrow('NO_PROVIDER')
    await bare.stop()
  })

  test('error: TOO_MANY after twenty logins started on one device', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    for (let turn = 0; turn < 20; turn++) await visitor.get('social.start', { provider: 'x' })
    const { error } = await visitor.ask('social.start', { provider: 'x' })
    expect(error).toMatchObject({ code: 'TOO_MANY', retryAfter: 600 })
  })
})

describe('the result of a login', () => {
  test('is fetched with the code of the message, and again for a minute if the reply was lost', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const { uri, state } = await visitor.get('social.start', { provider: 'google' })
    const reply = await world.answerPopup(uri, { name: 'lost' })
    expect(reply).toEqual({
      status: 'answered',
      project: 'demo',
      provider: 'google',
      providerName: 'Google',
      ...app,
      resultUri: expect.stringContaining(`&state=${state}&code=`),
    })
    // the state alone is no proof that the popup was the app's own
    expect(await visitor.get('social.finish', { state })).toEqual({ status: 'pending', isAlone: false })
    const first = await visitor.get('social.finish', readResult(reply))
    expect(await visitor.get('social.finish', readResult(reply))).toEqual(first)
    world.move(60_001)
    await expect(visitor.get('social.finish', readResult(reply))).rejects.toThrow('NO_LOGIN')
    expect(await visitor.get('user.get', {})).toEqual(first.status === 'done' && first.user)
  })

  test('is withheld for a popup without an opener until the user has confirmed it there', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const popup = 'fedcba9876543210fedcba9876543210'
    const { state } = await visitor.get('social.start', { provider: 'discord', popup })
    // requested before the popup has reported that it has no opener
    const held = visitor.get('social.finish', { state })
    const way = await world.askSite({ step: 'loading', popup, from: 'https://app.example' })
    // opened by the vault's own waiting page then
    const own = createPopup(world.custodies[0]?.address ?? '', { from: 'https://vault.example' })
    const reply = await world.answerPopup(way.status === 'go' ? way.uri : '', { name: 'alone' }, own)
    const { code } = readResult(reply)
    const tell = (step: 'ask' | 'confirm', more: object = {}) =>
      world.askSite({ step, state, code, browser: own.browser, ...more })
    for (const step of ['ask', 'confirm'] as const) {
      expect(await tell(step, { code: 'A'.repeat(43) })).toEqual({ status: 'gone' })
      for (const browser of [undefined, 'B'.repeat(43)])
        expect(await tell(step, { browser })).toEqual({ status: 'elsewhere', project: 'demo', ...app })
    }
    expect(await tell('ask')).toEqual({
      status: 'ask',
      project: 'demo',
      provider: 'discord',
      providerName: 'Discord',
      account: 'alone',
      browser: 'Firefox on Linux',
      ...app,
      place: expect.any(String),
    })
    expect(await tell('confirm')).toEqual({ status: 'confirmed', project: 'demo', origin: 'https://app.example' })
    expect(await tell('confirm')).toEqual({ status: 'confirmed', project: 'demo', origin: 'https://app.example' })
    expect(await held).toMatchObject({ status: 'done', user: { username: 'alone', provider: 'discord' } })
    expect(await visitor.get('social.finish', { state })).toMatchObject({ status: 'done' })
  })
})
