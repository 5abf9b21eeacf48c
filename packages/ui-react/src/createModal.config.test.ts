// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createModal } from './createModal.js'
import { defineElement } from './element/defineElement.js'
import { fakeChain } from './testing/fakeChain.js'
import type { CreateModalOptions, UiModal } from './uiModal.js'

let requests: string[]
let modal: UiModal
// happy-dom gives no new life to elements that were there before
beforeAll(defineElement)
beforeEach(() => {
  requests = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => {
  modal.destroy()
  vi.unstubAllGlobals()
})

/** A modal whose project sets that there are no swaps. */
function create(options: Pick<CreateModalOptions, 'prefetch'> = {}): UiModal {
  modal = createModal({
    adapters: [fakeChain()],
    projectId: 'shop',
    features: { email: false, socials: false },
    services: { config: 'https://config.example.org', wallets: 'https://wallets.example.org' },
    env: {
      fetch: async (input) => {
        requests.push(new URL(String(input)).pathname)
        return Response.json({ features: [{ id: 'activity', isEnabled: true }] })
      },
    },
    ...options,
  })
  return modal
}

/** Waits for longer than an idle page takes to load and render the modal. */
const idle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 500))

test('the settings of the project are read when the pointer comes near, not before, and hold when they are there', async () => {
  const { getState, start, prefetch } = create()
  start()
  await vi.dynamicImportSettled()
  expect([requests, getState().features.swaps]).toEqual([[], true])
  prefetch()
  await vi.waitFor(() => expect(getState().features).toMatchObject({ swaps: false, activity: true }), 10_000)
  expect(requests.filter((path) => path === '/v1/config')).toHaveLength(1)
})

test('an idle page renders the closed modal, and asks no service', async () => {
  const { getElement, start } = create()
  start()
  await vi.waitFor(() => expect(getElement()?.shadowRoot?.querySelector('dialog')).toBeTruthy(), 10_000)
  expect(requests).toEqual([])
})

test.each(['hover', false] as const)('with prefetch %s it renders nothing before', async (prefetch) => {
  const { getElement, start } = create({ prefetch })
  start()
  await idle()
  expect(getElement()?.shadowRoot).toBeNull()
})

test('with prefetch false neither does a hover', async () => {
  const { getElement, prefetch } = create({ prefetch: false })
  prefetch()
  await idle()
  expect([getElement()?.shadowRoot, requests]).toEqual([null, []])
})

test.each([{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }])(
  'nor does an idle page where data is precious: %j',
  async (connection) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }))
    const { getElement, start } = create()
    start()
    await idle()
    expect(getElement()?.shadowRoot).toBeNull()
  },
)

test('opening reads them where the pointer never came near', async () => {
  const { getState, open } = create()
  await open()
  expect(getState().modal.open).toBe(true)
  await vi.waitFor(() => expect(getState().features.swaps).toBe(false), 10_000)
})
