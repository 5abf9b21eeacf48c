import type { Alert } from '@latchkey/core'
import { createTestContext } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { reportTimeout } from './createRemote.js'

function setUp(debug: boolean) {
  const alerts: Alert[] = []
  const context = createTestContext()
  const [onTimeout, barLogins] = [vi.fn(), vi.fn()]
  const own = {
    ...context,
    barLogins,
    showAlert: (alert: Alert) => void alerts.push(alert),
    options: { ...context.options, debug },
  }
  return { alerts, onTimeout, barLogins, report: reportTimeout(own, onTimeout) }
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

test('[S6.3] [S8.22] a page that the site rejects offers no logins any more; any other failure can be retried', () => {
  const { barLogins, report } = setUp(false)
  report('iframe_load_failed')
  report('iframe_request_timeout')
  expect(barLogins).not.toHaveBeenCalled()
  report('unverified_domain')
  expect(barLogins).toHaveBeenCalledOnce()
})

test('without debug the app alone is told', () => {
  const { alerts, onTimeout, report } = setUp(false)
  report('iframe_load_failed')
  expect(alerts).toEqual([])
  expect(onTimeout).toHaveBeenCalledOnce()
})
