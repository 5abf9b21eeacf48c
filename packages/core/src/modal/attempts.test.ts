import { expect, test, vi } from 'vitest'
import { TimedOutError } from '../errors/connection.js'
import { createTestModal } from '../testing/createTestModal.js'
import { settle } from '../testing/settle.js'
import { abortAttempt, beginAttempt, clearTimer, hasTimer, isCoolingDown, setTimer, startCooldown } from './attempts.js'
import { internals } from './modal.js'

const never = new Promise<never>(() => {})

test('race settles as its promise does, and leaves no timer', async () => {
  const { modal, clock } = createTestModal()
  const attempt = beginAttempt(modal, { timeout: 1000 })
  expect(await attempt.race(Promise.resolve('yes'))).toBe('yes')
  await expect(attempt.race(Promise.reject(new Error('no')))).rejects.toThrow('no')
  attempt.end()
  expect(clock.pending()).toBe(0)
})

test('a newer attempt with the same key aborts the older one at once', async () => {
  const { modal } = createTestModal()
  const older = beginAttempt(modal, { key: 'k', timeout: 1000 })
  const waiting = expect(older.race(never)).rejects.toMatchObject({ code: 'ABORTED' })
  const newer = beginAttempt(modal, { key: 'k', timeout: 1000 })
  expect([older.isLatest(), newer.isLatest()]).toEqual([false, true])
  expect([older.signal.aborted, newer.signal.aborted]).toEqual([true, false])
  await waiting
  older.end()
  expect(newer.isLatest()).toBe(true)
})

test('attempts with different keys or without a key run side by side', () => {
  const { modal } = createTestModal()
  const attempts = [
    beginAttempt(modal, { key: 'a', timeout: 1 }),
    beginAttempt(modal, { key: 'b', timeout: 1 }),
    beginAttempt(modal, { timeout: 1 }),
    beginAttempt(modal, { timeout: 1 }),
  ]
  expect(attempts.map((attempt) => attempt.signal.aborted)).toEqual([false, false, false, false])
})

test('times out at its deadline, not before', async () => {
  const { modal, clock } = createTestModal()
  const attempt = beginAttempt(modal, { timeout: 1000 })
  let outcome = 'waits'
  attempt.race(never).catch((cause) => {
    outcome = cause.code
  })
  await clock.advance(999)
  expect(outcome).toBe('waits')
  await clock.advance(1)
  expect(outcome).toBe('TIMED_OUT')
  expect(attempt.isLatest()).toBe(true)
})

test('an attempt that has ended does not time out', async () => {
  const { modal, clock } = createTestModal()
  const attempt = beginAttempt(modal, { timeout: 1000 })
  attempt.end()
  await clock.advance(5000)
  expect(attempt.signal.aborted).toBe(false)
})

test.each<[string, (controller: AbortController) => void, string]>([
  ['without a reason', (controller) => controller.abort(), 'ABORTED'],
  ['with a string', (controller) => controller.abort('left the page'), 'ABORTED'],
  ['with an error of the app', (controller) => controller.abort(new Error('left the page')), 'ABORTED'],
  ['with a TimeoutError', (controller) => controller.abort(new DOMException('', 'TimeoutError')), 'TIMED_OUT'],
  ['with a LatchkeyError, which is kept', (controller) => controller.abort(new TimedOutError()), 'TIMED_OUT'],
])('the caller can abort an attempt %s', async (_, abort, code) => {
  const { modal } = createTestModal()
  const controller = new AbortController()
  const attempt = beginAttempt(modal, { timeout: 1000, signal: controller.signal })
  const waiting = expect(attempt.race(never)).rejects.toMatchObject({ code })
  abort(controller)
  await waiting
})

test('a signal that is already aborted aborts the attempt at once', async () => {
  const { modal } = createTestModal()
  const attempt = beginAttempt(modal, { timeout: 1000, signal: AbortSignal.abort() })
  await expect(attempt.race(Promise.resolve('late'))).rejects.toMatchObject({ code: 'ABORTED' })
})

test('an attempt that has ended removes its listeners, as pages make many attempts', () => {
  const { modal } = createTestModal()
  const caller = new AbortController()
  const counts = [caller.signal, modal[internals].signal].map(countListeners)
  const attempt = beginAttempt(modal, { timeout: 1000, signal: caller.signal })
  expect(counts.map((count) => count())).toEqual([1, 1])
  attempt.end()
  expect(counts.map((count) => count())).toEqual([0, 0])
})

function countListeners(signal: AbortSignal): () => number {
  const add = vi.spyOn(signal, 'addEventListener')
  const remove = vi.spyOn(signal, 'removeEventListener')
  return () => add.mock.calls.length - remove.mock.calls.length
}

test('no attempt begins after the modal is destroyed', async () => {
  const { modal, clock } = createTestModal()
  modal.destroy()
  const attempt = beginAttempt(modal, { key: 'k', timeout: 1000 })
  await expect(attempt.race(never)).rejects.toMatchObject({ code: 'ABORTED' })
  expect(attempt.isLatest()).toBe(false)
  attempt.end()
  expect(clock.pending()).toBe(0)
})

test('a rejection that arrives after an abort is not an unhandled one', async () => {
  const { modal } = createTestModal()
  let refuse = (_cause: Error): void => {}
  const late = new Promise<never>((_, reject) => {
    refuse = reject
  })
  const attempt = beginAttempt(modal, { key: 'k', timeout: 1000 })
  const waiting = expect(attempt.race(late)).rejects.toMatchObject({ code: 'ABORTED' })
  abortAttempt(modal, 'k')
  await waiting
  refuse(new Error('too late'))
  await settle()
  expect(attempt.isLatest()).toBe(false)
})

test('a timer runs once and is removed', async () => {
  const { modal, clock } = createTestModal()
  let runs = 0
  setTimer(modal, 'a', () => runs++, 100)
  expect(hasTimer(modal, 'a')).toBe(true)
  await clock.advance(100)
  await clock.advance(100)
  expect([runs, hasTimer(modal, 'a')]).toEqual([1, false])
})

test('a timer replaces an earlier one with the same name', async () => {
  const { modal, clock } = createTestModal()
  const runs: string[] = []
  setTimer(modal, 'a', () => runs.push('old'), 100)
  setTimer(modal, 'a', () => runs.push('new'), 100)
  await clock.advance(100)
  expect(runs).toEqual(['new'])
})

test('a timer that sets itself again is kept', async () => {
  const { modal, clock } = createTestModal()
  let runs = 0
  const run = (): void => {
    runs++
    setTimer(modal, 'a', run, 100)
  }
  setTimer(modal, 'a', run, 100)
  await clock.advance(300)
  expect([runs, hasTimer(modal, 'a')]).toEqual([3, true])
  clearTimer(modal, 'a')
  clearTimer(modal, 'a')
  expect(clock.pending()).toBe(0)
})

test('a cooldown ends when its time is over, and not before', async () => {
  const { modal, clock } = createTestModal()
  startCooldown(modal, 'a', 1000)
  await clock.advance(999)
  expect(isCoolingDown(modal, 'a')).toBe(true)
  await clock.advance(1)
  expect([isCoolingDown(modal, 'a'), isCoolingDown(modal, 'b')]).toEqual([false, false])
})

test('expired cooldowns are removed', async () => {
  const { modal, clock } = createTestModal()
  for (let index = 0; index < 100; index++) {
    startCooldown(modal, `a${index}`, 10)
    await clock.advance(10)
  }
  startCooldown(modal, 'last', 10)
  expect(modal[internals].cooldowns.size).toBe(1)
})
