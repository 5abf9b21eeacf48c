// @vitest-environment happy-dom
import { internals, type OpenRequest, type ViewName } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { socialNames } from '../primitives/SocialMark.js'
import { createViewLoader } from '../router/createViewLoader.js'
import { Router } from '../router/Router.js'
import { createFakeChainService } from '../testing/createFakeChainService.js'
import { createFakePurse } from '../testing/createFakePurse.js'
import { createFakeSwapWorld } from '../testing/createFakeSwaps.js'
import { createFakeWorld } from '../testing/createFakeWorld.js'
import { findLiterals } from '../testing/findLiterals.js'
import { pseudoTexts } from '../testing/pseudoTexts.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import type { UiModal } from '../uiModal.js'

/** Names used in the test that are not in the state. */
const data = ['eip155-Firefly-eoa', 'eip1', '-eoa', ...Object.values(socialNames)]

/** The names of wallets, networks, tokens and sites, anywhere in the state. */
function findNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' ? (key === 'name' || key === 'symbol' ? [item] : []) : findNames(item),
  )
}

let modal: UiModal
let view: RenderedView

// the first load takes longer than a test waits
beforeAll(() => Promise.all([import('../features/login/index.js'), import('../features/settings/index.js')]))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  view.unmount()
  modal.destroy()
})

/** Shows a view and its title in the pseudo language, and returns the texts that are not translated. */
async function show(shown: UiModal, request: OpenRequest): Promise<readonly string[]> {
  modal = shown
  modal.ui.texts = pseudoTexts
  vi.spyOn(modal[internals], 'warn').mockImplementation(() => {})
  const loader = createViewLoader({ adoptStyles: () => {}, getFeatures: () => modal.getState().features })
  open(modal, request)
  await loader.load(request.view as ViewName)
  view = await renderView(modal, <Router loader={loader} />)
  await act(() => vi.dynamicImportSettled())
  // the view itself is shown, and not just a placeholder
  expect(view.element.querySelector('.view')?.getAttribute('aria-busy')).toBe('false')
  expect(view.element.textContent).toContain('⟦')
  return findLiterals(view.element, [...data, ...findNames(modal.getState())])
}

async function createConnected(): Promise<UiModal> {
  const service = createFakeChainService()
  service.answers['/balance'] = {
    balances: [{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '1.5' } }],
  }
  const world = createFakeWorld({
    isPairing: true,
    isEmbedded: true,
    services: { blockchainApi: service.url },
    env: { storage: () => null, fetch: service.fetch },
  })
  await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
  return world.modal
}

describe('no view has hard-coded texts', () => {
  it.each<OpenRequest>([
    { view: 'Connect' },
    { view: 'WhatIsAWallet' },
    { view: 'GetWallet' },
    { view: 'AllWallets' },
    { view: 'ConnectingExternal', arguments: { connectorId: 'eip155.Firefly' } },
    { view: 'ConnectingWalletConnect' },
    { view: 'Networks' },
    { view: 'ProfileWallets' },
    { view: 'EmailLogin' },
    { view: 'ConnectSocials' },
    { view: 'ConnectingSocial', arguments: { provider: 'google' } },
    { view: 'ConnectingFarcaster' },
    { view: 'EmailVerifyOtp' },
    { view: 'EmailVerifyDevice' },
    { view: 'ConnectingWalletConnectBasic' },
    { view: 'ConnectingMultiChain', arguments: { connectorId: 'Firefly' } },
  ])('$view, disconnected', async (request) => {
    const world = createFakeWorld({ isPairing: true, isEmbedded: true })
    expect(await show(world.modal, request)).toEqual([])
  })

  it.each<OpenRequest>([
    { view: 'Account' },
    { view: 'AccountSettings' },
    { view: 'Networks' },
    { view: 'ProfileWallets' },
    { view: 'SwitchNetwork', arguments: { caipNetworkId: 'eip155:1' } },
    { view: 'UnsupportedChain' },
    { view: 'WalletReceive' },
    { view: 'WalletCompatibleNetworks' },
    { view: 'Transactions' },
    { view: 'FundWallet' },
    { view: 'OnRampProviders' },
    { view: 'OnRampAmount' },
    { view: 'RegisterAccountName' },
    { view: 'SmartSessions' },
    { view: 'BuyInProgress' },
    { view: 'RegisterAccountNameSuccess' },
    { view: 'UpdateEmailWallet' },
    { view: 'ApproveTransaction' },
    { view: 'SIWXSignMessage' },
  ])('$view, connected', async (request) => {
    expect(await show(await createConnected(), request)).toEqual([])
  })

  it.each<OpenRequest>([{ view: 'WalletSend', arguments: { amount: '1' } }, { view: 'WalletSendSelectToken' }])(
    '$view',
    async (request) => {
      expect(await show((await createFakePurse()).modal, request)).toEqual([])
    },
  )

  it.each<OpenRequest>([
    { view: 'Swap', arguments: { amount: '1', fromToken: 'ETH', toToken: 'USDL' } },
    { view: 'SwapSelectToken', arguments: { side: 'to' } },
    { view: 'SwapPreview' },
  ])('$view', async (request) => {
    expect(await show((await createFakeSwapWorld()).modal, request)).toEqual([])
  })
})

it('findLiterals finds only untranslated texts', () => {
  const element = document.createElement('div')
  element.innerHTML =
    '<p>⟦By <b>⟦terms⟧</b> of Firefly⟧ Firefly 0.5 OK</p><input placeholder="Search" aria-label="⟦Find⟧">'
  expect(findLiterals(element, ['Firefly'])).toEqual(['OK', 'Search'])
})
