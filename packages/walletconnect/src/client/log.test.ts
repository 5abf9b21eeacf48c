import { expect, test, vi } from 'vitest'
import { createLog } from './log.js'

test('[S9.12] keeps what is logged from the level error on, about a megabyte, and writes nothing to the console', () => {
  const console = ['log', 'warn', 'error', 'debug', 'info'] as const
  const spies = console.map((name) => vi.spyOn(globalThis.console, name))
  const log = createLog(() => undefined)
  expect(log.level).toBe('error')
  log.trace()
  log.debug()
  log.info()
  log.warn('a warning')
  expect(log.getEntries()).toEqual([])
  for (let index = 0; index < 2_000; index++) log.child({}).error(`${index} ${'x'.repeat(1_000)}`)
  const entries = log.getEntries()
  const size = entries.join('').length
  expect(size).toBeLessThanOrEqual(1_048_576)
  expect(size).toBeGreaterThan(1_000_000)
  expect(entries.at(-1)).toMatch(/^1999 /)
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})

test('tells of warnings, in their own words', () => {
  const heard: string[] = []
  const log = createLog((text) => heard.push(text))
  log.warn({}, 'Unexpected server response: 401')
  log.error(new Error('lost'), 'while it asked')
  log.fatal(null)
  expect(heard).toEqual(['Unexpected server response: 401', 'lost while it asked', ''])
})

test('keeps neither a code to pair with nor a token', () => {
  const log = createLog(() => undefined)
  log.error('pairing wc:abc@2?symKey=1 failed for wss://relay?auth=ey.a.b&projectId=x')
  expect(log.getEntries()).toEqual(['pairing wc:… failed for wss://relay?auth=…&projectId=x'])
})
