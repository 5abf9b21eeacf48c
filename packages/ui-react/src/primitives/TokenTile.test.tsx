// @vitest-environment happy-dom
import type { Token } from '@latchkey/core'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { TokenTile } from './TokenTile.js'

type ShownToken = Pick<Token, 'caipNetworkId' | 'address' | 'symbol' | 'iconUrl'>

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const scam = '0x00000000000000000000000000000000000000aa'

let world: FakeWorld
let view: RenderedView

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.unstubAllGlobals()
})

const render = async (token: ShownToken, options: FakeWorldOptions = {}): Promise<void> => {
  world = createFakeWorld(options)
  view = await renderView(world.modal, <TokenTile token={token} />)
}

const settled = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  })

const tile = (): HTMLElement | null => view.element.querySelector('.tile')
const image = (): string | undefined => tile()?.querySelector<HTMLImageElement>(':scope > img')?.src
const fail = (): void => {
  act(() => void tile()?.querySelector('img')?.dispatchEvent(new Event('error')))
}

describe('the tile of a token', () => {
  it('shows the logo of a well-known contract, and no letter before it loads', async () => {
    await render({ caipNetworkId: 'eip155:1', address: usdc, symbol: 'USDC' })
    expect(tile()?.textContent).toBe('')
    await settled(() => expect(decodeURIComponent(image() ?? '')).toContain('USDC__a'))
  })

  it.each([
    ['a well-known symbol of another contract', { caipNetworkId: 'eip155:1', address: scam, symbol: 'USDC' }],
    ['a well-known address on another network', { caipNetworkId: 'eip155:56', address: usdc, symbol: 'USDC' }],
  ] as const)('shows a letter instead of a logo for %s', async (_, token) => {
    await render(token)
    await settled(() => expect(tile()?.textContent).toBe('U'))
    expect(image()).toBeUndefined()
  })

  it('shows the image of the service, or the logo if that fails to load', async () => {
    await render({ caipNetworkId: 'eip155:1', address: usdc, symbol: 'USDC', iconUrl: 'https://a.example/usdc.png' })
    await settled(() => expect(image()).toBe('https://a.example/usdc.png'))
    fail()
    await settled(() => expect(decodeURIComponent(image() ?? '')).toContain('USDC__a'))
  })

  it('shows a letter if the image of an unknown token fails to load', async () => {
    await render({ caipNetworkId: 'eip155:1', address: scam, symbol: 'USDC', iconUrl: 'https://a.example/usdc.png' })
    await settled(() => expect(image()).toBe('https://a.example/usdc.png'))
    fail()
    await settled(() => expect(tile()?.textContent).toBe('U'))
  })

  it('prefers the image of the app to that of the service', async () => {
    const token = { caipNetworkId: 'eip155:1', address: usdc.toLowerCase(), symbol: 'USDC' } as const
    const tokens = { 'eip155:1': { address: usdc, image: 'https://app.example/usdc.png' } }
    await render({ ...token, iconUrl: 'https://a.example/usdc.png' }, { tokens })
    await settled(() => expect(image()).toBe('https://app.example/usdc.png'))
  })

  it('has the network icon in its corner if the app has several networks', async () => {
    await render({ caipNetworkId: 'eip155:1', symbol: 'ETH' })
    await settled(() => {
      const badge = tile()?.querySelector<HTMLImageElement>('.badge img')
      expect(decodeURIComponent(badge?.src ?? '')).toContain('ethereum__a')
    })
    expect(world.modal.getState().networks.length).toBeGreaterThan(1)
  })
})
