import type { Alert } from '@latchkey/core'
import { createTestContext } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { reportTimeout } from './createRemote.js'

function setUp(debug: boolean) {
  const alerts: Alert[] = []
  const context = createTestContext()
  const onTimeout = vi.fn()
  const own = {
    ...context,
    showAlert: (alert: Alert) => void alerts.push(alert),
    options: { ...context.options, debug },
  }
  return { alerts, onTimeout, report: reportTimeout(own, onTimeout) }
}

test.each([
  ['[S8.20]', 'iframe_load_failed', 'Network Error'],
  ['[S8.21]', 'iframe_request_timeout', 'Embedded Wallet Request Timed Out'],
  ['[S8.22]', 'unverified_domain', 'Unverified Domain'],
] as const)('%s %s is told to the app, and to the developer as "%s"', (_, reason, title) => {
  const { alerts, onTimeout, report } = setUp(true)
  report(reason)
  expect(alerts).toMatchObject([{ level: 'error', title }])
  expect(onTimeout.mock.calls).toEqual([[reason]])
})

test('without debug the app alone is told', () => {
  const { alerts, onTimeout, report } = setUp(false)
  report('iframe_load_failed')
  expect(alerts).toEqual([])
  expect(onTimeout).toHaveBeenCalledOnce()
})
