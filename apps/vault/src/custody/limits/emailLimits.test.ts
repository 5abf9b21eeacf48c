import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

const hour = 3_600_000
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

/** An unknown visitor at an IP address. */
async function comeFrom(ip: string): Promise<Visitor> {
  const stranger = world.createVisitor({ ip })
  await stranger.get('hello', {})
  return stranger
}

/** Uses up the emails that strangers at these IP addresses can have sent to a mailbox within a day. */
async function useUp(email: string, ips: readonly string[]): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    world.move(0.3 * hour)
    await (await comeFrom(ips[turn % ips.length] ?? '')).ask('email.start', { email })
  }
  world.move(0.3 * hour)
}

describe('strangers who request emails for a mailbox that is not theirs', () => {
  test('do not lock out its owner, who still gets a code on a known device [T8]', async () => {
    const email = 'owner@mail.example'
    const owner = world.createVisitor()
    await world.logIn(owner, email)
    await owner.get('session.end', {})
    await useUp(email, ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
    // the mailbox's limit for strangers is used up
    expect(await codeOf((await comeFrom('203.0.113.5')).ask('email.start', { email }))).toBe('TOO_MANY')
    await owner.get('hello', {})
    expect(await owner.get('email.start', { email })).toMatchObject({ action: 'VERIFY_OTP' })
    await owner.get('email.verify', { code: world.getMail(email).code })
    // codes that confirm a change of the wallet have a limit of their own
    world.move(31_000)
    await owner.get('update.start', { email: 'next@mail.example' })
  }, 240_000)

  test('at one source leave enough emails for its owner on a new device', async () => {
    const email = 'away@mail.example'
    await world.logIn(world.createVisitor(), email)
    await useUp(email, ['2001:db8:1:1::1', '2001:db8:1:1::2'])
    expect(await codeOf((await comeFrom('2001:db8:1:1::3')).ask('email.start', { email }))).toBe('TOO_MANY')
    await world.logIn(world.createVisitor({ ip: '198.51.100.7' }), email)
  }, 240_000)

  test('cause at most 10 emails a day, from any number of sources, in two processes', async () => {
    const email = 'flooded@mail.example'
    const before = world.mailbox.getMails(email).length
    for (let turn = 0; turn < 14; turn++) {
      world.move(1.2 * hour)
      const askers = await Promise.all([0, 1, 2, 3].map((index) => comeFrom(`192.0.${turn}.${index}`)))
      await Promise.all(askers.map((requester) => requester.ask('email.start', { email })))
    }
    expect(world.mailbox.getMails(email).length - before).toBe(10)
  }, 240_000)

  test('do not share the limit of a known device, which holds across two processes', async () => {
    const email = 'hasty@mail.example'
    const owner = world.createVisitor()
    await world.logIn(owner, email)
    for (let turn = 0; turn < 8; turn++) {
      world.move(31_000)
      await owner.get('hello', {})
      await owner.get('session.end', {})
      await Promise.all([1, 2, 3].map(() => owner.ask('email.start', { email })))
    }
    // includes the code of the first login, which was sent after the owner approved its link
    expect(world.mailbox.getMails(email).filter(({ codes }) => codes.length > 0)).toHaveLength(5)
  }, 240_000)
})

test('thirty new users behind one IPv4 address can start to log in within an hour', async () => {
  const actions: string[] = []
  for (let index = 0; index < 30; index++) {
    const visitor = await comeFrom('203.0.113.200')
    actions.push((await visitor.get('email.start', { email: `office${index}@mail.example` })).action)
  }
  expect(new Set(actions)).toEqual(new Set(['VERIFY_DEVICE']))
}, 240_000)
