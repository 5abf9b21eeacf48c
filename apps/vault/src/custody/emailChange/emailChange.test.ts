import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World

beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})

afterAll(() => world?.stop())

async function loggedIn(email: string): Promise<Visitor> {
  const visitor = world.createVisitor()
  await world.logIn(visitor, email)
  return visitor
}

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

const subjects = (email: string): readonly string[] => world.mailbox.getMails(email).map(({ subject }) => subject)

describe('changing the email address', () => {
  test('requires a code of the old and of the new mailbox, keeps the wallet, and logs out other devices [S4.36]', async () => {
    const visitor = await loggedIn('old@mail.example')
    const second = await loggedIn('old@mail.example')
    const { accounts } = await visitor.get('user.get', {})
    world.move(3_600_000)
    await visitor.get('hello', {})
    await second.get('hello', {})

    const asked = await visitor.get('update.start', { email: 'New@mail.example' })
    expect(asked).toEqual({ action: 'VERIFY_PRIMARY_OTP', expiresAt: world.now() + 600_000, retryAfter: 30 })
    expect(world.getMail('old@mail.example').text).toContain('wants to change the email address')
    expect(world.mailbox.getMails('new@mail.example')).toEqual([])
    expect(await visitor.get('update.primary', { code: world.getMail('old@mail.example').code })).toEqual({})
    expect(await visitor.get('user.get', {})).toMatchObject({ email: 'old@mail.example' })
    const { code } = world.getMail('new@mail.example')
    expect(await visitor.get('update.secondary', { code })).toEqual({ email: 'new@mail.example' })
    // again, as after a lost reply
    expect(await visitor.get('update.secondary', { code })).toEqual({ email: 'new@mail.example' })

    expect(await visitor.get('user.get', {})).toMatchObject({ email: 'new@mail.example', accounts })
    expect(await codeOf(second.ask('user.get', {}))).toBe('NO_SESSION')
    for (const email of ['old@mail.example', 'new@mail.example'])
      await expect.poll(() => subjects(email).at(-1)).toBe('Your email address was changed')

    // other devices need a link again, and the old mailbox gets a new wallet once the change can't be undone any more
    world.move(61_000)
    expect(await second.get('email.start', { email: 'new@mail.example' })).toMatchObject({ action: 'VERIFY_DEVICE' })
    world.move(72 * 3_600_000)
    const stranger = await loggedIn('old@mail.example')
    expect((await stranger.get('user.get', {})).accounts).not.toEqual(accounts)
  })

  test('requires the code of the old mailbox, for the same change and on the same device', async () => {
    const visitor = await loggedIn('steps@mail.example')
    const second = await loggedIn('steps@mail.example')
    world.move(3_600_000)
    await visitor.get('hello', {})
    await second.get('hello', {})
    for (const method of ['update.primary', 'update.secondary'] as const)
      expect(await codeOf(visitor.ask(method, { code: '123456' }))).toBe('NO_CHALLENGE')
    await visitor.get('update.start', { email: 'attacker@mail.example' })
    const { code } = world.getMail('steps@mail.example')
    expect(await codeOf(second.ask('update.primary', { code }))).toBe('NO_CHALLENGE')
    expect(await codeOf(visitor.ask('update.secondary', { code }))).toBe('NO_CHALLENGE')
    expect(await codeOf(visitor.ask('email.verify', { code }))).toBe('NO_CHALLENGE')
    // a code that allows one address does not allow the next
    world.move(31_000)
    await visitor.get('update.start', { email: 'other@mail.example' })
    const newer = world.getMail('steps@mail.example').code
    if (newer !== code) expect(await codeOf(visitor.ask('update.primary', { code }))).toBe('CODE_WRONG')
    await visitor.get('update.primary', { code: newer })
    expect(world.mailbox.getMails('attacker@mail.example')).toEqual([])
    expect(world.mailbox.getMails('other@mail.example')).toHaveLength(1)
    // the same code again sends no second email
    await visitor.get('update.primary', { code: newer })
    expect(world.mailbox.getMails('other@mail.example')).toHaveLength(1)
  })

  test('error: EMAIL_TAKEN only after the user has proven the new mailbox, and nothing is changed', async () => {
    await loggedIn('taken@mail.example')
    const visitor = await loggedIn('wants@mail.example')
    world.move(3_600_000)
    await visitor.get('hello', {})
    await visitor.get('update.start', { email: 'taken@mail.example' })
    await visitor.get('update.primary', { code: world.getMail('wants@mail.example').code })
    const { code } = world.getMail('taken@mail.example')
    expect(await codeOf(visitor.ask('update.secondary', { code }))).toBe('EMAIL_TAKEN')
    expect(await visitor.get('user.get', {})).toMatchObject({ email: 'wants@mail.example' })
  })

  test('error: EMAIL_TAKEN for one of two users who request the same new address', async () => {
    const visitors = [await loggedIn('one@mail.example'), await loggedIn('two@mail.example')]
    const codes: string[] = []
    for (const [index, visitor] of visitors.entries()) {
      world.move(31_000)
      await visitor.get('update.start', { email: 'shared@mail.example' })
      await visitor.get('update.primary', {
        code: world.getMail(index === 0 ? 'one@mail.example' : 'two@mail.example').code,
      })
      codes.push(world.getMail('shared@mail.example').code)
    }
    const ends = await Promise.all(
      visitors.map((visitor, index) => codeOf(visitor.ask('update.secondary', { code: codes[index] ?? '' }))),
    )
    expect([...ends].sort()).toEqual(['EMAIL_TAKEN', 'none'])
  })

  test('error: INVALID_EMAIL for an invalid or the current address, and NO_SESSION without a session', async () => {
    const visitor = await loggedIn('same@mail.example')
    for (const email of ['', 'x', 'SAME@mail.example'])
      expect(await codeOf(visitor.ask('update.start', { email }))).toBe('INVALID_EMAIL')
    await visitor.get('session.end', {})
    expect(await codeOf(visitor.ask('update.start', { email: 'a@b.co' }))).toBe('NO_SESSION')
  })

  test('counts wrong codes for a new address apart from those of its owner', async () => {
    const [owner, stranger] = [await loggedIn('victim@mail.example'), await loggedIn('stranger@mail.example')]
    for (let turn = 0; turn < 4; turn++) {
      world.move(3_600_000)
      await stranger.get('hello', {})
      await stranger.get('update.start', { email: 'victim@mail.example' })
      await stranger.get('update.primary', { code: world.getMail('stranger@mail.example').code })
      const { code } = world.getMail('victim@mail.example')
      for (let guess = 1; guess < (turn < 3 ? 4 : 2); guess++) {
        const wrong = String((Number(code) + guess) % 1_000_000).padStart(6, '0')
        expect(await codeOf(stranger.ask('update.secondary', { code: wrong }))).toBe('CODE_WRONG')
      }
    }
    world.move(3_600_000)
    await stranger.get('hello', {})
    await stranger.get('update.start', { email: 'victim@mail.example' })
    const { code } = world.getMail('stranger@mail.example')
    expect(await codeOf(stranger.ask('update.primary', { code }))).toBe('TOO_MANY')
    await owner.get('hello', {})
    await owner.get('update.start', { email: 'safer@mail.example' })
    world.move(31_000)
    await owner.get('session.end', {})
    expect(await owner.get('email.start', { email: 'victim@mail.example' })).toMatchObject({ action: 'VERIFY_OTP' })
  })

  test('error: CODE_SPENT and then TOO_MANY after ten wrong codes of the old mailbox', async () => {
    const visitor = await loggedIn('guarded@mail.example')
    for (let turn = 0; turn < 4; turn++) {
      world.move(3_600_000)
      await visitor.get('hello', {})
      const { error } = await visitor.ask('update.start', { email: 'aim@mail.example' })
      if (turn === 3) continue
      expect(error).toBeUndefined()
      const { code } = world.getMail('guarded@mail.example')
      for (let guess = 1; guess < 4; guess++) {
        const wrong = String((Number(code) + guess) % 1_000_000).padStart(6, '0')
        expect(await codeOf(visitor.ask('update.primary', { code: wrong }))).toBe('CODE_WRONG')
      }
    }
    const wrong = String((Number(world.getMail('guarded@mail.example').code) + 1) % 1_000_000).padStart(6, '0')
    expect(await codeOf(visitor.ask('update.primary', { code: wrong }))).toBe('CODE_WRONG')
    expect(await codeOf(visitor.ask('update.primary', { code: world.getMail('guarded@mail.example').code }))).toBe(
      'CODE_SPENT',
    )
    world.move(61_000)
    expect(await codeOf(visitor.ask('update.start', { email: 'aim@mail.example' }))).toBe('TOO_MANY')
  })
})
