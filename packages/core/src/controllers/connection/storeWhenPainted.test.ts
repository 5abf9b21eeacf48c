import { expect, test } from 'vitest'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

type Page = TestModal & {
  /** Runs the pending frame callbacks and the tasks after them. */
  readonly paint: () => Promise<void>
  readonly window: EventTarget
  readonly stored: () => unknown
}

const connectorId = 'org.example.wallet'

/** A modal with multiple wallets in a page whose frames are painted on demand. */
function openPage(visibilityState: 'visible' | 'hidden' = 'visible'): Page {
  const frames = new Map<number, () => void>()
  const window = Object.assign(new EventTarget(), {
    document: { visibilityState },
    requestAnimationFrame: (run: () => void) => frames.set(frames.size, run).size - 1,
    cancelAnimationFrame: (id: number) => frames.delete(id),
  })
  const world = createTestModal({
    features: { multiWallet: true },
    wallets: [createTestWallet()],
    env: { window: () => window as never },
  })
  return {
    ...world,
    window,
    paint: async () => {
      for (const run of frames.values()) run()
      await world.clock.advance(0)
    },
    stored: () => {
      const text = world.storage.entries.get('latchkey/state')
      return text && JSON.parse(text).data.connections.eip155?.map(({ status }: { status: string }) => status)
    },
  }
}

test('a connection is stored once the frame that shows its address has been painted', async () => {
  const { modal, paint, stored } = openPage()
  await connect(modal, { connectorId })
  expect(stored()).toBeUndefined()
  await paint()
  expect(stored()).toEqual(['active'])
  expect(modal.getState().recentConnectorIds).toEqual([connectorId])
})

test.each<[string, (page: Page) => Promise<void>]>([
  ['when the page is left before the frame', async ({ window }) => void window.dispatchEvent(new Event('pagehide'))],
  ['when the modal is destroyed before the frame', async ({ modal }) => modal.destroy()],
  ['when no frame is painted for 100 ms', ({ clock }) => clock.advance(100)],
])('a connection is stored %s', async (_, end) => {
  const page = openPage()
  await connect(page.modal, { connectorId })
  await end(page)
  expect(page.stored()).toEqual(['active'])
  expect(page.clock.pending()).toBe(0)
})

test('a page in the background stores the connection at once, as it paints no frames', async () => {
  const { modal, stored } = openPage('hidden')
  await connect(modal, { connectorId })
  expect(stored()).toEqual(['active'])
})

test('a connection that ends before the frame is stored as disconnected', async () => {
  const { modal, paint, stored } = openPage()
  await connect(modal, { connectorId })
  await disconnect(modal)
  await paint()
  expect(stored()).toEqual(['disconnected'])
})

test('a storage event from another tab before the frame does not end the connection', async () => {
  const { modal, paint, stored, window } = openPage()
  await connect(modal, { connectorId })
  await paint()
  await disconnect(modal)
  await connect(modal, { connectorId })
  expect(stored()).toEqual(['disconnected'])
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'latchkey/state' }))
  expect(modal.getState().namespaces['eip155']?.connection.status).toBe('connected')
  expect(stored()).toEqual(['active'])
})
