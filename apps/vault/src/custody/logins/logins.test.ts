import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CallReply } from '../../protocol/custody.js'
import type { SocialProvider } from '../../protocol/login.js'
import type { PopupAnswer } from '../test/createPopup.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { readResult, type SocialWorld, startSocialWorld } from '../test/startSocialWorld.js'

let world: SocialWorld
beforeAll(async () => {
  world = await startSocialWorld({ processes: 2 })
})
afterAll(() => world?.stop())
afterEach(() => world.identity.setFaults({}))

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const subjects = (email: string): readonly string[] => world.mailbox.getMails(email).map(({ subject }) => subject)

const own = 'https://vault.example'

/** The vault's own page, logged in by email. */
async function openPage(email: string): Promise<Visitor> {
  const page = world.createVisitor({ origin: own })
  await world.logIn(page, email)
  return page
}

/** Adds a login on the page of the vault, confirmed by the mailbox. */
async function link(
  page: Visitor,
  { email, provider, answer }: { email: string; provider: SocialProvider; answer: PopupAnswer },
): Promise<CallReply<'social.finish'>> {
  await page.get('account.code', { purpose: 'link' })
  const { code } = world.getMail(email)
  world.move(61_000)
  const { uri } = await page.get('social.start', { provider, use: 'link', code })
  return page.ask('social.finish', readResult(await world.answerPopup(uri, answer)))
}

describe('an email address from a provider', () => {
  test.each([
    ['is not verified', { isVerified: false }],
    ['has no verified flag', {}],
    ['is verified', { isVerified: true }],
  ])('that %s does not open the wallet of that address [T7]', async (_, more) => {
    const address = 'victim@mail.example'
    const victim = world.createVisitor()
    await world.logIn(victim, address)
    const own = await victim.get('user.get', {})
    world.identity.setFaults({ email: { address, ...more } })
    const name = `attacker-${JSON.stringify(more).length}`
    const attacker = await world.enter(world.createVisitor(), 'google', { name })
    expect(attacker.email).toBeNull()
    expect(attacker.accounts).not.toEqual(own.accounts)
    // nor does it change the wallet of the mailbox's owner
    expect(await victim.get('user.get', {})).toEqual(own)
    world.move(60_000)
  })
})

describe('an additional login', () => {
  test('opens the wallet from any browser, and the mailbox is notified', async () => {
    const email = 'linker@mail.example'
    const page = await openPage(email)
    const { accounts } = await page.get('user.get', {})
    const linked = { status: 'done', user: { email, provider: 'github', username: 'linker', accounts } }
    expect((await link(page, { email, provider: 'github', answer: { name: 'linker' } })).result).toMatchObject(linked)
    await link(page, { email, provider: 'discord', answer: { name: 'linker' } })
    await link(page, { email, provider: 'acme', answer: { name: 'linker' } })
    // a second time changes nothing
    await link(page, { email, provider: 'github', answer: { name: 'linker' } })
    const { logins } = await page.get('account.get', {})
    expect(logins.map(({ provider, name, isThis }) => [provider, name, isThis])).toEqual([
      ['email', email, true],
      ['github', 'linker', false],
      ['acme', 'linker', false],
      ['discord', 'linker', false],
    ])
    await expect.poll(() => subjects(email)).toContain('Your wallet has a new login with GitHub')
    // the operator's own provider goes by its name
    await expect.poll(() => subjects(email)).toContain('Your wallet has a new login with Acme ID')
    expect(await page.get('account.offers', {})).toMatchObject({
      providers: ['google', 'apple', 'github', 'facebook', 'x', 'discord', 'acme'],
      looks: { acme: { name: 'Acme ID' } },
    })
    for (const provider of ['github', 'discord'] as const) {
      // the one used last is named
      world.move(1_000)
      const user = await world.enter(world.createVisitor(), provider, { name: 'linker' })
      expect(user).toMatchObject({ email, provider, accounts })
    }
    const told = 'Your wallet was opened in another browser'
    await expect.poll(() => subjects(email).filter((subject) => subject === told)).toHaveLength(2)
    expect(subjects(email).filter((subject) => subject.startsWith('Your wallet has a new login'))).toHaveLength(3)
    const texts = world.mailbox.getMails(email).flatMap(({ subject, text }) => (subject === told ? [text] : []))
    expect(texts.join()).toMatch(/Login: GitHub[\s\S]*Login: Discord/)
  })

  test('returns to the page on which it was started, and nowhere else', async () => {
    const page = world.createVisitor({ origin: own })
    await page.get('hello', {})
    const { uri } = await page.get('social.start', { provider: 'google' })
    const reply = await world.answerPopup(uri, { name: 'returns' })
    expect(reply).toMatchObject({ status: 'answered', returnTo: `${own}/account?projectId=demo` })
    // a result that somebody else was tricked into logs nobody in there
    expect(await world.askSite({ step: 'confirm', ...readResult(reply) })).toEqual({ status: 'gone' })
    expect(await page.get('social.finish', readResult(reply))).toMatchObject({ user: { username: 'returns' } })
  })

  test('error: LOGIN_TAKEN if it already opens another wallet, and both wallets stay as they are', async () => {
    const email = 'wants-it@mail.example'
    const first = await world.enter(world.createVisitor(), 'google', { name: 'taken' })
    const page = await openPage(email)
    const second = await page.get('user.get', {})
    const { error } = await link(page, { email, provider: 'google', answer: { name: 'taken' } })
    expect(error).toEqual({ code: 'LOGIN_TAKEN', message: 'This Google account is already linked to another wallet.' })
    expect(await page.get('user.get', {})).toEqual(second)
    expect(await world.enter(world.createVisitor(), 'google', { name: 'taken' })).toEqual(first)
  })

  test('error: NOT_HERE on the page of an app, which could add a login of its own', async () => {
    const visitor = world.createVisitor()
    await world.enter(visitor, 'x', { name: 'in-app' })
    for (const use of ['link', 'again'] as const)
      expect(await codeOf(visitor.ask('social.start', { provider: 'google', use }))).toBe('NOT_HERE')
    expect(await codeOf(visitor.ask('update.start', { email: 'attacker@mail.example' }))).toBe('NOT_HERE')
    expect(await codeOf(visitor.ask('logins.remove', { id: 'email' }))).toBe('NOT_HERE')
  })

  test('error: requires a fresh code of the mailbox for this purpose, which works once', async () => {
    const email = 'codes@mail.example'
    const page = await openPage(email)
    const start = (code?: string) => page.ask('social.start', { provider: 'google', use: 'link', code })
    expect(await codeOf(start())).toBe('NO_CHALLENGE')
    await page.get('account.code', { purpose: 'recovery' })
    expect(await codeOf(start(world.getMail(email).code))).toBe('NO_CHALLENGE')
    world.move(61_000)
    await page.get('account.code', { purpose: 'link' })
    const { code } = world.getMail(email)
    expect(await codeOf(start(String((Number(code) + 1) % 1_000_000).padStart(6, '0')))).toBe('CODE_WRONG')
    // if the provider is down, the code stays valid
    world.identity.setFaults({ discovery: 500 })
    expect(await codeOf(start(code))).toBe('SOCIAL_FAILED')
    world.identity.setFaults({})
    expect(await codeOf(start(code))).toBe('none')
    expect(await codeOf(start(code))).toBe('NO_CHALLENGE')
  })

  test('error: requires a session, both at the start and once the provider has responded', async () => {
    const page = world.createVisitor({ origin: own })
    await page.get('hello', {})
    expect(await codeOf(page.ask('social.start', { provider: 'google', use: 'link' }))).toBe('NO_SESSION')
    await world.enter(page, 'x', { name: 'leaves' })
    const { uri } = await page.get('social.start', { provider: 'google', use: 'link' })
    const result = readResult(await world.answerPopup(uri, { name: 'linked-late' }))
    await page.get('session.end', {})
    expect(await codeOf(page.ask('social.finish', result))).toBe('NO_LOGIN')
    const user = await world.enter(page, 'facebook', { name: 'somebody-else' })
    expect(user.provider).toBe('facebook')
    expect(await codeOf(page.ask('social.finish', result))).toBe('NO_LOGIN')
  })

  test('is removed by the link in its notice, but not by viewing that', async () => {
    const email = 'noticed@mail.example'
    const page = await openPage(email)
    const { accounts } = await page.get('user.get', {})
    await link(page, { email, provider: 'github', answer: { name: 'intruder' } })
    const find = (): string | undefined =>
      world.mailbox
        .getMails(email)
        .findLast(({ subject }) => subject.includes('new login'))
        ?.links.find((one) => one.includes('/notice?'))
    await expect.poll(find).toBeDefined()
    const intruder = world.createVisitor()
    expect((await world.enter(intruder, 'github', { name: 'intruder' })).accounts).toEqual(accounts)
    const token = new URL(find() ?? '').searchParams.get('token')
    const notice = (act: boolean) => post(world.custodies[1]?.address ?? '', '/notice', { token, act, ip: '' })
    const since = expect.any(Number)
    for (let look = 0; look < 3; look++)
      expect(await notice(false)).toMatchObject({ status: 'open', kind: 'unlink', at: since, provider: 'github' })
    expect(await codeOf(intruder.ask('user.get', {}))).toBe('none')
    for (let press = 0; press < 2; press++) expect(await notice(true)).toMatchObject({ status: 'done', kind: 'unlink' })
    expect(await codeOf(intruder.ask('user.get', {}))).toBe('NO_SESSION')
    expect((await page.get('account.get', {})).logins).toHaveLength(1)
    const other = await world.enter(intruder, 'github', { name: 'intruder' })
    expect(other.accounts).not.toEqual(accounts)
  })
})

describe('adding an email address to a wallet without one', () => {
  test('needs a code sent to it soon after the login, and the address opens the same wallet', async () => {
    const visitor = world.createVisitor({ origin: own })
    const { accounts } = await world.enter(visitor, 'discord', { name: 'nomail' })
    expect(await visitor.get('email.start', { email: 'nomail@mail.example' })).toMatchObject({
      action: 'VERIFY_DEVICE',
    })
    world.move(31_000)
    expect(await visitor.get('update.start', { email: 'nomail@mail.example' })).toEqual({
      action: 'VERIFY_SECONDARY_OTP',
      expiresAt: world.now() + 600_000,
      retryAfter: 30,
    })
    expect(await codeOf(visitor.ask('update.primary', { code: '123456' }))).toBe('NO_CHALLENGE')
    const { code } = world.getMail('nomail@mail.example')
    expect(await visitor.get('update.secondary', { code })).toEqual({ email: 'nomail@mail.example' })
    expect(await visitor.get('user.get', {})).toMatchObject({
      email: 'nomail@mail.example',
      provider: 'discord',
      accounts,
    })
    world.move(61_000)
    const second = world.createVisitor()
    await world.logIn(second, 'nomail@mail.example')
    expect(await second.get('user.get', {})).toMatchObject({ email: 'nomail@mail.example', accounts })
  })

  test('error: RESUMED ten minutes after the login, EMAIL_TAKEN if another user has the address', async () => {
    const [owner, visitor] = [world.createVisitor(), world.createVisitor({ origin: own })]
    await world.logIn(owner, 'owned@mail.example')
    await world.enter(visitor, 'discord', { name: 'wants-mail' })
    await visitor.get('update.start', { email: 'owned@mail.example' })
    const { code } = world.getMail('owned@mail.example')
    expect(await codeOf(visitor.ask('update.secondary', { code }))).toBe('EMAIL_TAKEN')
    expect((await visitor.get('user.get', {})).email).toBeNull()
    world.move(600_001)
    await visitor.get('hello', {})
    expect(await codeOf(visitor.ask('update.start', { email: 'new@mail.example' }))).toBe('RESUMED')
    expect(world.mailbox.getMails('new@mail.example')).toEqual([])
  })
})
