import { expect, test, vi } from 'vitest'
import { createLog } from './log.js'

test('[S9.12] reports messages of the level error and above, and writes nothing to the console', () => {
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

test('reports the texts of warnings and errors to onWarn', () => {
  const heard: string[] = []
  const log = createLog({ onError: () => undefined, onWarn: (text) => heard.push(text) })
  log.warn({}, 'Unexpected server response: 401')
  log.error(new Error('lost'), 'while it asked')
  log.fatal(null)
  expect(heard).toEqual(['Unexpected server response: 401', 'lost while it asked', ''])
})

test('redacts pairing URIs and tokens', () => {
  const errors: string[] = []
  const log = createLog({ onError: (text) => errors.push(text), onWarn: () => undefined })
  log.error('pairing wc:abc@2?symKey=1 failed for wss://relay?auth=ey.a.b&projectId=x')
  expect(errors).toEqual(['pairing wc:… failed for wss://relay?auth=…&projectId=x'])
})
