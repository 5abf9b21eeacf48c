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
] as const)('%s reports %s to the app, and to the developer as "%s"', (_, reason, title) => {
  const { alerts, onTimeout, report } = setUp(true)
  report(reason)
  expect(alerts).toMatchObject([{ level: 'error', title }])
  expect(onTimeout.mock.calls).toEqual([[reason]])
})

test('[S6.3] [S8.22] disables logins if the site rejects the domain, but not after any other failure', () => {
  const { barLogins, report } = setUp(false)
  report('iframe_load_failed')
  report('iframe_request_timeout')
  expect(barLogins).not.toHaveBeenCalled()
  report('unverified_domain')
  expect(barLogins).toHaveBeenCalledOnce()
})

test('notifies only the app, without an alert, if debug is off', () => {
  const { alerts, onTimeout, report } = setUp(false)
  report('iframe_load_failed')
  expect(alerts).toEqual([])
  expect(onTimeout).toHaveBeenCalledOnce()
})
