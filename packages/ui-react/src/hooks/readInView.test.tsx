// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OnRampProvidersView } from '../features/onramp/OnRampProvidersView.js'
import { AllWalletsView } from '../features/wallets/AllWalletsView.js'
import { GetWalletView } from '../features/wallets/GetWalletView.js'
import { createFakeWorld } from '../testing/createFakeWorld.js'
import { renderView } from '../testing/renderView.js'
import { readInView } from './useShell.js'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([
  ['GetWallet', GetWalletView],
  ['AllWallets', AllWalletsView],
  ['OnRampProviders', OnRampProvidersView],
] as const)('%s causes no warning and no unhandled rejection if its modal is destroyed', async (_, View) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal } = createFakeWorld({ debug: true })
  modal.destroy()
  // an unhandled rejection would fail the test
  const view = await renderView(modal, <View params={undefined} />)
  expect(warn).not.toHaveBeenCalled()
  view.unmount()
})

it('logs a failure for the developer while the modal is alive', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal } = createFakeWorld({ debug: true })
  readInView(modal, Promise.reject(new Error('down')))
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
  modal.destroy()
})
