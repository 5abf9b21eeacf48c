// @vitest-environment happy-dom
import { setActiveNamespace } from '@latchkey/core/controllers/network'
import { open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { NetworksView } from './NetworksView.js'

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

describe('the networks', () => {
  it('are grouped by chain family, the active one first', async () => {
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

  it('are those of one chain family where the modal was opened for it', async () => {
    open(world.modal, { view: 'Networks', namespace: 'eip155' })
    view = await renderView(world.modal, <NetworksView />)
    expect(groups()).toEqual([['Choose a network', 'Ethereum', 'OP Mainnet']])
  })
})
