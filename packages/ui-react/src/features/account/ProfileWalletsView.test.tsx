// @vitest-environment happy-dom
import { getConnections, type ModalState, type Route } from '@latchkey/core'
import { connect, startPairing } from '@latchkey/core/controllers/connection'
import { getRoute, open } from '@latchkey/core/internal'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useModalState } from '../../hooks/useModalState.js'
import type { FakeWallet } from '../../testing/createFakeWallet.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ProfileWalletsView } from './ProfileWalletsView.js'

let world: FakeWorld
let view: RenderedView | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
})

afterEach(() => {
  view?.unmount()
  world.modal.destroy()
})

const selectRoute = (state: ModalState): Route => getRoute(state)

/** Renders the view while its route is shown. */
function Routed(): ReactElement | null {
  const route = useModalState(selectRoute)
  return route.view === 'ProfileWallets' ? <ProfileWalletsView params={route.params} /> : null
}

const render = async (): Promise<RenderedView> => {
  open(world.modal, { view: 'ProfileWallets' })
  view = await renderView(world.modal, <Routed />)
  return view
}

const connectWallet = async ({ connector }: FakeWallet): Promise<void> => {
  await connect(world.modal, { connectorId: connector.meta.id })
}

const toast = () => world.modal.getState().toast?.message

const entries = (): readonly string[] =>
  getConnections(world.modal.getState(), 'eip155').map(({ connectorId, status }) => `${connectorId} ${status}`)

describe('ProfileWalletsView', () => {
  it('[S4.4] lists active, connected and disconnected wallets, which can be disconnected and removed', async () => {
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    const { names, press } = await render()
    const shown = names()
    expect(shown).toContain('Disconnect Firefly')
    expect(shown.some((name) => name.includes('Rainbow Switch'))).toBe(true)
    await press('Disconnect Rainbow')
    expect(entries()).toEqual(['eip155.Firefly active', 'eip155.Rainbow disconnected'])
    expect(names().some((name) => name.includes('Rainbow Connect'))).toBe(true)
    expect(toast()).toEqual({ code: 'WALLET_DISCONNECTED' })
    await press('Remove Rainbow from the list')
    expect(entries()).toEqual(['eip155.Firefly active'])
  })

  it('names the namespace that has no wallet', async () => {
    const { element } = await render()
    expect(element.querySelector('.empty')?.textContent).toBe(
      'No EVM wallet connectedConnect one to use this app on EVM.',
    )
  })

  it('shows a paired wallet under its own name', async () => {
    world.modal.destroy()
    world = createFakeWorld({ isPairing: true })
    world.pairing.agree(['eip155'])
    await connect(world.modal, { connectorId: 'walletConnect', namespace: 'eip155' })
    await connectWallet(world.wallets.rainbow)
    const { names, press } = await render()
    expect(names().some((name) => name.includes('Pocket Switch'))).toBe(true)
    await press('Disconnect Pocket')
    expect(names().some((name) => name.includes('Pocket Connect'))).toBe(true)
    expect(names()).toContain('Remove Pocket from the list')
  })

  it('[S4.5] switches to another wallet by connecting it again, and shows a toast', async () => {
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    const { press } = await render()
    await press('Rainbow Switch')
    expect(entries()).toEqual(['eip155.Rainbow active', 'eip155.Firefly connected'])
    expect([world.wallets.rainbow.asked, world.wallets.eip155.asked]).toEqual([2, 1])
    expect(toast()).toEqual({ code: 'WALLET_SWITCHED' })
  })

  it('does not switch wallets if the view is closed in the meantime', async () => {
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    const { element, unmount } = await render()
    const row = element.querySelector<HTMLElement>('.wallet .row')
    await act(async () => {
      row?.click()
      unmount()
    })
    expect([entries(), toast()]).toEqual([['eip155.Firefly active', 'eip155.Rainbow connected'], undefined])
    view = undefined
  })

  it('keeps the active wallet if the other one declines, and shows a toast', async () => {
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    world.wallets.rainbow.declines = 4001
    const { press } = await render()
    await press('Rainbow Switch')
    expect(entries()).toEqual(['eip155.Firefly active', 'eip155.Rainbow connected'])
    expect(toast()).toEqual({ text: 'Connection rejected' })
  })

  it('lists both accounts of a Bitcoin wallet', async () => {
    await connectWallet(world.wallets.bip122)
    const { names } = await render()
    expect(names().filter((name) => name.endsWith('Copy address'))).toEqual([
      expect.stringMatching(/^Payment /),
      expect.stringMatching(/^Ordinals /),
    ])
  })

  it('has a tab per namespace, with arrow-key navigation', async () => {
    await connectWallet(world.wallets.solana)
    const { element } = await render()
    const tabs = [...element.querySelectorAll<HTMLElement>('[role=tab]')]
    const selected = (): string | null | undefined =>
      element.querySelector('[role=tab][aria-selected=true]')?.textContent
    const press = (key: string): void =>
      act(() => {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      })
    expect(tabs.map(({ textContent, tabIndex }) => [textContent, tabIndex])).toEqual([
      ['EVM', -1],
      ['Solana', 0],
      ['Bitcoin', -1],
    ])
    tabs[1]?.focus()
    press('ArrowRight')
    expect([selected(), document.activeElement]).toEqual(['Bitcoin', tabs[2]])
    press('ArrowRight')
    expect([selected(), document.activeElement]).toEqual(['EVM', tabs[0]])
    press('End')
    expect(selected()).toBe('Bitcoin')
    press('Home')
    expect(selected()).toBe('EVM')
    const panel = element.querySelector('[role=tabpanel]')
    expect(panel?.getAttribute('aria-labelledby')).toBe(tabs[0]?.id)
    // kept in the route, so that Back restores it
    expect(getRoute(world.modal.getState()).params).toEqual({ namespace: 'eip155' })
  })

  it('adds a wallet of the selected namespace', async () => {
    await connectWallet(world.wallets.eip155)
    const { press, element } = await render()
    await press('Solana')
    expect(element.textContent).toContain('No Solana wallet connected')
    await press('Add wallet')
    expect(getRoute(world.modal.getState())).toEqual({ view: 'Connect', params: { namespace: 'solana' } })
  })

  describe('a wallet that is connected on several namespaces', () => {
    const row = (): string | null | undefined => view?.element.querySelector('.wallet b')?.parentElement?.textContent
    const lines = (): (string | undefined)[] =>
      [...(view?.element.querySelectorAll<HTMLElement>('.active .line') ?? [])].map(({ title }) => title)
    const statuses = (): readonly string[] =>
      getConnections(world.modal.getState()).map(({ namespace, connectorId, status }) =>
        [namespace, connectorId.split('.').at(-1), status].join(' '),
      )

    it('is listed once, with all its addresses', async () => {
      await connectWallet(world.wallets.solana)
      await connectWallet(world.wallets.eip155)
      await render()
      expect(view?.element.querySelectorAll('.active, .wallet')).toHaveLength(1)
      expect(lines()).toEqual(['eip155-Firefly-eoa', 'solana-Firefly-eoa'])
      await connectWallet(world.wallets.rainbow)
      await view?.render(<Routed />)
      expect(view?.element.querySelectorAll('.active, .wallet')).toHaveLength(2)
      expect(row()).toContain('Firefly · Solana sol')
    })

    it('is disconnected on all namespaces with one click, and removed with another', async () => {
      await connectWallet(world.wallets.solana)
      await connectWallet(world.wallets.eip155)
      await connectWallet(world.wallets.rainbow)
      const { press } = await render()
      await press('Disconnect Firefly')
      expect(statuses()).toEqual([
        'eip155 Rainbow active',
        'eip155 Firefly disconnected',
        'solana Firefly disconnected',
      ])
      await press('Remove Firefly from the list')
      expect(statuses()).toEqual(['eip155 Rainbow active'])
    })

    it('stays in the list if its button is double-clicked', async () => {
      await connectWallet(world.wallets.solana)
      await connectWallet(world.wallets.rainbow)
      await connectWallet(world.wallets.eip155)
      const { element } = await render()
      for (const detail of [1, 2])
        await act(async () => {
          const button = element.querySelector('[aria-label="Disconnect Rainbow"], [aria-label^="Remove Rainbow"]')
          button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
        })
      expect(statuses()).toContain('eip155 Rainbow disconnected')
    })

    it('can be active on one namespace or on both, beside another wallet', async () => {
      await connectWallet(world.wallets.solana)
      await connectWallet(world.wallets.eip155)
      await connectWallet(world.wallets.rainbow)
      const { press } = await render()
      expect(statuses()).toEqual(['eip155 Rainbow active', 'eip155 Firefly connected', 'solana Firefly active'])
      await press('Firefly · Solana solana…-eoa Switch')
      expect(statuses()).toEqual(['eip155 Firefly active', 'eip155 Rainbow connected', 'solana Firefly active'])
    })

    it('is listed once, with a single Disconnect button, if it is paired with one session', async () => {
      world.modal.destroy()
      world = createFakeWorld({ isPairing: true })
      const pairing = startPairing(world.modal)
      await vi.waitFor(() => expect(world.pairing.requests).toHaveLength(1))
      world.pairing.agree(['eip155', 'solana'])
      await pairing
      const { names, press } = await render()
      expect(view?.element.querySelectorAll('.active, .wallet')).toHaveLength(1)
      expect(lines()).toHaveLength(2)
      expect(names().filter((name) => name.startsWith('Disconnect'))).toEqual(['Disconnect Pocket'])
      await press('Disconnect Pocket')
      expect(statuses()).toEqual(['eip155 walletConnect disconnected', 'solana walletConnect disconnected'])
      expect(world.modal.getState().modal.open).toBe(false)
    })
  })

  it('continues with another namespace when the active one has no wallet left', async () => {
    await connectWallet(world.wallets.solana)
    await connectWallet(world.wallets.rainbow)
    const { press } = await render()
    await press('Disconnect Rainbow')
    expect(world.modal.getState()).toMatchObject({ activeNamespace: 'solana', modal: { open: true } })
  })

  it('closes when the last wallet is disconnected', async () => {
    await connectWallet(world.wallets.eip155)
    const { press } = await render()
    await press('Disconnect Firefly')
    expect(world.modal.getState()).toMatchObject({ activeNamespace: 'eip155', modal: { open: false } })
  })

  it('disconnects all wallets at once, and closes', async () => {
    for (const wallet of Object.values(world.wallets)) await connectWallet(wallet)
    const { press } = await render()
    await press('Disconnect all')
    const { namespaces, modal } = world.modal.getState()
    expect(Object.values(namespaces).map(({ connection }) => connection.status)).toEqual(Array(3).fill('disconnected'))
    expect(modal.open).toBe(false)
  })

  it('has no tabs and keeps other namespaces connected if it was opened for one namespace', async () => {
    await connectWallet(world.wallets.solana)
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    open(world.modal, { view: 'ProfileWallets', namespace: 'eip155' })
    view = await renderView(world.modal, <Routed />)
    expect(view.element.querySelector('[role=tab]')).toBeNull()
    await view.press('Disconnect all')
    const { namespaces } = world.modal.getState()
    expect([namespaces.eip155?.connection.status, namespaces.solana?.connection.status]).toEqual([
      'disconnected',
      'connected',
    ])
  })

  it('offers only to change the wallet if multiWallet is off', async () => {
    world.modal.destroy()
    world = createFakeWorld({ features: { multiWallet: false } })
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    const { names, press } = await render()
    expect(names().filter((name) => /Switch|Remove|Add wallet/.test(name))).toEqual([])
    expect(names()).toContain('Change wallet')
    await press('Solana')
    expect(names()).toContain('Connect')
  })
})
