// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createModal } from './createModal.js'
import { defineElement } from './element/defineElement.js'
import { fakeChain } from './testing/fakeChain.js'
import type { CreateModalOptions, UiModal } from './uiModal.js'

let requests: string[]
let modal: UiModal
// happy-dom does not upgrade elements that already exist
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

/** Creates a modal whose project settings turn swaps off. */
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

test('fetches the project settings once on prefetch, not at start, and applies them', async () => {
  const { getState, start, prefetch } = create()
  start()
  await vi.dynamicImportSettled()
  expect([requests, getState().features.swaps]).toEqual([[], true])
  prefetch()
  await vi.waitFor(() => expect(getState().features).toMatchObject({ swaps: false, activity: true }), 10_000)
  expect(requests.filter((path) => path === '/v1/config')).toHaveLength(1)
})

test('renders the closed modal when the page is idle, without requests to any service', async () => {
  const { getElement, start } = create()
  start()
  await vi.waitFor(() => expect(getElement()?.shadowRoot?.querySelector('dialog')).toBeTruthy(), 10_000)
  expect(requests).toEqual([])
})

test.each(['hover', false] as const)('renders nothing on an idle page with prefetch %s', async (prefetch) => {
  const { getElement, start } = create({ prefetch })
  start()
  await idle()
  expect(getElement()?.shadowRoot).toBeNull()
})

test('with prefetch false, a hover neither renders nor requests anything', async () => {
  const { getElement, prefetch } = create({ prefetch: false })
  prefetch()
  await idle()
  expect([getElement()?.shadowRoot, requests]).toEqual([null, []])
})

test.each([{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }])(
  'renders nothing on an idle page in data-saving mode or on a slow connection: %j',
  async (connection) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }))
    const { getElement, start } = create()
    start()
    await idle()
    expect(getElement()?.shadowRoot).toBeNull()
  },
)

test('fetches and applies the project settings on opening if they were not prefetched', async () => {
  const { getState, open } = create()
  await open()
  expect(getState().modal.open).toBe(true)
  await vi.waitFor(() => expect(getState().features.swaps).toBe(false), 10_000)
})
