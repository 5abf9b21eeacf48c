// @vitest-environment happy-dom
import type { WalletListing } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { updateFeatures } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWalletList } from '../../testing/createFakeWalletList.js'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectView } from './ConnectView.js'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

const wallets: readonly WalletListing[] = Array.from({ length: 47 }, (_, index) => ({
  id: `w${index}`,
  name: index === 1 ? 'Rainbow' : `Wallet ${index}`,
  mobile_link: `wallet${index}://`,
  order: index,
}))

let world: FakeWorld
let view: RenderedView | undefined

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => {
  view?.unmount()
  view = undefined
  world.modal.destroy()
})

const render = async (options: FakeWorldOptions = {}): Promise<RenderedView> => {
  const list = createFakeWalletList(wallets)
  const env = { storage: () => null, fetch: list.fetch }
  world = createFakeWorld({ isPairing: true, env, services: { wallets: list.url }, ...options })
  open(world.modal)
  view = await renderView(world.modal, <ConnectView params={undefined} />)
  return view
}

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const rows = (): readonly (string | null)[] =>
  [...(view?.element.querySelectorAll('button.row') ?? [])].map((row) => row.textContent)

describe('the wallet list of ConnectView', () => {
  it('starts with the QR code, and ends with All wallets and their rounded-down number', async () => {
    await render()
    await settled(() => expect(rows().at(-1)).toBe('All wallets40+'))
    expect(rows()).toEqual([
      'WWalletConnectQR code',
      'FFireflyEVM · Solana · BitcoinInstalled',
      'RRainbowInstalled',
      'WWallet 0',
      'WWallet 2',
      'WWallet 3',
      'WWallet 4',
      'All wallets40+',
    ])
  })

  it('is reordered when the app changes connectorTypeOrder', async () => {
    await render()
    await settled(() => expect(rows()).toHaveLength(8))
    await act(async () => updateFeatures(world.modal, { connectorTypeOrder: ['injected', 'walletConnect'] }))
    await settled(() =>
      expect(rows().slice(0, 3)).toEqual([
        'FFireflyEVM · Solana · BitcoinInstalled',
        'RRainbowInstalled',
        'WWalletConnectQR code',
      ]),
    )
  })

  it('links to a QR code for any wallet, to one for a single wallet, and to all wallets', async () => {
    await render()
    await view?.press('WalletConnect')
    await settled(() => expect(getRoute(world.modal.getState()).view).toBe('ConnectingWalletConnect'))
    open(world.modal)
    await settled(() => expect(rows()).toContain('WWallet 2'))
    await view?.press('Wallet 2')
    expect(getRoute(world.modal.getState())).toEqual({
      view: 'ConnectingWalletConnect',
      params: { walletId: 'w2', namespace: undefined },
    })
    open(world.modal)
    await view?.press('All wallets')
    expect(getRoute(world.modal.getState()).view).toBe('AllWallets')
  })

  it('opens the wallet that was clicked last if several were clicked while code was loading', async () => {
    await render({ isPairing: false })
    const [firefly, rainbow] = view?.element.querySelectorAll<HTMLElement>('button.row') ?? []
    await act(async () => {
      rainbow?.click()
      firefly?.click()
    })
    await settled(() => expect(getRoute(world.modal.getState()).view).toBe('ConnectingMultiChain'))
    expect(world.wallets.rainbow.asked).toBe(0)
  })

  it('has no QR code on a phone, which cannot scan its own screen', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
    await render()
    await settled(() => expect(rows()).toContain('All wallets40+'))
    expect(rows().join()).not.toContain('WalletConnect')
  })

  it('still shows pairing and installed wallets if the wallet service fails', async () => {
    await render({ services: { wallets: 'https://elsewhere.example' }, env: { storage: () => null, fetch: fail } })
    await settled(() => expect(world.modal.getState().wallets.all.status).toBe('failed'))
    expect(rows()).toEqual([
      'WWalletConnectQR code',
      'FFireflyEVM · Solana · BitcoinInstalled',
      'RRainbowInstalled',
      'All wallets',
    ])
  })

  it('sends no request to the wallet service if pairing is unavailable or turned off', async () => {
    const asked = vi.fn(fail)
    const env = { storage: () => null, fetch: asked }
    for (const options of [{ isPairing: false }, { enableWalletConnect: false }]) {
      await render({ ...options, env, services: { wallets: 'https://elsewhere.example' } })
      expect(rows()).toEqual(['FFireflyEVM · Solana · BitcoinInstalled', 'RRainbowInstalled'])
      view?.unmount()
      world.modal.destroy()
    }
    expect(asked).not.toHaveBeenCalled()
  })

  it('marks wallets that are already connected', async () => {
    await render({ isPairing: false })
    await act(() => connect(world.modal, { connectorId: world.wallets.rainbow.connector.meta.id }))
    await vi.waitFor(() => expect(rows()).toContain('RRainbowConnected'))
    expect(rows()).toContain('FFireflyEVM · Solana · BitcoinInstalled')
  })

  it('marks a connected wallet whose id contains a space', async () => {
    await render({ isPairing: false })
    act(() => open(world.modal, { view: 'Connect', namespace: 'bip122' }))
    const { id } = world.wallets.bip122.connector.meta
    expect(id).toContain(' ')
    await act(() => connect(world.modal, { connectorId: id }))
    await vi.waitFor(() => expect(rows()).toEqual(['FFirefly WalletConnected']))
  })
})

describe('wallet groups', () => {
  const walletGroups = [
    { name: 'Recommended', wallets: ['w3', 'w46', 'eip155.Rainbow'] },
    { name: 'Nobody', wallets: ['nobody'] },
  ]
  /** Each list by its heading. */
  const groups = (): readonly (readonly (string | null)[])[] =>
    [...(view?.element.querySelectorAll('ul') ?? [])].map((list) => [
      view?.element.querySelector(`[id="${list.getAttribute('aria-labelledby')}"]`)?.textContent ?? null,
      ...[...list.querySelectorAll('button.row')].map(({ textContent }) => textContent),
    ])

  it('are shown under headings, even with wallets far down the list; the rest follow in their order', async () => {
    await render({ walletGroups })
    await settled(() => expect(rows().at(-1)).toBe('All wallets40+'))
    expect(groups()).toEqual([
      ['Recommended', 'WWallet 3', 'WWallet 46', 'RRainbowInstalled'],
      ['More wallets', 'WWalletConnectQR code', 'FFireflyEVM · Solana · BitcoinInstalled', 'WWallet 0', 'WWallet 2'],
      [null, 'All wallets40+'],
    ])
    expect([...(view?.element.querySelectorAll('h3') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Recommended',
      'More wallets',
    ])
  })

  it('include only installed wallets if pairing is unavailable', async () => {
    await render({ walletGroups, isPairing: false })
    expect(groups()).toEqual([
      ['Recommended', 'RRainbowInstalled'],
      ['More wallets', 'FFireflyEVM · Solana · BitcoinInstalled'],
    ])
    await act(() => connect(world.modal, { connectorId: 'eip155.Rainbow' }))
    await vi.waitFor(() => expect(groups()[0]).toEqual(['Recommended', 'RRainbowConnected']))
  })

  it('are absent if the app configures none: the list stays one, without headings', async () => {
    await render()
    expect(view?.element.querySelectorAll('h3')).toHaveLength(0)
    expect(view?.element.querySelectorAll('ul')).toHaveLength(1)
  })
})

async function fail(): Promise<Response> {
  throw new TypeError('Failed to fetch')
}
