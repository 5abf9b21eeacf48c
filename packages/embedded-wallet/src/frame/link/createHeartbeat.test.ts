import { createTestClock } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { createHeartbeat } from './createHeartbeat.js'

function open() {
  const clock = createTestClock()
  const ping = vi.fn()
  const onDead = vi.fn()
  const pulse = createHeartbeat({ env: clock, ping, onDead })
  return { clock, ping, onDead, pulse, beat: () => clock.advance(5_000) }
}

test('reports a frame as dead if it misses three pings after answering one', async () => {
  const { pulse, ping, onDead, beat, clock } = open()
  pulse.begin()
  pulse.receive()
  pulse.watch()
  expect(ping).toHaveBeenCalledTimes(2)
  for (let turn = 0; turn < 3; turn++) await beat()
  expect([ping.mock.calls.length, onDead.mock.calls.length]).toEqual([5, 0])
  await vi.waitFor(() => expect(onDead).toHaveBeenCalledOnce())
  expect([ping.mock.calls.length, clock.pending()]).toEqual([5, 0])
})

test('does not report a frame as dead that never answered, as it may not support pings', async () => {
  const { pulse, onDead, beat } = open()
  pulse.begin()
  pulse.watch()
  for (let turn = 0; turn < 10; turn++) await beat()
  expect(onDead).not.toHaveBeenCalled()
})

test('an answer resets the count of missed pings', async () => {
  const { pulse, onDead, beat } = open()
  pulse.begin()
  pulse.watch()
  for (let turn = 0; turn < 10; turn++) {
    pulse.receive()
    for (let missed = 0; missed < 2; missed++) await beat()
  }
  expect(onDead).not.toHaveBeenCalled()
})

test('schedules pings only while a call is pending, and none after the end', async () => {
  const { pulse, ping, beat, clock } = open()
  pulse.begin()
  expect([ping.mock.calls.length, clock.pending()]).toEqual([1, 0])
  const [stopFirst, stopSecond] = [pulse.watch(), pulse.watch()]
  expect([ping.mock.calls.length, clock.pending()]).toEqual([2, 1])
  stopFirst()
  stopFirst()
  expect(clock.pending()).toBe(1)
  stopSecond()
  expect(clock.pending()).toBe(0)
  pulse.watch()
  pulse.end()
  await beat()
  expect([ping.mock.calls.length, clock.pending()]).toEqual([3, 0])
})

test('a frame that answers the last ping is alive, however far the clock jumps', async () => {
  const { pulse, clock, ping, onDead } = open()
  pulse.begin()
  pulse.receive()
  pulse.watch()
  await clock.advance(3_600_000)
  expect([ping.mock.calls.length, clock.pending()]).toEqual([5, 0])
  pulse.receive()
  await vi.waitFor(() => expect(clock.pending()).toBe(1))
  expect([ping.mock.calls.length, onDead.mock.calls.length]).toEqual([6, 0])
})
