import { expect, test, vi } from 'vitest'
import { reportTimeout } from './reportTimeout.js'

test.each([
  ['iframe_load_failed', 'FRAME_LOAD_FAILED'],
  ['iframe_request_timeout', 'FRAME_REQUEST_TIMED_OUT'],
  ['unverified_domain', 'UNVERIFIED_DOMAIN'],
] as const)('%s is an alert for the developer, and told to the app', (reason, code) => {
  const [alert, onTimeout] = [vi.fn(), vi.fn()]
  reportTimeout({ alert }, onTimeout)(reason)
  expect(alert.mock.calls).toEqual([[code]])
  expect(onTimeout.mock.calls).toEqual([[reason]])
  reportTimeout({ alert })(reason)
  expect(alert).toHaveBeenCalledTimes(2)
})
