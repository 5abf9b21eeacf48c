import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { providePostgres } from '@latchkey/devnet'
import { expect, onTestFinished, test, vi } from 'vitest'

const sleep = vi.hoisted(() => vi.fn(() => new Promise<void>((resolve) => setImmediate(resolve))))
vi.mock('node:timers/promises', () => ({ setTimeout: sleep }))

test('the checks of a connection take no memory, however long it lasts', async () => {
  // other tests of this process have loaded the module with real timers, and get it with them again
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  const { listenToChannel } = await import('./channel.js')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const postgres = await providePostgres({ databases: ['kit'] })
  onTestFinished(postgres.stop)
  const { isListening, stop } = listenToChannel({
    url: postgres.urls['kit'] ?? '',
    applicationName: 'kit',
    channel: 'kit',
    onNotification: () => undefined,
    onListening: async () => undefined,
    warn: () => undefined,
  })
  const readAfter = async (checks: number): Promise<number> => {
    sleep.mockClear()
    await vi.waitFor(() => expect(sleep.mock.calls.length).toBeGreaterThan(checks), { timeout: 60_000, interval: 10 })
    sleep.mockClear()
    collect()
    return process.memoryUsage().heapUsed
  }
  try {
    const before = await readAfter(1_000)
    expect(((await readAfter(10_000)) - before) / 10_000).toBeLessThan(100)
    expect(isListening()).toBe(true)
  } finally {
    await stop()
  }
})
