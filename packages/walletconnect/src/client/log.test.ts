import { expect, test, vi } from 'vitest'
import { createLog } from './log.js'

test('[S9.12] passes on what is logged from the level error on, and writes nothing to the console', () => {
  const console = ['log', 'warn', 'error', 'debug', 'info'] as const
  const spies = console.map((name) => vi.spyOn(globalThis.console, name))
  const errors: string[] = []
  const log = createLog({ onError: (text) => errors.push(text), onWarn: () => undefined })
  expect(log.level).toBe('error')
  log.trace()
  log.debug()
  log.info()
  log.warn('a warning')
  expect(errors).toEqual([])
  log.child({}).error('first')
  log.fatal('second')
  expect(errors).toEqual(['first', 'second'])
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})

test('tells of warnings, in their own words', () => {
  const heard: string[] = []
  const log = createLog({ onError: () => undefined, onWarn: (text) => heard.push(text) })
  log.warn({}, 'Unexpected server response: 401')
  log.error(new Error('lost'), 'while it asked')
  log.fatal(null)
  expect(heard).toEqual(['Unexpected server response: 401', 'lost while it asked', ''])
})

test('passes on neither a code to pair with nor a token', () => {
  const errors: string[] = []
  const log = createLog({ onError: (text) => errors.push(text), onWarn: () => undefined })
  log.error('pairing wc:abc@2?symKey=1 failed for wss://relay?auth=ey.a.b&projectId=x')
  expect(errors).toEqual(['pairing wc:… failed for wss://relay?auth=…&projectId=x'])
})
