// @vitest-environment happy-dom
import { internals } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { updateFeatures } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeChainService, type FakeChainService } from '../../testing/createFakeChainService.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import type { UiModal } from '../../uiModal.js'
import { AccountView } from './AccountView.js'

const token = (symbol: string, numeric: string, value?: number) => ({
  name: `${symbol} coin`,
  symbol,
  chainId: 'eip155:1',
  address: symbol === 'ETH' ? undefined : `eip155:1:0x${symbol}`,
  price: 1,
  value,
  quantity: { decimals: '18', numeric },
})

let world: FakeWorld
let service: FakeChainService
let view: RenderedView | undefined

// the first load takes longer than a test waits
beforeAll(() => import('../activity/index.js'))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  service = createFakeChainService()
  service.answers['/balance'] = { balances: [token('USDC', '10.5', 10.5), token('ETH', '1.2345', 2407.6)] }
})

afterEach(() => {
  view?.unmount()
  view = undefined
  world.modal.destroy()
})

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    // a check that throws inside act would discard React’s pending updates
    await act(async () => {})
    check()
  })

async function show(change: (modal: UiModal) => void = () => undefined): Promise<RenderedView> {
  const services = { blockchainApi: service.url }
  world = createFakeWorld({ services, env: { storage: () => null, fetch: service.fetch } })
  await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
  open(world.modal)
  change(world.modal)
  view = await renderView(world.modal, <AccountView />)
  return view
}

const rows = ({ element }: RenderedView) =>
  [...element.querySelectorAll('.holding .row')].map((row) => row.querySelector('.t')?.textContent)

describe('the portfolio of an account', () => {
  it('[S9.8] shows token amounts with 3 decimals, values with 2, and the total value instead of the balance', async () => {
    const shown = await show()
    await settled(() => expect(rows(shown)).toEqual(['ETH coin1.234 ETH', 'USDC coin10.500 USDC']))
    const worth = [...shown.element.querySelectorAll('.worth > bdi:first-child')].map(({ textContent }) => textContent)
    expect(worth).toEqual(['$2,407.60', '$10.50'])
    expect(shown.element.querySelector('.balance')?.textContent).toBe('Total value $2,418.10')
  })

  it('formats amounts for the locale of the modal', async () => {
    service.answers['/balance'] = { balances: [token('ETH', '1234.5', 2407.6)] }
    const shown = await show((modal) => modal[internals].store.setState((state) => ({ ...state, locale: 'de' })))
    await settled(() => expect(rows(shown)).toEqual(['ETH coin1.234,500 ETH']))
    const texts = ['.worth > bdi', '.balance'].map((name) => shown.element.querySelector(name)?.textContent)
    expect(texts.map((text) => text?.replace(/\s/gu, ' '))).toEqual(['2.407,60 $', 'Total value 2.407,60 $'])
  })

  it('[S2.15] has the tabs Tokens, NFTs and Activity, and remembers the selected one', async () => {
    const shown = await show()
    await settled(() => expect(shown.element.querySelector('[role=tablist]')).not.toBeNull())
    expect([...shown.element.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)).toEqual([
      'Tokens',
      'NFTs',
      'Activity',
    ])
    service.answers['/balance'] = { balances: [] }
    await shown.press('NFTs')
    await settled(() => expect(shown.element.textContent).toContain('No NFTs yet'))
    shown.unmount()
    view = await renderView(world.modal, <AccountView />)
    await settled(() => expect(view?.element.querySelector('[aria-selected=true]')?.textContent).toBe('NFTs'))
  })

  it('[S9.7] leaves out a native token with 0 decimals', async () => {
    const [ether, doubtful] = [token('ETH', '1', 2_000), token('ETH', '7', 9_000)]
    const quantity = { ...doubtful.quantity, decimals: '0' }
    service.answers['/balance'] = { balances: [ether, { ...doubtful, name: 'Doubtful', quantity }] }
    const shown = await show()
    await settled(() => expect(rows(shown)).toEqual(['ETH coin1.000 ETH']))
    expect(shown.element.querySelector('.balance')?.textContent).toBe('Total value $2,000.00')
  })

  it('shows NFTs with their names', async () => {
    const nft = { chainId: 'eip155:1', address: 'eip155:1:0xa', tokenId: '7', name: 'Lantern', collection: 'Lights' }
    service.answers['/balance'] = { balances: [], nfts: [nft, { ...nft, tokenId: '8', name: 'Lamp' }] }
    const shown = await show()
    await settled(() => expect(shown.element.querySelector('[role=tablist]')).not.toBeNull())
    await shown.press('NFTs')
    await settled(() =>
      expect([...shown.element.querySelectorAll('.nft b')].map(({ textContent }) => textContent)).toEqual([
        'Lantern',
        'Lamp',
      ]),
    )
  })

  it('shows an empty state with a link to add funds', async () => {
    service.answers['/balance'] = { balances: [] }
    const shown = await show()
    await settled(() =>
      expect(shown.element.textContent).toContain('Tokens you buy or receive on Ethereum appear here.'),
    )
    await shown.press('Add funds')
    expect(getRoute(world.modal.getState()).view).toBe('FundWallet')
  })

  it('shows an error if loading fails, and loads again on Try again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    service.fail(500)
    const shown = await show()
    await settled(() =>
      expect(shown.element.querySelector('[role=alert]')?.textContent).toContain("Couldn't load your assets"),
    )
    service.fail(undefined)
    await shown.press('Try again')
    await settled(() => expect(rows(shown)).toHaveLength(2))
  })

  it('keeps the list if a refresh fails, and notes that it may be out of date', async () => {
    const shown = await show()
    await settled(() => expect(rows(shown)).toHaveLength(2))
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    service.fail(500)
    const { fetchPortfolio } = await import('@latchkey/core/controllers/portfolio')
    await act(async () => void (await fetchPortfolio(world.modal, { force: true })))
    expect(rows(shown)).toHaveLength(2)
    expect(shown.element.textContent).toContain('This list may be out of date.')
  })

  it('shows the first 5 tokens, and all of them on Show all, with focus on the list', async () => {
    service.answers['/balance'] = { balances: Array.from({ length: 8 }, (_, index) => token(`T${index}`, '1', index)) }
    const shown = await show()
    await settled(() => expect(rows(shown)).toHaveLength(5))
    shown.focus('Show all 8')
    await shown.press('Show all 8')
    expect(rows(shown)).toHaveLength(8)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tokens')
  })

  it('renders only a window of 2,000 tokens, and exposes the total as aria-setsize', async () => {
    const balances = Array.from({ length: 2_000 }, (_, index) => token(`T${index}`, '1', 2_000 - index))
    service.answers['/balance'] = { balances }
    const shown = await show()
    await settled(() => expect(rows(shown)).toHaveLength(5))
    await shown.press('Show all 2,000')
    expect(rows(shown)).toHaveLength(20)
    expect(shown.element.querySelector('.holding li')?.getAttribute('aria-setsize')).toBe('2000')
  })

  it('renders only a window of 500 NFTs, three per row', async () => {
    const toNft = (index: number) => ({
      chainId: 'eip155:1',
      address: 'eip155:1:0xa',
      tokenId: `${index}`,
      name: 'Lamp',
    })
    service.answers['/balance'] = { balances: [], nfts: Array.from({ length: 500 }, (_, index) => toNft(index)) }
    const shown = await show()
    await settled(() => expect(shown.element.querySelector('[role=tablist]')).not.toBeNull())
    await shown.press('NFTs')
    await settled(() => expect(shown.element.querySelectorAll('.nft')).toHaveLength(6))
    await shown.press('Show all 500')
    expect(shown.element.querySelectorAll('.nft')).toHaveLength(60)
    expect(shown.element.querySelectorAll('li:first-child .nft')).toHaveLength(3)
  })

  it('shows a notice if the service does not support the network', async () => {
    service.answers['/supported-chains'] = { http: ['eip155:5'], ws: [] }
    const shown = await show()
    await settled(() => expect(shown.element.textContent).toContain("Assets aren't shown for this network"))
    expect(shown.element.querySelector('.balance')?.textContent).not.toContain('$')
  })

  it('[S1.1] shows the account’s name, and its avatar by way of the service', async () => {
    service.answers['/identity/eip155-Firefly-eoa'] = {
      name: 'ada.eth',
      avatar: 'https://img.example/ada.png',
    }
    const shown = await show()
    await settled(() => expect(shown.names()).toContain('ada.eth Copy address'))
    const src = new URL(shown.element.querySelector('img.avatar')?.getAttribute('src') ?? '')
    // the page does not contact the avatar’s host
    expect([src.origin, src.searchParams.get('url')]).toEqual([service.url, 'https://img.example/ada.png'])
  })
})

describe('the actions of an account', () => {
  it('[S2.18] are shown in the default order, and open their views', async () => {
    const shown = await show()
    const actions = () => [...shown.element.querySelectorAll('.action')].map(({ textContent }) => textContent)
    expect(actions()).toEqual(['Buy', 'Swap', 'Receive'])
    await shown.press('Swap')
    expect(getRoute(world.modal.getState()).view).toBe('Swap')
  })

  it('update when the app changes their order or turns one off', async () => {
    const shown = await show()
    const actions = () => [...shown.element.querySelectorAll('.action')].map(({ textContent }) => textContent)
    await act(async () => updateFeatures(world.modal, { walletFeaturesOrder: ['receive', 'onramp', 'swaps'] }))
    await settled(() => expect(actions()).toEqual(['Receive', 'Buy', 'Swap']))
    await act(async () => updateFeatures(world.modal, { swaps: false }))
    await settled(() => expect(actions()).toEqual(['Receive', 'Buy']))
  })

  it('include only Receive if the app configures no service', async () => {
    world = createFakeWorld()
    await connect(world.modal, { connectorId: world.wallets.bip122.connector.meta.id })
    open(world.modal)
    view = await renderView(world.modal, <AccountView />)
    expect([...view.element.querySelectorAll('.action')].map(({ textContent }) => textContent)).toEqual(['Receive'])
    expect(view.element.querySelector('[role=tablist], .holdings')).toBeNull()
    await view.press('Receive')
    expect(getRoute(world.modal.getState()).view).toBe('WalletReceive')
  })
})
