// @vitest-environment happy-dom
import { internals } from '@latchkey/core'
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SwitchNetworkView } from '../features/network/SwitchNetworkView.js'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { OpenWallet } from './OpenWallet.js'

let world: FakeWorld
let view: RenderedView | undefined

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
  const connectorId = world.wallets.rainbow.connector.meta.id
  await connect(world.modal, { connectorId, namespace: 'eip155' })
  const walletLink = { connectorId, name: 'Rainbow', href: 'rainbow://' }
  world.modal[internals].persistence.update((data) => ({ ...data, walletLink }))
})

afterEach(() => {
  view?.unmount()
  world.modal.destroy()
})

const links = (): readonly (string | null)[] =>
  [...(view?.element.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))

it('links to the connected wallet on this phone', async () => {
  view = await renderView(world.modal, <OpenWallet namespace="eip155" />)
  expect(view.names()).toEqual(['Open Rainbow'])
  expect(links()).toEqual(['rainbow://'])
})

it('has no link for another namespace', async () => {
  view = await renderView(world.modal, <OpenWallet namespace="solana" />)
  expect(links()).toEqual([])
})

it('has no link after the wallet has disconnected', async () => {
  await disconnect(world.modal)
  view = await renderView(world.modal, <OpenWallet namespace="eip155" />)
  expect(links()).toEqual([])
})

it('SwitchNetworkView has the link while it waits for the wallet, but not after a failure', async () => {
  const network = world.modal.getState().networks.find(({ chainNamespace }) => chainNamespace === 'eip155')
  if (!network) throw new Error('The fake world has lost its networks.')
  const params = { caipNetworkId: network.caipNetworkId }
  view = await renderView(world.modal, <SwitchNetworkView params={params} />)
  expect(links()).toEqual(['rainbow://'])
  const error = { code: 'CHAIN_NOT_SWITCHED', message: '' } as const
  await act(async () =>
    world.modal[internals].store.setState((state) => ({ ...state, ask: { kind: 'switch', ...params, error } })),
  )
  expect(links()).toEqual([])
})
