import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CustodyResult, SocialProvider } from '../../protocol/custody.js'
import { type PopupAnswer } from '../test/createPopup.js'
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
const subjects = (email: string): readonly string[] => world.mailbox.getMails(email).map(({ subject }) => subject)

async function link(
  visitor: Visitor,
  provider: SocialProvider,
  answer: PopupAnswer,
): Promise<CustodyResult<'social.finish'>> {
  const { uri } = await visitor.get('social.start', { provider, link: true })
  return visitor.get('social.finish', readResult(await world.answerPopup(uri, answer)))
}

describe('an address of mail that a provider names', () => {
  test.each([
    ['is not verified', { isVerified: false }],
    ['is not said to be verified', {}],
    ['is verified', { isVerified: true }],
  ])('and %s opens nobody’s wallet [security.md T7]', async (_, more) => {
    const address = 'victim@mail.example'
    const victim = world.createVisitor()
    await world.logIn(victim, address)
    const own = await victim.get('user.get', {})
    world.identity.setFaults({ email: { address, ...more } })
    const name = `attacker-${JSON.stringify(more).length}`
    const attacker = await world.enter(world.createVisitor(), 'google', { name })
    expect(attacker.email).toBeNull()
    expect(attacker.accounts).not.toEqual(own.accounts)
    // nor does it change what the mailbox's owner has
    expect(await victim.get('user.get', {})).toEqual(own)
    world.move(60_000)
  })
})

describe('one more login for a wallet', () => {
  test('opens it from then on, from any browser, and its mailbox is told of a new one', async () => {
    const owner = world.createVisitor()
    await world.logIn(owner, 'linker@mail.example')
    const { accounts } = await owner.get('user.get', {})
    expect(await link(owner, 'github', { name: 'linker' })).toMatchObject({
      ...{ status: 'done', user: { email: 'linker@mail.example', provider: 'github', username: 'linker', accounts } },
    })
    world.move(1_000)
    await link(owner, 'discord', { name: 'linker' })
    // a second time changes nothing
    await link(owner, 'github', { name: 'linker' })
    for (const provider of ['github', 'discord'] as const) {
      // the one that was used last is named
      world.move(1_000)
      const user = await world.enter(world.createVisitor(), provider, { name: 'linker' })
      expect(user).toMatchObject({ email: 'linker@mail.example', provider, accounts })
    }
    const told = 'Your wallet was opened in another browser'
    await expect.poll(() => subjects('linker@mail.example').filter((subject) => subject === told)).toHaveLength(2)
    expect(world.getMail('linker@mail.example').text).toMatch(/your account at (GitHub|Discord)/)
  })

  test('error: LOGIN_TAKEN where it opens another wallet already, and both stay as they are', async () => {
    const [one, other] = [world.createVisitor(), world.createVisitor()]
    const first = await world.enter(one, 'google', { name: 'taken' })
    const second = await world.enter(other, 'x', { name: 'wants-it' })
    const { uri } = await other.get('social.start', { provider: 'google', link: true })
    const { error } = await other.ask('social.finish', readResult(await world.answerPopup(uri, { name: 'taken' })))
    expect(error).toEqual({ code: 'LOGIN_TAKEN', message: 'This Google account opens another wallet already.' })
    expect(await other.get('user.get', {})).toEqual(second)
    expect(await world.enter(world.createVisitor(), 'google', { name: 'taken' })).toEqual(first)
  })

  test('error: only for who is logged in, and still is when the provider has answered', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    expect(await codeOf(visitor.ask('social.start', { provider: 'google', link: true }))).toBe('NO_SESSION')
    await world.enter(visitor, 'x', { name: 'leaves' })
    const { uri } = await visitor.get('social.start', { provider: 'google', link: true })
    const result = readResult(await world.answerPopup(uri, { name: 'linked-late' }))
    await visitor.get('session.end', {})
    expect(await codeOf(visitor.ask('social.finish', result))).toBe('NO_LOGIN')
    const user = await world.enter(visitor, 'facebook', { name: 'somebody-else' })
    expect(user.provider).toBe('facebook')
    expect(await codeOf(visitor.ask('social.finish', result))).toBe('NO_LOGIN')
  })
})

describe('a mailbox for who has none', () => {
  test('is added with a code to it, soon after the login, and opens the same wallet', async () => {
    const visitor = world.createVisitor()
    const { accounts } = await world.enter(visitor, 'discord', { name: 'nomail' })
    expect(await visitor.get('email.start', { email: 'nomail@mail.example' })).toMatchObject({
      action: 'VERIFY_DEVICE',
    })
    world.move(31_000)
    expect(await visitor.get('update.start', { email: 'nomail@mail.example' })).toEqual({
      ...{ action: 'VERIFY_SECONDARY_OTP', expiresAt: world.now() + 600_000, retryAfter: 30 },
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

  test('error: RESUMED ten minutes after the login, EMAIL_TAKEN where it is somebody’s', async () => {
    const [owner, visitor] = [world.createVisitor(), world.createVisitor()]
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
