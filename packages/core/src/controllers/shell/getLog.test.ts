import { afterEach, expect, test, vi } from 'vitest'
import type { PluginContext } from '../../contracts/adapter.js'
import { RelayUnreachableError } from '../../errors/pairing.js'
import { internals } from '../../modal/modal.js'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { getLog } from './telemetry.js'

afterEach(() => vi.restoreAllMocks())

/** Creates a modal with a plugin, and returns what the plugin got. */
function setUp(): TestModal & { readonly context: PluginContext } {
  let context: PluginContext | undefined
  const world = createTestModal({
    plugins: [
      {
        kind: 'auth',
        apiVersion: 1,
        name: 'example',
        setup(given) {
          context = given
          throw new TypeError('not now')
        },
      },
    ],
  })
  if (!context) throw new Error('The plugin was not set up.')
  return { ...world, context }
}

test('[S9.12] returns the modal’s warnings and its plugins’ log entries with the time, without personal data', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { modal, context } = setUp()
  const time = new Date(modal.env.now()).toISOString()
  context.warn(new RelayUnreachableError({ cause: new Error('no socket for ann@shop.example') }))
  context.log('WalletConnect: socket closed')
  modal[internals].warn('a text')
  modal[internals].warn({ odd: true })
  expect(getLog(modal)).toEqual([
    `${time} TypeError: not now`,
    expect.stringMatching(/RELAY_UNREACHABLE: .+\nCause: no socket for \[email\]$/),
    `${time} WalletConnect: socket closed`,
    `${time} a text`,
    `${time} A thrown object`,
  ])
})

test('[S9.12] keeps the newest megabyte', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { modal, context } = setUp()
  for (let index = 0; index < 2_000; index++) context.log(`${index}${' x'.repeat(500)}`)
  const lines = getLog(modal)
  const size = lines.join('').length
  expect(size).toBeLessThanOrEqual(1_048_576)
  expect(size).toBeGreaterThan(1_000_000)
  expect(lines.at(-1)).toMatch(/Z 1999 /)
})
