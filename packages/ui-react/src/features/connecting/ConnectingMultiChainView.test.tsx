// @vitest-environment happy-dom

import { connect } from '@latchkey/core/controllers/connection'
import { push } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectingMultiChainView } from './ConnectingMultiChainView.js'

const connectorId = 'multi:firefly'

const declined = 4001

let world: FakeWorld

let view: RenderedView | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
  open(world.modal)
  push(world.modal, { view: 'ConnectingMultiChain', params: { connectorId } })
})

afterEach(() => {
  view?.unmount()
  world.modal.destroy()
})

const render = async (): Promise<RenderedView> => {
  view = await renderView(world.modal, <ConnectingMultiChainView params={{ connectorId }} />)
  return view
}

const statuses = (): readonly (string | undefined)[] =>
  (['eip155', 'solana', 'bip122'] as const).map((name) => world.modal.getState().namespaces[name]?.connection.status)

const announcement = (): string => view?.element.querySelector('[role=status]')?.textContent ?? ''

describe('ConnectingMultiChainView', () => {
  it('connects all namespaces with one click, and closes', async () => {
    const { press, names } = await render()
    expect(names()).toEqual(['EVM', 'Solana', 'Bitcoin', 'Connect', 'Cancel'])
    await press('Connect')
    expect(statuses()).toEqual(['connected', 'connected', 'connected'])
    expect(world.modal.getState().modal.open).toBe(false)
  })

  it('skips the namespaces that the user deselects', async () => {
    const { press } = await render()
    await press('Solana')
    await press('Connect')
    expect(statuses()).toEqual(['connected', 'disconnected', 'connected'])
    expect(world.wallets.solana.asked).toBe(0)
  })

  it('offers Connect only while a namespace is selected', async () => {
    const { press, names } = await render()
    for (const chain of ['EVM', 'Solana', 'Bitcoin']) await press(chain)
    expect(names()).not.toContain('Connect')
    await press('EVM')
    expect(names()).toContain('Connect')
  })

  it('keeps the connected namespaces if one is declined, and retries only that one', async () => {
    world.wallets.solana.declines = declined
    const { press, names, element } = await render()
    await press('Connect')
    expect(statuses()).toEqual(['connected', 'disconnected', 'connected'])
    expect(element.textContent).toContain('Connection rejected')
    expect(announcement()).toContain("Some networks didn't connect")
    expect(names()).toEqual(['Solana Connection rejected', 'Try again', 'Continue'])

    world.wallets.solana.declines = undefined
    await press('Try again')
    expect(statuses()).toEqual(['connected', 'connected', 'connected'])
    expect([world.wallets.eip155.asked, world.wallets.solana.asked, world.wallets.bip122.asked]).toEqual([1, 2, 1])
    expect(world.modal.getState().modal.open).toBe(false)
  })

  it('continues without the declined namespace', async () => {
    world.wallets.bip122.declines = declined
    const { press } = await render()
    await press('Connect')
    await press('Continue')
    expect(world.modal.getState().modal.open).toBe(false)
    expect(statuses()).toEqual(['connected', 'connected', 'disconnected'])
  })

  it('returns to the list of wallets if the user came from there', async () => {
    world.wallets.bip122.declines = declined
    open(world.modal, { view: 'ProfileWallets' })
    push(world.modal, { view: 'Connect', params: undefined })
    push(world.modal, { view: 'ConnectingMultiChain', params: { connectorId } })
    const { press } = await render()
    await press('Connect')
    await press('Continue')
    expect(getRoute(world.modal.getState()).view).toBe('ProfileWallets')
  })

  it('shows the reason and stays open if no namespace connects', async () => {
    for (const wallet of Object.values(world.wallets)) wallet.declines = declined
    const { press, names } = await render()
    await press('Connect')
    expect(announcement()).toContain('Connection rejected')
    expect(names().slice(-2)).toEqual(['Try again', 'Cancel'])
  })

  it('shows which namespace is being requested, and requests no more after Cancel', async () => {
    let release: () => void = () => {}
    world.wallets.solana.hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const { press, names } = await render()
    await press('Connect')
    expect(announcement()).toContain('Open Firefly to continue')
    expect(announcement()).toContain('Solana')
    expect(names()).toEqual(['Connecting…', 'Cancel'])
    await press('Cancel')
    await act(async () => release())
    expect(statuses()).toEqual(['connected', 'disconnected', 'disconnected'])
    expect(world.wallets.bip122.asked).toBe(0)
  })

  it('does not request namespaces on which the wallet is already connected', async () => {
    await connect(world.modal, { connectorId: world.wallets.solana.connector.meta.id })
    const { press, names } = await render()
    expect(names()).toEqual(['EVM', 'Bitcoin', 'Connect', 'Cancel'])
    await press('Connect')
    expect(world.wallets.solana.asked).toBe(1)
    expect(statuses()).toEqual(['connected', 'connected', 'connected'])
  })

  it('adds a namespace that the wallet announces late', async () => {
    world.families.bip122.announce([])
    const { names } = await render()
    expect(names()).not.toContain('Bitcoin')
    await act(async () => world.families.bip122.announce([world.wallets.bip122]))
    expect(names()).toContain('Bitcoin')
  })
})
