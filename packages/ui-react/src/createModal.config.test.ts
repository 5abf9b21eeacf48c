// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createModal } from './createModal.js'
import { defineElement } from './element/defineElement.js'
import { fakeChain } from './testing/fakeChain.js'
import type { UiModal } from './uiModal.js'

let requests: string[]
let modal: UiModal
// happy-dom gives no new life to elements that were there before
beforeAll(defineElement)
beforeEach(() => {
  requests = []
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => {
  modal.destroy()
  vi.unstubAllGlobals()
})

/** A modal whose project sets that there are no swaps. */
function create(options: { readonly prefetch?: boolean } = {}): UiModal {
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

test('the settings of the project are read when the pointer comes near, not before, and hold when they are there', async () => {
  const { getState, start, prefetch } = create()
  start()
  await vi.dynamicImportSettled()
  expect([requests, getState().features.swaps]).toEqual([[], true])
  prefetch()
  await vi.waitFor(() => expect(getState().features).toMatchObject({ swaps: false, activity: true }), 10_000)
  expect(requests.filter((path) => path === '/v1/config')).toHaveLength(1)
})

test('with the option prefetch they are read with the start', async () => {
  const { getState, start } = create({ prefetch: true })
  expect(requests).toEqual([])
  start()
  await vi.waitFor(() => expect(getState().features.swaps).toBe(false), 10_000)
})

test('opening reads them where the pointer never came near', async () => {
  const { getState, open } = create()
  await open()
  expect(getState().modal.open).toBe(true)
  await vi.waitFor(() => expect(getState().features.swaps).toBe(false), 10_000)
})
