import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LinkReply } from '../../protocol/custody.js'
import { createHandClock } from '../test/createHandClock.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'

/** Moves the clock of the wait for an approval. */
const clock = createHandClock()

let world: World

beforeAll(async () => {
  world = await startWorld({ processes: 2, wait: clock.wait })
})

afterAll(() => world?.stop())

const look = (token: string): Promise<LinkReply> =>
  post(world.custodies[1]?.address ?? '', '/link', { token, approve: false, ip: '192.0.2.9' }) as Promise<LinkReply>

describe('an emailed link', () => {
  test('is approved only by a click: opening it 20 times changes nothing [T9] [F16]', async () => {
    const visitor = world.createVisitor({ ip: '2001:db8:1:2::3' })
    await visitor.get('hello', {})
    const { expiresAt } = await visitor.get('email.start', { email: 'scan@mail.example' })
    const { token } = world.getMail('scan@mail.example')
    expect(token.length).toBeGreaterThanOrEqual(22)
    const open = {
      status: 'open',
      project: 'demo',
      origin: 'https://app.example',
      browser: 'Firefox on Linux',
      expiresAt,
    }
    for (let turn = 0; turn < 20; turn++) expect(await look(token)).toEqual({ ...open, place: '2001:db8:1:…' })
    await expect(visitor.get('email.verify', { code: '123456' })).rejects.toThrow('NO_CHALLENGE')
    expect(world.mailbox.getMails('scan@mail.example')).toHaveLength(1)

    expect(await world.press(token)).toMatchObject({ status: 'approved' })
    // the same click again, as its reply may have been lost
    expect(await world.press(token)).toMatchObject({ status: 'approved' })
    expect(await look(token)).toEqual({ status: 'gone' })
    world.move(61_000)
    expect(await world.press(token)).toEqual({ status: 'gone' })
    await visitor.get('email.device', {})
    await visitor.get('email.verify', { code: world.getMail('scan@mail.example').code })
    expect(await world.press(token)).toEqual({ status: 'gone' })
  })

  test('is gone once a newer one was emailed, after ten minutes, or if it is truncated or unknown [I10]', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    await visitor.get('email.start', { email: 'gone@mail.example' })
    const { token } = world.getMail('gone@mail.example')
    world.move(31_000)
    await visitor.get('email.start', { email: 'gone@mail.example' })
    const newer = world.getMail('gone@mail.example').token
    for (const text of [token, newer.slice(0, -1), `${newer}A`, '', 'constructor', 'A'.repeat(43)])
      expect([text, await world.press(text)]).toEqual([text, { status: 'gone' }])
    world.move(600_000)
    expect(await world.press(newer)).toEqual({ status: 'gone' })
    await expect(visitor.get('email.device', {})).rejects.toThrow('CODE_EXPIRED')
  })

  test('approves only the device that requested it, which gets another code without another link', async () => {
    const email = 'resend@mail.example'
    const [visitor, other] = [world.createVisitor(), world.createVisitor()]
    await other.get('hello', {})
    await visitor.get('hello', {})
    await visitor.get('email.start', { email })
    await world.press(world.getMail(email).token)
    await visitor.get('email.device', {})
    world.move(31_000)
    expect(await other.get('email.start', { email })).toMatchObject({ action: 'VERIFY_DEVICE' })
    world.move(31_000)
    expect(await visitor.get('email.start', { email })).toMatchObject({ action: 'VERIFY_OTP' })
    await visitor.get('email.verify', { code: world.getMail(email).code })
    await expect(other.get('email.verify', { code: world.getMail(email).code })).rejects.toThrow('NO_CHALLENGE')
  })

  test('a call waits for its approval for about 20 seconds', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    await expect(visitor.get('email.device', {})).rejects.toThrow('NO_CHALLENGE')
    await visitor.get('email.start', { email: 'slow@mail.example' })
    let isAnswered = false
    const asked = visitor.get('email.device', {}).finally(() => {
      isAnswered = true
    })
    let waited = 0
    for (;;) {
      await vi.waitFor(() => expect(isAnswered || clock.getWaits().length > 0).toBe(true), { interval: 5 })
      const [ms] = clock.getWaits()
      if (ms === undefined) break
      waited += ms
      clock.pass(ms)
    }
    expect(await asked).toEqual({ status: 'pending' })
    expect(waited).toBeGreaterThan(19_000)
    expect(waited).toBeLessThan(25_000)
  })
})
