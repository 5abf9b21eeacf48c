import { createTestClock } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { createRig, type RigOptions } from '../../test/createRig.js'

async function setUp(options: RigOptions = {}) {
  const clock = createTestClock()
  const rig = createRig({ ...options, env: { now: clock.now, setTimeout: clock.setTimeout } })
  const leaving = new AbortController()
  const { features } = rig.connector
  const start = (signal = leaving.signal) => features['farcaster:start']?.({ signal })
  const wait = (signal = leaving.signal) => {
    const waiting = features['farcaster:wait']?.({ signal })
    waiting?.catch(() => undefined) // checked by the test
    return waiting
  }
  const until = (name: string, count = 1) => vi.waitFor(() => expect(rig.frame.count(name as never)).toBe(count))
  return { rig, clock, leaving, start, wait, until }
}

const holdConnect: RigOptions = { answer: ({ name }) => (name === 'CONNECT_FARCASTER' ? null : undefined) }

describe('a login with Farcaster', () => {
  test('returns a link, and logs the user in after approval on the phone', async () => {
    const { rig, start, wait } = await setUp()
    expect(await start()).toEqual({ url: 'https://farcaster.example/connect' })
    await wait()
    expect((await rig.connect()).user).toEqual({ username: 'ann.eth', socialProvider: 'farcaster' })
    expect(rig.frame.unread).toEqual([])
  })

  test.each(['GET_FARCASTER_URI', 'CONNECT_FARCASTER'])(
    '[S8.7] error: rejects with FARCASTER_FAILED and the frame’s message if %s fails',
    async (name) => {
      const { start, wait } = await setUp({
        answer: (message) => (message.name === name ? Promise.reject('The relay is down') : undefined),
      })
      const both = (async () => {
        await start()
        await wait()
      })()
      await expect(both).rejects.toMatchObject({
        code: 'FARCASTER_FAILED',
        shortMessage: 'Failed to connect to farcaster',
        details: expect.stringContaining('The relay is down'),
      })
    },
  )

  test('times out after ten minutes', async () => {
    const { clock, start, wait, until } = await setUp(holdConnect)
    await start()
    const waiting = wait()
    await until('CONNECT_FARCASTER')
    await clock.advance(599_999)
    expect(clock.pending()).toBeGreaterThan(0)
    await clock.advance(1)
    await expect(waiting).rejects.toMatchObject({ code: 'FRAME_REQUEST_TIMED_OUT' })
  })
})

test('error: rejects with REQUEST_ABORTED, without a retry, if the frame is lost before the first link', async () => {
  const { rig, start, until } = await setUp({
    answer: ({ name }) => (name === 'GET_FARCASTER_URI' ? null : undefined),
  })
  const starting = start()
  starting?.catch(() => undefined) // checked below
  await until('GET_FARCASTER_URI')
  rig.getClient().lose()
  await expect(starting).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  expect(rig.frame.count('GET_FARCASTER_URI')).toBe(1)
})

/** Starts a login, up to its QR code. */
async function begin() {
  const world = await setUp(holdConnect)
  await world.start()
  const waiting = world.wait()
  await world.until('CONNECT_FARCASTER')
  const leave = async () => {
    world.leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
  }
  return { ...world, waiting, leave }
}

describe('leaving a Farcaster login', () => {
  test('reloads the frame after 100 ms, and sends it the app’s data again', async () => {
    const { rig, clock, leave, until } = await begin()
    const greetings = rig.frame.count('SYNC_DAPP_DATA')
    await leave()
    await clock.advance(99)
    expect(rig.frame.count('RELOAD')).toBe(0)
    await clock.advance(1)
    await until('RELOAD')
    await until('SYNC_DAPP_DATA', greetings + 1)
    expect(rig.frame.aborted).toHaveLength(1)
  })

  test('and starting again at once gets a link from the reloaded frame', async () => {
    const { rig, clock, leave, start } = await begin()
    await leave()
    const again = start(new AbortController().signal)
    await clock.advance(100)
    expect(await again).toEqual({ url: 'https://farcaster.example/connect' })
    const names = rig.frame.messages.map(({ name }) => name).filter((name) => /FARCASTER|RELOAD/.test(name))
    expect(names).toEqual(['GET_FARCASTER_URI', 'CONNECT_FARCASTER', 'RELOAD', 'GET_FARCASTER_URI'])
  })

  test('and logging in by email at once uses the reloaded frame', async () => {
    const { rig, clock, leave } = await begin()
    await leave()
    const login = rig.login()
    await clock.advance(100)
    await login
    const names = rig.frame.messages.map(({ name }) => name).filter((name) => /EMAIL|OTP|RELOAD/.test(name))
    expect(names).toEqual(['RELOAD', 'CONNECT_EMAIL', 'CONNECT_OTP'])
    expect(rig.warnings).toEqual([])
  })

  test('by completing another login does not reload the frame', async () => {
    const { rig, clock, waiting } = await begin()
    await rig.login()
    await expect(waiting).rejects.toMatchObject({ code: 'REQUEST_ABORTED', details: 'Another login was completed.' })
    await clock.advance(1_000)
    expect(rig.frame.count('RELOAD')).toBe(0)
  })

  test('before the link arrives rejects the start, and reloads the frame', async () => {
    const { rig, clock, leaving, start, until } = await setUp({
      answer: ({ name }) => (name === 'GET_FARCASTER_URI' ? null : undefined),
    })
    const starting = start()
    starting?.catch(() => undefined) // checked below
    await until('GET_FARCASTER_URI')
    leaving.abort(new Error('left'))
    await expect(starting).rejects.toThrow('left')
    await clock.advance(100)
    await until('RELOAD')
    expect(rig.warnings).toEqual([])
  })
})
