// @vitest-environment happy-dom
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectView } from './ConnectView.js'
import { feature } from './index.js'

let world: FakeWorld
let view: RenderedView | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
})

afterEach(() => {
  view?.unmount()
  view = undefined
  world.modal.destroy()
})

const connectView = feature.views.find(({ name }) => name === 'Connect')

const toTitle = (params?: { readonly namespace: 'solana' }) =>
  typeof connectView?.title === 'function'
    ? connectView.title(world.modal.getState(), params as never, world.modal)
    : connectView?.title

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

describe('ConnectView', () => {
  it('lists each wallet once; a multichain wallet opens the choice of namespaces', async () => {
    open(world.modal)
    view = await renderView(world.modal, <ConnectView params={undefined} />)
    expect(view.names()).toEqual(['Firefly EVM · Solana · Bitcoin', 'Rainbow'])
    expect(toTitle()).toBe('connectTitle')
    await view.press('Firefly')
    await settled(() => expect(getRoute(world.modal.getState()).view).toBe('ConnectingMultiChain'))
  })

  it('lists and connects only the namespace in its params', async () => {
    const params = { namespace: 'solana' } as const
    open(world.modal, { view: 'Connect', arguments: params })
    view = await renderView(world.modal, <ConnectView params={params} />)
    expect(view.names()).toEqual(['Firefly'])
    expect(toTitle(params)).toBe('connect_solana')
    await view.press('Firefly')
    await settled(() => expect(world.modal.getState().namespaces.solana?.connection.status).toBe('connected'))
    expect([world.wallets.eip155.asked, world.wallets.solana.asked]).toEqual([0, 1])
  })

  it('lists only wallets of the namespace that the modal was opened for', async () => {
    open(world.modal, { namespace: 'bip122' })
    view = await renderView(world.modal, <ConnectView params={undefined} />)
    expect(view.names()).toEqual(['Firefly Wallet'])
    expect(toTitle()).toBe('connect_bip122')
  })

  it('does not name the namespace in the title if the app has only one', () => {
    const { families } = world
    world.modal.destroy()
    world = { ...world, modal: createFakeWorld({ adapters: [families.eip155.plugin] }).modal }
    open(world.modal, { namespace: 'eip155' })
    expect(toTitle()).toBe('connectTitle')
  })
})
