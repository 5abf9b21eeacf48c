// @vitest-environment happy-dom
import type { ModalState, Route, WalletListing } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useModalState } from '../../hooks/useModalState.js'
import { createFakeWalletList } from '../../testing/createFakeWalletList.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { WhatIsAWalletView } from '../connect/WhatIsAWalletView.js'
import { DownloadsView } from './DownloadsView.js'
import { GetWalletView } from './GetWalletView.js'

const wallets: readonly WalletListing[] = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm', 'Fir'].map((name, order) => ({
  id: name.toLowerCase(),
  name,
  order,
  mobile_link: `${name.toLowerCase()}://`,
  homepage: `https://${name.toLowerCase()}.example`,
  app_store: name === 'Birch' ? 'javascript:alert(1)' : `https://apps.example/${name}`,
}))

let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const list = createFakeWalletList(wallets)
  world = createFakeWorld({ env: { storage: () => null, fetch: list.fetch }, services: { wallets: list.url } })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const selectRoute = (state: ModalState): Route => getRoute(state)

/** The views for users without a wallet. */
function Routed(): ReactElement | null {
  const route = useModalState(selectRoute)
  if (route.view === 'WhatIsAWallet') return <WhatIsAWalletView />
  if (route.view === 'GetWallet') return <GetWalletView />
  return route.view === 'Downloads' ? <DownloadsView params={route.params} /> : null
}

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const links = (): readonly (string | null)[] =>
  [...view.element.querySelectorAll('a')].map((link) => link.getAttribute('href'))

describe('a user without a wallet', () => {
  it('gets an explanation, a choice of wallets, and only safe download links', async () => {
    open(world.modal, { view: 'WhatIsAWallet' })
    view = await renderView(world.modal, <Routed />)
    expect(view.element.querySelectorAll('h3')).toHaveLength(3)
    await view.press('Get a wallet')
    await settled(() => expect(view.names()).toEqual(['Ash', 'Birch', 'Cedar', 'Date', 'Explore all wallets']))

    await view.press('Ash')
    expect(view.element.querySelector('h3')?.textContent).toBe('Get Ash')
    expect(links()).toEqual(['https://apps.example/Ash', 'https://ash.example/'])
    expect([...view.element.querySelectorAll('a')].map(({ target, rel }) => [target, rel])).toEqual([
      ['_blank', 'noopener noreferrer'],
      ['_blank', 'noopener noreferrer'],
    ])

    act(() => goBack(world.modal))
    await view.press('Birch')
    expect(links()).toEqual(['https://birch.example/'])
  })

  it('gets a link to all wallets', async () => {
    open(world.modal, { view: 'GetWallet' })
    view = await renderView(world.modal, <Routed />)
    await view.press('Explore all wallets')
    expect(getRoute(world.modal.getState()).view).toBe('AllWallets')
  })

  it('sees a notice if no download link of a wallet is known', async () => {
    open(world.modal, { view: 'Downloads', arguments: { walletId: 'gone' } })
    view = await renderView(world.modal, <Routed />)
    expect(links()).toEqual([])
    await settled(() => expect(view.element.textContent).toContain("We don't have a download link for this wallet."))
  })
})
