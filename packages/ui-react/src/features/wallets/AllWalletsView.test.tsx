// @vitest-environment happy-dom
import type { WalletListing } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { close, getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeWalletList, type FakeWalletList } from '../../testing/createFakeWalletList.js'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { AllWalletsView } from './AllWalletsView.js'

let world: FakeWorld
let clock: FakeClock
let list: FakeWalletList
let view: RenderedView | undefined

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

const wallets: readonly WalletListing[] = Array.from({ length: 95 }, (_, index) => ({
  id: `w${index}`,
  name: index === 41 ? 'Rainbow' : `Wallet ${index}`,
  mobile_link: `wallet${index}://`,
  order: index,
  ...(index % 10 === 0 && { badge_type: 'certified' as const }),
}))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clock = createFakeClock()
  list = createFakeWalletList(wallets)
})

afterEach(() => {
  view?.unmount()
  view = undefined
  world.modal.destroy()
})

const render = async (options: FakeWorldOptions = {}): Promise<RenderedView> => {
  const env = { storage: () => null, now: clock.now, setTimeout: clock.setTimeout, fetch: list.fetch }
  world = createFakeWorld({ isPairing: true, env, services: { wallets: list.url }, ...options })
  open(world.modal, { view: 'AllWallets' })
  view = await renderView(world.modal, <AllWalletsView params={undefined} />)
  return view
}

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const cells = (): readonly HTMLElement[] => [
  ...(view?.element.querySelectorAll<HTMLElement>('button.wallet-cell') ?? []),
]

const names = (): readonly (string | null | undefined)[] =>
  cells().map((cell) => cell.querySelector('span:last-child')?.textContent)

const type = async (...texts: readonly string[]): Promise<void> => {
  await act(async () => {
    const field = view?.element.querySelector('input')
    if (!field) throw new Error('There is no field.')
    // bypasses React, which tracks the value that it has set itself
    for (const text of texts) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
}

const press = (key: string): Promise<void> =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })

describe('AllWalletsView', () => {
  it('shows skeletons while loading, then renders only a window of the wallets', async () => {
    list.hold()
    await render()
    expect([view?.element.querySelectorAll('.tile.bone').length, cells().length]).toEqual([40, 0])
    expect(view?.element.querySelector('[role=status]')?.textContent).toBe('Loading wallets…')
    list.release()
    await settled(() => expect(names()[0]).toBe('Wallet 0'))
    expect(cells().length).toBeLessThanOrEqual(40)
    expect(cells()[0]?.closest('li')?.getAttribute('aria-posinset')).toBe('1')
  })

  it('shows the valid wallets of a response in which every second entry is malformed [I28]', async () => {
    const garbage = [
      null,
      7,
      'x',
      [],
      {},
      { id: 7, name: 'Number' },
      { id: 'x', name: {} },
      { name: 'Nobody' },
    ] as const
    const rows = wallets.flatMap((wallet, index) => [wallet, garbage[index % garbage.length]])
    const garbled: typeof list.fetch = async (input) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input)
      const [page, entries] = [Number(searchParams.get('page')), Number(searchParams.get('entries'))]
      return Response.json({ count: rows.length, data: rows.slice((page - 1) * entries, page * entries) })
    }
    await render({ env: { storage: () => null, now: clock.now, setTimeout: clock.setTimeout, fetch: garbled } })
    await settled(() => expect(names().slice(0, 3)).toEqual(['Wallet 0', 'Wallet 1', 'Wallet 2']))
    expect(names().every((name) => name !== 'Number' && name !== 'Nobody')).toBe(true)
  })

  it('opens the QR code of the selected wallet, or connects it directly if it is installed', async () => {
    await render()
    await settled(() => expect(names()).toContain('Wallet 3'))
    await view?.press('Wallet 3')
    expect(getRoute(world.modal.getState())).toEqual({
      view: 'ConnectingWalletConnect',
      params: { walletId: 'w3', namespace: undefined },
    })
    goBack(world.modal)
    await type('rainbow')
    await clock.advance(1_000)
    await settled(() => expect(names()).toEqual(['Rainbow']))
    await view?.press('Rainbow')
    await settled(() => expect(world.wallets.rainbow.asked).toBe(1))
  })

  it.each([
    ['pairing is not available', { isPairing: false }],
    ['the app has turned pairing off', { enableWalletConnect: false }],
  ])('opens the downloads of a wallet if %s', async (_, options) => {
    await render(options)
    await settled(() => expect(names()).toContain('Wallet 3'))
    await view?.press('Wallet 3')
    expect(getRoute(world.modal.getState()).view).toBe('Downloads')
  })

  it('searches from two characters, and keeps the shown wallets until the response arrives', async () => {
    await render()
    await settled(() => expect(names()).toContain('Wallet 3'))
    await type('r')
    await clock.advance(1_000)
    expect(list.searches()).toEqual([])
    await type('rai')
    expect(names()).toContain('Wallet 3')
    await clock.advance(1_000)
    await settled(() => expect(names()).toEqual(['Rainbow']))
    expect(view?.element.querySelector('[role=status]')?.textContent).toBe('1 wallet found')
    await type('')
    expect(names()).toContain('Wallet 3')
  })

  it('keeps the shown wallets while the search code loads, and requests only the latest input', async () => {
    await render()
    await settled(() => expect(names()).toContain('Wallet 3'))
    await type('wall', 'rai')
    expect(names()).toContain('Wallet 3')
    await clock.advance(1_000)
    await settled(() => expect(names()).toEqual(['Rainbow']))
    expect(list.searches()).toEqual(['rai'])
  })

  it('shows all wallets when the modal is opened again after a search', async () => {
    await render()
    await settled(() => expect(names()[0]).toBe('Wallet 0'))
    await type('rainbow')
    await clock.advance(1_000)
    await settled(() => expect(names()).toEqual(['Rainbow']))
    act(() => void close(world.modal))
    // views learn it after a frame
    await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    act(() => open(world.modal, { view: 'AllWallets' }))
    await settled(() => expect([view?.element.querySelector('input')?.value, names()[0]]).toEqual(['', 'Wallet 0']))
  })

  it('shows an empty state if the search finds no wallet', async () => {
    await render()
    await settled(() => expect(names()).toContain('Wallet 3'))
    await type('nothing of this name')
    await clock.advance(1_000)
    await settled(() => expect(view?.element.textContent).toContain('No wallets found'))
  })

  it('can show certified wallets only', async () => {
    await render()
    await settled(() => expect(names()).toContain('Wallet 3'))
    await view?.press('Certified only')
    await clock.advance(1_000)
    await settled(() => expect(names()).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90].map((id) => `Wallet ${id}`)))
    expect(view?.element.querySelector('[aria-pressed]')?.getAttribute('aria-pressed')).toBe('true')
  })

  it('shows an error if loading fails, and loads again on Try again', async () => {
    list.fail(503)
    await render()
    await settled(() => expect(view?.element.querySelector('[role=alert]')?.textContent).toContain('Server error'))
    expect(cells()).toHaveLength(0)
    list.fail(429)
    await view?.press('Try again')
    await settled(() => expect(view?.element.querySelector('[role=alert]')?.textContent).toContain('Too many requests'))
    list.fail(undefined)
    await view?.press('Try again')
    await settled(() => expect(names()).toContain('Wallet 3'))
    expect(view?.element.querySelector('[role=alert]')).toBeNull()
  })

  it('is a single tab stop, with arrow-key navigation', async () => {
    await render()
    await settled(() => expect(names()).toContain('Wallet 3'))
    const stops = (): readonly (string | undefined)[] =>
      cells().flatMap((cell) => (cell.tabIndex === 0 ? [cell.dataset['index']] : []))
    expect(stops()).toEqual(['0'])
    cells()[0]?.focus()
    await press('ArrowRight')
    await press('ArrowDown')
    expect([stops(), (document.activeElement as HTMLElement).dataset['index']]).toEqual([['5'], '5'])
    await press('ArrowUp')
    await press('ArrowLeft')
    expect((document.activeElement as HTMLElement).dataset['index']).toBe('0')
    await press('ArrowLeft')
    expect((document.activeElement as HTMLElement).dataset['index']).toBe('0')
  })

  it('links to a QR code only on phones', async () => {
    await render()
    expect(view?.names()).not.toContain('Show QR code')
    view?.unmount()
    world.modal.destroy()
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
    await render()
    await view?.press('Show QR code')
    expect(getRoute(world.modal.getState())).toEqual({
      view: 'ConnectingWalletConnect',
      params: { namespace: undefined },
    })
  })
})
