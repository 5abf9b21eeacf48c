// @vitest-environment happy-dom
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/createFakeClock.js'
import {
  createFakeHistory,
  createFakeTransactions,
  type FakeHistory,
  createFakeTransfer as transfer,
  createFakeTransaction as tx,
} from '../../testing/createFakeHistory.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { TransactionsView } from './TransactionsView.js'

let world: FakeWorld
let history: FakeHistory
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const render = async (connectorId = 'eip155.Firefly'): Promise<void> => {
  world = createFakeWorld({
    services: { blockchainApi: history.url },
    env: { storage: () => null, fetch: history.fetch },
  })
  await connect(world.modal, { connectorId })
  open(world.modal, { view: 'Transactions' })
  view = await renderView(world.modal, <TransactionsView />)
}

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const rows = (): readonly HTMLElement[] => [...view.element.querySelectorAll<HTMLElement>('.transaction')]

const texts = (): readonly (string | undefined)[] =>
  rows().map((row) => row.querySelector('.t')?.textContent ?? undefined)

describe('TransactionsView', () => {
  it('shows seven skeleton rows while loading', async () => {
    history = createFakeHistory([tx({})])
    let release = (): void => undefined
    history.hold = new Promise<void>((resolve) => (release = resolve))
    await render()
    expect(view.element.querySelectorAll('.bone')).toHaveLength(7)
    release()
    await settled(() => expect(rows()).toHaveLength(1))
    expect(view.element.querySelectorAll('.bone')).toHaveLength(0)
  })

  it('[S3.15] groups transactions by month, newest first; rows show the type and date, and link to the explorer', async () => {
    history = createFakeHistory([
      tx({
        id: 'a',
        minedAt: '2026-03-20T12:00:00Z',
        operationType: 'send',
        transfers: [transfer({ direction: 'out' })],
      }),
      tx({ id: 'b', minedAt: '2026-03-04T12:00:00Z', operationType: 'mint' }),
      tx({ id: 'c', minedAt: '2025-12-24T12:00:00Z', operationType: 'what?', transfers: [] }),
    ])
    await render()
    await settled(() => expect(texts()).toEqual(['Sent−1.000 ETH', 'Minted+1.000 ETH', 'Contract call']))
    const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
    const heads = [...view.element.querySelectorAll('h3')].map(({ textContent }) => textContent)
    expect(heads).toEqual([month.format(new Date(2026, 2)), month.format(new Date(2025, 11))])
    const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
    expect(rows()[1]?.textContent).toContain(day.format(new Date('2026-03-04T12:00:00Z')))
    expect(rows()[0]?.getAttribute('href')).toBe('https://scan.example/tx/0xa')
    expect(rows()[0]?.textContent).toMatch(/Sent−1\.000 ETH.*View on /)
  })

  it('[S9.8] shows signed amounts with 3 decimals, summed per token, at most two, and none of spam', async () => {
    const usd = { fungible_info: { symbol: 'USDL' } }
    history = createFakeHistory([
      tx({
        operationType: 'trade',
        transfers: [
          transfer({ ...usd, quantity: { numeric: '1200.5' } }),
          transfer({ ...usd, quantity: { numeric: '0.00049' } }),
          transfer({ direction: 'out', quantity: { numeric: '0.12399' } }),
          transfer({ direction: 'out', quantity: { numeric: '0.1' } }),
          transfer({ fungible_info: { symbol: 'MORE' } }),
          transfer({ fungible_info: undefined, nft_info: { name: 'Free', flags: { is_spam: true } } }),
        ],
      }),
      tx({ id: 'dust', transfers: [transfer({ quantity: { numeric: '0.0004' } })] }),
      tx({ id: 'nft', transfers: [transfer({ fungible_info: undefined, nft_info: { name: 'Key #7' } })] }),
    ])
    await render()
    await settled(() =>
      expect(texts()).toEqual(['Swapped−0.223 ETH\u2002+1,200.500 USDL', 'Received+<0.001 ETH', 'Received+Key #7']),
    )
  })

  it('sums transfers of the same token, but not of another token with the same symbol', async () => {
    // as the service names a token
    const token = (digit: string) => ({ symbol: 'USDL', address: `eip155:1:0x${digit.repeat(40)}` })
    const [real, fake] = [token('1'), token('2')]
    history = createFakeHistory([
      tx({
        transfers: [
          transfer({ fungible_info: real, quantity: { numeric: '100' } }),
          transfer({ fungible_info: fake, quantity: { numeric: '5000' } }),
          transfer({ fungible_info: real, quantity: { numeric: '20' } }),
        ],
      }),
    ])
    await render()
    await settled(() => expect(texts()).toEqual(['Received+120.000 USDL\u2002+5,000.000 USDL']))
  })

  it('marks failed and pending transactions', async () => {
    history = createFakeHistory([tx({ id: 'a', status: 'failed' }), tx({ id: 'b', status: 'pending' })])
    await render()
    await settled(() =>
      expect(rows().map((row) => row.querySelector('.tag')?.textContent)).toEqual(['Failed', 'Pending']),
    )
  })

  it('[S4.29] shows an empty state that links to FundWallet', async () => {
    history = createFakeHistory([])
    await render()
    await settled(() => expect(view.element.textContent).toContain('No transactions yet'))
    await view.press('Add funds')
    expect(getRoute(world.modal.getState()).view).toBe('FundWallet')
  })

  it('[S4.28] loads pages, and hides spam and transactions on other networks', async () => {
    const [gift, spam] = [false, true].map((is_spam) =>
      transfer({ fungible_info: undefined, nft_info: { name: is_spam ? 'Spam' : 'Gift', flags: { is_spam } } }),
    )
    if (!gift || !spam) throw new Error('No transfers.')
    history = createFakeHistory(
      [
        tx({ id: 'spam', transfers: [spam, spam] }),
        tx({ id: 'mixed', transfers: [spam, gift] }),
        tx({ id: 'elsewhere', chain: 'eip155:10' }),
        tx({ id: 'last' }),
      ],
      2,
    )
    await render()
    const links = () => rows().map((row) => row.getAttribute('href')?.split('/').at(-1))
    await settled(() => expect(links()).toEqual(['0xmixed', '0xlast']))
    expect(history.asked).toEqual([null, '2'])
  })

  it('shows the icons of the sent and received tokens in one row, or a single icon', async () => {
    const icon = (name: string) => ({ symbol: name, icon: { url: `https://img.example/${name}.png` } })
    const transfers = [
      transfer({ direction: 'out', fungible_info: icon('ETH') }),
      transfer({ direction: 'in', fungible_info: icon('USDL') }),
    ]
    history = createFakeHistory([tx({ id: 'a', operationType: 'trade', transfers }), tx({ id: 'b', transfers: [] })])
    await render()
    await settled(() => expect(rows()).toHaveLength(2))
    const marks = rows().map((row) => row.querySelector<HTMLElement>('.marks'))
    expect(marks.map((mark) => mark?.children.length)).toEqual([2, 1])
    const sources = () =>
      [...(marks[0]?.querySelectorAll('img') ?? [])].map(({ src }) => new URL(src).searchParams.get('url'))
    await settled(() => expect(sources()).toEqual(['https://img.example/ETH.png', 'https://img.example/USDL.png']))
    const order = [...(rows()[0]?.children ?? [])].map(({ className }) => className)
    expect(order).toEqual(['marks', 't', 'when'])
  })

  it('[S8.16] shows an error and a toast if loading fails, and loads again on Try again', async () => {
    history = createFakeHistory([tx({})])
    history.failure = 500
    await render()
    const said = () => view.element.querySelector('[role=alert]')?.textContent
    await settled(() => expect(said()).toContain('Failed to fetch transactions'))
    await settled(() =>
      expect(world.modal.getState().toast).toEqual({
        variant: 'error',
        message: { text: 'Failed to fetch transactions' },
      }),
    )
    expect(view.element.textContent).not.toContain('No transactions yet')
    history.failure = undefined
    await view.press('Try again')
    await settled(() => expect(rows()).toHaveLength(1))
  })

  it('shows a notice if the service does not support the network', async () => {
    history = createFakeHistory([tx({})])
    history.chains = ['eip155:10']
    await render()
    await settled(() => expect(view.element.textContent).toContain("This app doesn't list transactions on Ethereum."))
  })

  it('[S6.8] is available only on EVM networks, and only with a connected wallet', async () => {
    history = createFakeHistory([tx({})])
    await render('solana.Firefly')
    expect(view.element.textContent).toContain("Activity isn't available here")
    expect(view.element.textContent).toContain('Transactions are listed for EVM networks only.')
    expect(history.asked).toEqual([])
    await act(() => disconnect(world.modal))
    expect(view.element.textContent).toContain('No wallet connected')
  })

  it('renders only a window of 10,000 rows, and loads the next page on Show more', async () => {
    history = createFakeHistory(createFakeTransactions(10_000), 500)
    await render()
    await settled(() => expect(rows().length).toBeGreaterThan(10))
    expect([history.asked, rows().length]).toEqual([[null], 19])
    const count = () => world.modal.getState().activity?.transactions.length
    for (let page = 1; page < 20; page++) {
      await view.press('Show more')
      await settled(() => expect(count()).toBe((page + 1) * 500))
    }
    expect([count(), rows().length]).toEqual([10_000, 19])
    expect(view.names()).not.toContain('Show more')
  })
})

describe('TransactionsView while scrolling', () => {
  const clock = createFakeClock()
  let top = 0

  const renderScrolled = async (): Promise<void> => {
    top = 0
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500)
    vi.spyOn(Element.prototype, 'scrollTop', 'get').mockImplementation(() => top)
    vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation((to) => {
      top = to
    })
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { top: this.matches('.view') ? 0 : -top } as DOMRect
    })
    world = createFakeWorld({
      services: { blockchainApi: history.url },
      env: { storage: () => null, fetch: history.fetch, now: clock.now, setTimeout: clock.setTimeout },
    })
    await connect(world.modal, { connectorId: 'eip155.Firefly' })
    open(world.modal, { view: 'Transactions' })
    view = await renderView(
      world.modal,
      <div className="view">
        <TransactionsView />
      </div>,
    )
  }
  const scroll = (to: number) =>
    act(async () => {
      top = to
      view.element.querySelector('.view')?.dispatchEvent(new Event('scroll'))
    })

  it('renders the rows at the scroll position, and loads the next page near the end', async () => {
    history = createFakeHistory(createFakeTransactions(120))
    await renderScrolled()
    await settled(() => expect(rows()).toHaveLength(13))
    await scroll(50 * 68)
    await settled(() => expect(history.asked).toEqual([null, '50']))
    await settled(() => expect(rows().length).toBeGreaterThan(13))
    expect(rows().length).toBeLessThan(25)
    expect(rows()[0]?.closest('li')?.getAttribute('aria-posinset')).not.toBe('2')
    await scroll(120 * 68)
    await settled(() => expect(history.asked).toEqual([null, '50', '100']))
  })

  it('shows new transactions at the top, and keeps the scroll position and focus further down', async () => {
    const known = createFakeTransactions(70)
    history = createFakeHistory(known)
    await renderScrolled()
    await settled(() => expect(rows().length).toBeGreaterThan(0))
    const grow = async (id: string): Promise<void> => {
      history.transactions = [tx({ id, minedAt: '2026-03-21T12:00:00Z' }), ...history.transactions]
      await act(() => clock.advance(15_000))
      await settled(() => expect(world.modal.getState().activity?.transactions[0]?.id).toBe(id))
    }
    await grow('new1')
    expect([rows()[0]?.getAttribute('href'), top]).toEqual(['https://scan.example/tx/0xnew1', 0])
    // of a row, with the 16-pixel text of a page without a stylesheet
    const height = (68 * 16) / 15
    await scroll(20 * height)
    const place = (): number => {
      const row = view.element.querySelector('[href$="0xt25"]')
      return Number(row?.closest('li')?.getAttribute('aria-posinset')) * height - top
    }
    const before = place()
    const focused = view.element.querySelector<HTMLElement>('[href$="0xt25"]')
    focused?.focus()
    await grow('new2')
    expect(top).toBeCloseTo(21 * height)
    expect(place()).toBeCloseTo(before)
    expect(view.element.querySelector('[href$="0xt25"]')).toBe(focused)
  })
})
