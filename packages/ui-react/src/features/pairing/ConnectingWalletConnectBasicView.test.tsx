// @vitest-environment happy-dom
import { getRoute } from '@latchkey/core/internal'
import { createTestPairing, type TestPairing } from '@latchkey/testing/connectors'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createModal } from '../../createModal.js'
import { createFakeWalletList } from '../../testing/createFakeWalletList.js'
import { testNetwork } from '../../testing/fakeChain.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import type { UiModal } from '../../uiModal.js'
import { ConnectingWalletConnectBasicView } from './ConnectingWalletConnectView.js'

const wallets = Array.from({ length: 12 }, (_, index) => ({
  id: `w${index}`,
  name: `Wallet ${index}`,
  mobile_link: `wallet${index}://`,
}))

let modal: UiModal
let pairing: TestPairing
let view: RenderedView

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  pairing = createTestPairing()
  const list = createFakeWalletList(wallets)
  modal = createModal({
    adapters: [{ ...pairing.plugin, networks: [testNetwork] }],
    disableAppend: true,
    env: { storage: () => null, fetch: list.fetch },
    services: { wallets: list.url },
  })
})

afterEach(() => {
  view.unmount()
  modal.destroy()
})

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

it('[S2.8] opens if the app has no adapter, with a QR code for any wallet and a link to all wallets', async () => {
  await modal.open()
  expect(getRoute(modal.getState()).view).toBe('ConnectingWalletConnectBasic')
  view = await renderView(modal, <ConnectingWalletConnectBasicView />)
  await act(async () => pairing.show({ uri: `wc:${'7f'.repeat(32)}@2?symKey=1`, expiresAt: Date.now() + 240_000 }))
  await settled(() => expect(view.element.querySelector('.qr path')).not.toBeNull())
  await settled(() => expect(view.element.textContent).toContain('All wallets10+'))
  await act(async () => pairing.agree(['eip155']))
  await settled(() => expect(modal.getState().namespaces.eip155?.connection.status).toBe('connected'))
  expect(modal.getState().modal.open).toBe(false)
})

it('opens AllWallets, and aborts the pairing', async () => {
  await modal.open()
  view = await renderView(modal, <ConnectingWalletConnectBasicView />)
  await view.press('All wallets')
  expect(getRoute(modal.getState()).view).toBe('AllWallets')
  expect(pairing.requests[0]?.signal.aborted).toBe(true)
})

it('shows the error, and keeps the link to all wallets', async () => {
  await modal.open()
  view = await renderView(modal, <ConnectingWalletConnectBasicView />)
  await act(async () => pairing.fail(Object.assign(new Error('Declined.'), { code: 4001 })))
  await settled(() => expect(view.element.querySelector('[role=status]')?.textContent).toContain('Connection rejected'))
  expect(view.names()).toContain('All wallets')
})
