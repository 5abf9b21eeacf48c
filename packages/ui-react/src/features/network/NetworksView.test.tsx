// @vitest-environment happy-dom
import type { Network } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { setActiveNamespace } from '@latchkey/core/controllers/network'
import { close, getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createModal } from '../../createModal.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { fakeChain, testNetwork } from '../../testing/fakeChain.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { NetworksView } from './NetworksView.js'
import { SwitchActiveChainView } from './SwitchActiveChainView.js'

let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const groups = (): readonly (readonly (string | null | undefined)[])[] =>
  [...view.element.querySelectorAll('ul')].map((list) => [
    list.getAttribute('aria-label'),
    ...[...list.querySelectorAll('b')].map(({ textContent }) => textContent),
  ])

describe('NetworksView', () => {
  it('groups networks by namespace, the active one first', async () => {
    open(world.modal, { view: 'Networks' })
    view = await renderView(world.modal, <NetworksView />)
    expect(groups()).toEqual([
      ['EVM', 'Ethereum', 'OP Mainnet'],
      ['Solana', 'Solana'],
      ['Bitcoin', 'Bitcoin'],
    ])
    act(() => setActiveNamespace(world.modal, 'bip122'))
    expect(groups()[0]).toEqual(['Bitcoin', 'Bitcoin'])
    expect(view.element.querySelector('[aria-current=true]')?.textContent).toContain('Bitcoin')
    expect(view.element.querySelectorAll('[aria-current=true]')).toHaveLength(1)
  })

  it('[S3.2] labels known namespaces by name, and others by the name of their adapter', async () => {
    const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'tron'] as const
    const toNetwork = (chainNamespace: (typeof namespaces)[number]): Network => {
      const id = chainNamespace === 'eip155' ? 1 : 'a'.repeat(32)
      return { ...testNetwork, chainNamespace, id, caipNetworkId: `${chainNamespace}:${id}` }
    }
    const adapters = namespaces.map((namespace) => ({
      ...fakeChain(),
      namespace,
      networks: [toNetwork(namespace)],
      display: { name: `Adapter of ${namespace}` },
    }))
    world.modal.destroy()
    world = { ...world, modal: createModal({ adapters, disableAppend: true, env: { storage: () => null } }) }
    world.modal.start()
    open(world.modal, { view: 'Networks' })
    view = await renderView(world.modal, <NetworksView />)
    expect(groups().map(([name]) => name)).toEqual([
      'EVM',
      'Solana',
      'Polkadot',
      'Bitcoin',
      'Cosmos',
      'Adapter of tron',
    ])
  })

  it('lists only networks of the namespace that the modal was opened for', async () => {
    open(world.modal, { view: 'Networks', namespace: 'eip155' })
    view = await renderView(world.modal, <NetworksView />)
    expect(groups()).toEqual([['Choose a network', 'Ethereum', 'OP Mainnet']])
  })

  it('shows all networks when the modal is opened again after a search', async () => {
    const networks = Array.from({ length: 8 }, (_, index): Network => {
      return { ...testNetwork, id: index + 1, caipNetworkId: `eip155:${index + 1}`, name: `Network ${index + 1}` }
    })
    world.modal.destroy()
    const adapters = [{ ...fakeChain(), networks }]
    world = { ...world, modal: createModal({ adapters, disableAppend: true, env: { storage: () => null } }) }
    open(world.modal, { view: 'Networks' })
    view = await renderView(world.modal, <NetworksView />)
    const field = view.element.querySelector('input') as HTMLInputElement
    await typeText(field, 'network 3')
    expect(groups()).toEqual([['Choose a network', 'Network 3']])
    act(() => void close(world.modal))
    // views learn it after a frame
    await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    act(() => open(world.modal, { view: 'Networks' }))
    expect([field.value, groups()[0]?.length]).toEqual(['', 9])
  })

  it('[S2.3] asks before switching to a namespace without a wallet, then shows its wallets in place of that view', async () => {
    await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
    open(world.modal, { view: 'Networks' })
    view = await renderView(world.modal, <NetworksView />)
    await view.press('Solana')
    const route = getRoute(world.modal.getState())
    if (route.view !== 'SwitchActiveChain') throw new Error(`Shows ${route.view}.`)
    await view.render(<SwitchActiveChainView params={route.params} />)
    expect(view.element.querySelector('h3')?.textContent).toContain('Solana')
    await view.press('Switch')
    expect(world.modal.getState().router.stack).toEqual([
      { view: 'Networks', params: undefined },
      { view: 'Connect', params: { namespace: 'solana' } },
    ])
  })
})
