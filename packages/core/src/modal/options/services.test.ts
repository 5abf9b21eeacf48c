import { expect, test } from 'vitest'
import { optionsOf } from './check.js'
import { optionChecks } from './checks.js'

const problemsOf = (options: Record<string, unknown>): readonly string[] => optionsOf(optionChecks)(options, '')

test('services.config, services.analytics and telemetry must be web URLs', () => {
  expect(problemsOf({ services: { config: 'ftp://a.example', analytics: 'a.example' }, telemetry: 'on' })).toEqual([
    'services.config must be an http or https URL',
    'services.analytics must be an http or https URL',
    'telemetry must be an http or https URL',
  ])
})

test.each([true, false, 'https://reports.example.org'])('telemetry can be %s', (telemetry) => {
  expect(problemsOf({ telemetry })).toEqual([])
})
