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
  it('is its logo if the contract is well known, and no letter before that', async () => {
    await render({ caipNetworkId: 'eip155:1', address: usdc, symbol: 'USDC' })
    expect(tile()?.textContent).toBe('')
    await settled(() => expect(decodeURIComponent(image() ?? '')).toContain('USDC__a'))
  })

  it.each([
    ['a symbol', { caipNetworkId: 'eip155:1', address: scam, symbol: 'USDC' }],
    ['an address of another network', { caipNetworkId: 'eip155:56', address: usdc, symbol: 'USDC' }],
  ] as const)('is not a logo because of %s', async (_, token) => {
    await render(token)
    await settled(() => expect(tile()?.textContent).toBe('U'))
    expect(image()).toBeUndefined()
  })

  it('is that of the service, then the logo if it cannot be loaded', async () => {
    await render({ caipNetworkId: 'eip155:1', address: usdc, symbol: 'USDC', iconUrl: 'https://a.example/usdc.png' })
    await settled(() => expect(image()).toBe('https://a.example/usdc.png'))
    fail()
    await settled(() => expect(decodeURIComponent(image() ?? '')).toContain('USDC__a'))
  })

  it('is a letter if the image of an unknown token cannot be loaded', async () => {
    await render({ caipNetworkId: 'eip155:1', address: scam, symbol: 'USDC', iconUrl: 'https://a.example/usdc.png' })
    await settled(() => expect(image()).toBe('https://a.example/usdc.png'))
    fail()
    await settled(() => expect(tile()?.textContent).toBe('U'))
  })

  it('is that of the app before that of the service', async () => {
    const token = { caipNetworkId: 'eip155:1', address: usdc.toLowerCase(), symbol: 'USDC' } as const
    const tokens = { 'eip155:1': { address: usdc, image: 'https://app.example/usdc.png' } }
    await render({ ...token, iconUrl: 'https://a.example/usdc.png' }, { tokens })
    await settled(() => expect(image()).toBe('https://app.example/usdc.png'))
  })

  it('has the icon of its network at the corner, if the app has several', async () => {
    await render({ caipNetworkId: 'eip155:1', symbol: 'ETH' })
    await settled(() => {
      const badge = tile()?.querySelector<HTMLImageElement>('.badge img')
      expect(decodeURIComponent(badge?.src ?? '')).toContain('ethereum__a')
    })
    expect(world.modal.getState().networks.length).toBeGreaterThan(1)
  })
})
