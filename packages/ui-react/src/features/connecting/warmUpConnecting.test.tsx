// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { warmUpConnecting } from './warmUpConnecting.js'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('connects a made-up wallet five times, each with a button of its own, and leaves nothing in the page', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const rendered = vi.spyOn(document, 'createElement')
  const warn = vi.spyOn(console, 'warn')
  await Promise.all([warmUpConnecting(), warmUpConnecting()])
  const names = rendered.mock.calls.map(([name]) => name)
  // one button per connection, and what it shows of the account
  expect(names.filter((name) => name === 'button')).toHaveLength(5)
  expect(names.filter((name) => name === 'span').length).toBeGreaterThan(1)
  expect([document.body.innerHTML, localStorage.length, sessionStorage.length]).toEqual(['', 0, 0])
  expect(fetch).not.toHaveBeenCalled()
  expect(warn).not.toHaveBeenCalled()
})
