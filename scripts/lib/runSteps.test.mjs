import { expect, test, vi } from 'vitest'
import { formatSteps, runSteps } from './runSteps.mjs'

test('continues after a failure, except with steps that need the failed one', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const results = await runSteps([
    { name: 'browser', run: () => Promise.reject(new Error('no browser')) },
    { name: 'unit tests', run: async () => true },
    { name: 'browser tests', needs: ['browser'], run: async () => true },
    { name: 'conformance', needs: ['unit tests', 'browser tests'], run: async () => true },
  ])
  expect(results.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
    'browser: FAILED',
    'unit tests: ok',
    'browser tests: not run',
    'conformance: not run',
  ])
  expect(formatSteps([{ name: 'build', outcome: 'ok', duration: 61_400 }])).toBe('build  ok  1 min 1 s')
})
