import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeadline } from './withDeadline.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('settles like the promise if it is in time, and leaves no timer', async () => {
  expect(await withDeadline(Promise.resolve(1), 'No response.')).toBe(1)
  await expect(withDeadline(Promise.reject(new Error('No.')), 'No response.')).rejects.toThrow('No.')
  expect(vi.getTimerCount()).toBe(0)
})

test('error: rejects with the given message after 60 seconds', async () => {
  const waiting = expect(withDeadline(new Promise(() => undefined), 'The page showed no button.')).rejects.toThrow(
    'The page showed no button. (after 60 s)',
  )
  await vi.runAllTimersAsync()
  await waiting
})
