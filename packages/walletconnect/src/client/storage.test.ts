import { createTestClock, createTestContext, createTestPage } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { chooseStorage, createMemoryStorage } from './storage.js'

type Request = { onerror?: () => void; onsuccess?: () => void; readonly error?: Error; readonly result?: unknown }

function setUp(open: (name: string) => Request) {
  const page = Object.assign(createTestPage(), { indexedDB: { open, deleteDatabase: vi.fn() } })
  const clock = createTestClock()
  const context = createTestContext({ page, env: clock })
  return { clock, context, page, choose: () => chooseStorage(context, undefined) }
}

test('what the app gives is used', async () => {
  const own = createMemoryStorage()
  expect(await chooseStorage(createTestContext(), own)).toBe(own)
})

test('IndexedDB is left to the client where it opens, and nothing is left of the trial', async () => {
  const close = vi.fn()
  const request: Request = { result: { close } }
  const { choose, context, page, clock } = setUp(() => {
    queueMicrotask(() => request.onsuccess?.())
    return request
  })
  expect(await choose()).toBeUndefined()
  expect(close).toHaveBeenCalledOnce()
  expect(page.indexedDB.deleteDatabase).toHaveBeenCalledWith('latchkey-probe')
  expect(context.warnings).toEqual([])
  expect(clock.pending()).toBe(0)
})

const denied = new Error('denied')

for (const [name, open] of [
  [
    'refuses',
    () => {
      const request: Request = { error: denied }
      queueMicrotask(() => request.onerror?.())
      return request
    },
  ],
  [
    'throws',
    (): Request => {
      throw denied
    },
  ],
] as const)
  test(`memory is used, with one warning, where the browser ${name}`, async () => {
    const { choose, context } = setUp(open)
    const storage = await choose()
    await storage?.setItem('a', { b: 1 })
    expect(await storage?.getItem('a')).toEqual({ b: 1 })
    expect(context.warnings).toEqual([expect.objectContaining({ code: 'STORAGE_UNAVAILABLE', cause: denied })])
  })

test('a browser that does not answer is waited for two seconds', async () => {
  const { choose, context, clock } = setUp(() => ({}))
  const choosing = choose()
  await clock.advance(2_000)
  expect(await choosing).toBeDefined()
  expect(context.warnings).toHaveLength(1)
})

test('a page without storage pairs all the same', async () => {
  const rig = await createRig({ storage: undefined, options: { storage: undefined } })
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  expect(rig.warnings).toEqual([expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' })])
})
