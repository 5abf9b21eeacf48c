// @vitest-environment happy-dom
import { internals, type Route } from '@latchkey/core'
import { disconnect } from '@latchkey/core/controllers/connection'
import { close, getRoute, open } from '@latchkey/core/internal'
import { SwapNotCheckedError, SwapUnsafeError } from '@latchkey/core/plugin'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeSwapWorld, type FakeSwapWorld, router, usdl } from '../../testing/createFakeSwaps.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { SwapPreviewView } from './SwapPreviewView.js'
import { SwapProgress } from './SwapProgress.js'
import { SwapSelectTokenView } from './SwapSelectTokenView.js'
import { SwapView } from './SwapView.js'

let world: FakeSwapWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const buy = { amount: '1', fromToken: 'ETH', toToken: 'USDL' }

const otherRouter = `0x${'4'.repeat(40)}`

const sell = { amount: '500', fromToken: 'USDL', toToken: 'ETH' }

/** The view of the route, as the router would show it. */
const toView = (route: Route): ReactElement => {
  if (route.view === 'SwapSelectToken') return <SwapSelectTokenView params={route.params} />
  if (route.view === 'SwapPreview') return <SwapPreviewView />
  return <SwapView params={route.view === 'Swap' ? route.params : undefined} />
}

const render = async (
  params?: Parameters<typeof createFakeSwapWorld>[0],
  change: (world: FakeSwapWorld) => void = () => undefined,
): Promise<void> => {
  world = await createFakeSwapWorld(params)
  change(world)
  view = await renderView(world.modal, toView(getRoute(world.modal.getState())))
}

const follow = () => view.render(toView(getRoute(world.modal.getState())))

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const text = () => view.element.textContent ?? ''

const action = () => [...view.element.querySelectorAll<HTMLElement>('button[data-kind=primary]')].at(-1)

const field = () => view.element.querySelector('input') as HTMLInputElement

const ready = () => settled(() => expect(action()?.textContent).toBe('Review swap'))

describe('SwapView', () => {
  it('[S2.4] shows the arguments of open and their quote', async () => {
    await render(buy)
    await ready()
    expect(field().value).toBe('1')
    expect(view.element.querySelector('output')?.textContent).toBe('2,500')
    expect(view.names()).toEqual(expect.arrayContaining(['ETH Change token', 'USDL Change token']))
    for (const words of ['1 ETH = 2,500 USDL', '0.00%', '1.00%', '2,475 USDL', '0.00015 ETH'])
      expect(text()).toContain(words)
  })

  it('labels its button with the next missing or invalid input', async () => {
    await render()
    await settled(() => expect(action()?.textContent).toBe('Select a token'))
    expect(action()?.getAttribute('aria-disabled')).toBe('true')
    await view.press('Select token')
    await follow()
    await view.press('USDL Coin')
    await follow()
    await settled(() => expect(action()?.textContent).toBe('Enter an amount'))
    const says = async (typed: string, words: string): Promise<void> => {
      await typeText(field(), typed)
      await world.clock.advance(200)
      await settled(() => expect(action()?.textContent).toBe(words))
    }
    await says('1,5', 'Enter a valid amount')
    await says('1e18', 'Enter a valid amount')
    await says('5', 'Insufficient balance')
    await says('0.5', 'Review swap')
  })

  it('sets the whole balance on Max, and notes that it is reduced by the fee', async () => {
    await render({ fromToken: 'ETH', toToken: 'USDL' })
    await settled(() => expect(view.names()).toContain('Max'))
    await view.press('Max')
    await world.clock.advance(200)
    await ready()
    expect(field().value).toBe('2')
    expect(text()).toContain('The amount is reduced to leave enough ETH')
  })

  it('reverses the direction', async () => {
    await render(buy)
    await ready()
    await view.press('Reverse direction')
    await ready()
    expect(view.element.querySelector('output')?.textContent).toBe('0.0004')
  })

  it('warns of a high price impact', async () => {
    await render(buy, ({ swaps }) => {
      swaps.price = 2_000
    })
    await settled(() => expect(view.element.querySelector('[role=alert]')?.textContent).toContain('20.0%'))
  })

  it('shows if there is no liquidity or the service fails, and recovers', async () => {
    await render(buy, ({ swaps }) => {
      swaps.faults['quotes'] = () => Response.json({ quotes: [] })
    })
    await settled(() => expect(action()?.textContent).toBe('Insufficient liquidity'))
    await view.press('Insufficient liquidity')
    expect(getRoute(world.modal.getState()).view).toBe('Swap')
    world.swaps.faults['quotes'] = () => new Response('', { status: 500 })
    await world.clock.advance(10_000)
    await settled(() => expect(action()?.textContent).toBe('The swap service is unavailable'))
    world.swaps.faults['quotes'] = undefined
    await world.clock.advance(10_000)
    await ready()
  })

  it('shows an error if the tokens cannot be loaded, and retries', async () => {
    await render(buy, ({ swaps }) => {
      swaps.faults['tokens'] = () => new Response('<html>')
    })
    await settled(() => expect(text()).toContain('The swap service returned an invalid response'))
    world.swaps.faults['tokens'] = undefined
    await view.press('Try again')
    await ready()
  })

  it('[S5.13] links to the networks if the current one has no swaps', async () => {
    await render(buy, ({ swaps }) => {
      swaps.faults['supported-chains'] = () => Response.json({ http: [], ws: [] })
    })
    await settled(() => expect(text()).toContain("Swaps aren't available on this network"))
    await view.press('Choose another network')
    expect(getRoute(world.modal.getState()).view).toBe('Networks')
  })

  it('offers to connect if no wallet is connected', async () => {
    await render(buy)
    await ready()
    await act(() => disconnect(world.modal, { keepView: true }))
    await settled(() => expect(text()).toContain('No wallet connected'))
    await view.press('Connect')
    expect(getRoute(world.modal.getState())).toEqual({ view: 'Connect', params: { namespace: 'eip155' } })
  })
})

describe('SwapSelectTokenView', () => {
  it('lists own tokens first, suggests eight, and searches by symbol and address', async () => {
    await render(buy, ({ swaps }) => {
      swaps.more = Array.from({ length: 300 }, (_, index) => `TK${index}`)
    })
    await ready()
    await view.press('USDL Change token')
    await follow()
    expect(view.element.querySelectorAll('.token-chip')).toHaveLength(8)
    const rows = () => [...view.element.querySelectorAll('.row b')].map(({ textContent }) => textContent)
    expect(rows().slice(0, 3)).toEqual(['ETH Coin', 'USDL Coin', 'TK0 Coin'])
    expect(rows().length).toBeLessThan(30)
    expect([...view.element.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      'Your tokens',
      'All tokens',
    ])
    await typeText(field(), 'tk29')
    expect(rows()).toEqual(
      ['TK29', ...Array.from({ length: 10 }, (_, index) => `TK29${index}`)].map((name) => `${name} Coin`),
    )
    expect(view.element.querySelectorAll('.token-chip')).toHaveLength(0)
    await typeText(field(), usdl.split(':')[2]?.toUpperCase() ?? '')
    expect(rows()).toEqual(['USDL Coin'])
    await typeText(field(), 'none of these')
    expect(text()).toContain('No tokens found')
    expect(text()).toContain('Check the spelling, or search by address.')
    await typeText(field(), 'TK299')
    await view.press('TK299 Coin')
    expect(world.modal.getState()).toMatchObject({ swap: { to: { symbol: 'TK299' } } })
    expect(getRoute(world.modal.getState()).view).toBe('Swap')
  })

  it('removes a selected token', async () => {
    await render(buy)
    await ready()
    await view.press('USDL Change token')
    await follow()
    await view.press('Remove USDL')
    await follow()
    await settled(() => expect(action()?.textContent).toBe('Select a token'))
    expect(view.names()).toContain('Select token')
    await view.press('Select token')
    await follow()
    expect(view.names().filter((name) => name.startsWith('Remove'))).toEqual([])
  })
})

describe('SwapPreviewView', () => {
  const review = async (...args: Parameters<typeof render>): Promise<void> => {
    await render(...args)
    await ready()
    await view.press('Review swap')
    await follow()
  }

  it('shows the swap, sends it to the wallet, waits for the network, and links to the explorer', async () => {
    await review(buy)
    expect(text()).toContain('You pay1 ETH')
    let agree = (_: string): void => undefined
    let take = (_: object): void => undefined
    world.answer = () => new Promise((resolve) => (agree = resolve))
    world.outcome = () => new Promise((resolve) => (take = resolve))
    await act(async () => action()?.click())
    await settled(() => expect(world.sent).toEqual([router.split(':')[2]]))
    expect(text()).toContain('Swapping…')
    await act(async () => agree('0xabc'))
    await settled(() => expect(text()).toContain('Swapping 1 ETH for 2,500 USDL'))
    expect(view.element.querySelector('a')?.getAttribute('href')).toBe('https://scan.example/tx/0xabc')
    await act(async () => take({ status: 'confirmed' }))
    await settled(() => expect(text()).toContain('1 ETH swapped for 2,500 USDL'))
    await view.press('Done')
    expect(world.modal.getState().router.stack).toEqual([{ view: 'Account', params: undefined }])
  })

  it('requests the approval first, then the swap', async () => {
    await review(sell)
    await settled(() => expect(action()?.textContent).toBe('Approve USDL'))
    world.swaps.allowance = 10n ** 12n
    await act(async () => action()?.click())
    await settled(() => expect(action()?.textContent).toBe('Swap'))
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('500 USDL swapped for 0.2 ETH'))
    expect(world.sent).toEqual([usdl, router].map((token) => token.split(':')[2]))
  })

  it.each(['clearing', 'approving', 'sending', 'confirming', 'done'] as const)(
    'fills in all placeholders of its texts while the swap is %s',
    async (step) => {
      await render(sell)
      await ready()
      const { swap } = world.modal.getState()
      if (!swap) throw new Error('There is no swap.')
      await view.render(<SwapProgress swap={{ ...swap, step }} />)
      expect(text()).not.toContain('{')
    },
  )

  it('shows that the swap was declined, and can be retried', async () => {
    await review(buy)
    let isDeclined = true
    world.answer = () =>
      isDeclined ? Promise.reject(Object.assign(new Error('No.'), { code: 4001 })) : Promise.resolve('0xabc')
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('Declined in your walletNothing was swapped.'))
    expect([getRoute(world.modal.getState()).view, view.names()]).toEqual(['SwapPreview', ['Try again', 'Cancel']])
    isDeclined = false
    await view.press('Try again')
    await settled(() => expect(text()).toContain('1 ETH swapped for 2,500 USDL'))
    expect(world.modal.getState().toast).toBeUndefined()
  })

  it('shows a retried swap without the link to the failed transaction', async () => {
    await review(buy)
    world.outcome = async () => ({ status: 'failed', reason: 'K' })
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('Swap failed'))
    world.answer = () => new Promise(() => undefined)
    await view.press('Try again')
    await settled(() => expect(world.sent).toHaveLength(2))
    expect(text()).toContain('Swapping…')
    expect(view.element.querySelector('a')).toBeNull()
  })

  it('asks for a new review on retry if the price has changed', async () => {
    await review(buy)
    world.answer = () => Promise.reject(Object.assign(new Error('No.'), { code: 4001 }))
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('Declined in your wallet'))
    world.swaps.price = 2_000
    await world.clock.advance(10_000)
    await settled(() => expect(world.modal.getState().swap?.quote).toMatchObject({ offer: { toAmount: '2000000000' } }))
    await view.press('Try again')
    await settled(() => expect(text()).toContain('You receive2,000 USDL'))
    expect([world.sent.length, action()?.textContent]).toEqual([1, 'Swap'])
  })

  it('shows a changed price before it sends a wallet request', async () => {
    await review(buy)
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await world.clock.advance(60_000)
    world.swaps.price = 2_000
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('The price has changed'))
    hidden.mockRestore()
    await view.press('Try again')
    await settled(() => expect(text()).toContain('You receive2,000 USDL'))
    expect(world.sent).toEqual([])
  })

  it('a click within a second after the price was replaced agrees to the previous price only', async () => {
    await review(buy)
    world.swaps.price = 2_000
    await world.clock.advance(10_000)
    await settled(() => expect(text()).toContain('You receive2,000 USDL'))
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('The price has changed'))
    expect(world.sent).toEqual([])
    await view.press('Try again')
    await settled(() => expect(text()).toContain('You receive2,000 USDL'))
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('1 ETH swapped for 2,000 USDL'))
  })

  it('a click within a second after the router was replaced approves the previous router only', async () => {
    await review(sell)
    await settled(() => expect(action()?.textContent).toBe('Approve USDL'))
    const approved: unknown[] = []
    Object.assign(world.modal[internals].adapters.get('eip155')?.features ?? {}, {
      'swap:router': async () => ({ address: otherRouter, isPinned: false }),
      'swap:approval': async ({ trade }: { readonly trade: { readonly router: string } }) => {
        approved.push(trade.router)
        return { clears: false }
      },
    })
    await world.clock.advance(10_000)
    await settled(() => expect(text()).toContain(otherRouter))
    await act(async () => action()?.click())
    await settled(() => expect(approved).toEqual([router.split(':')[2]]))
  })

  it('returns to the form after a declined swap, and starts a new review from there', async () => {
    await review(buy)
    world.answer = () => Promise.reject(Object.assign(new Error('No.'), { code: 4001 }))
    await act(async () => action()?.click())
    await settled(() => expect(view.names()).toContain('Cancel'))
    await view.press('Cancel')
    expect(getRoute(world.modal.getState()).view).toBe('Swap')
    await follow()
    await ready()
    await view.press('Review swap')
    await follow()
    expect(action()?.textContent).toBe('Swap')
  })

  it('shows a toast if the swap fails after the user has closed the modal', async () => {
    await review(buy)
    let decline = (_: Error): void => undefined
    world.answer = () => new Promise((_, reject) => (decline = reject))
    await act(async () => action()?.click())
    await settled(() => expect(world.sent).toHaveLength(1))
    await act(async () => close(world.modal))
    await act(async () => decline(Object.assign(new Error('No.'), { code: 4001 })))
    await settled(() =>
      expect(world.modal.getState().toast).toEqual({ variant: 'error', message: { text: 'Declined in your wallet' } }),
    )
  })

  it('shows before the next swap that a swap never went through, if that was found out after the user has closed the modal', async () => {
    let find = (_: object): void => undefined
    await review(buy, ({ modal }) => {
      Object.assign(modal[internals].adapters.get('eip155')?.features ?? {}, {
        'transaction:mark': async () => ({ nonce: 1 }),
        'transaction:find': () => new Promise((resolve) => (find = resolve)),
      })
    })
    world.answer = () => Promise.reject(new Error('The wallet crashed.'))
    await act(async () => action()?.click())
    await settled(() => expect(world.modal.getState().swap?.step).toBe('looking'))
    await act(async () => close(world.modal))
    await act(async () => find({ status: 'void' }))
    await settled(() => expect(world.modal.getState().swap?.step).toBe('void'))
    await act(async () => open(world.modal, { view: 'Swap', arguments: buy }))
    await follow()
    await ready()
    await view.press('Review swap')
    await follow()
    expect(text()).toContain("Your previous transaction wasn't sent and can no longer go through.")
    expect(action()?.getAttribute('aria-disabled')).toBeNull()
  })

  it('shows the progress of an open swap, not the form, when the user returns after closing the modal', async () => {
    await review(buy)
    let take = (_: object): void => undefined
    world.outcome = () => new Promise((resolve) => (take = resolve))
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('Swapping 1 ETH for 2,500 USDL'))
    await act(async () => close(world.modal))
    await act(async () => open(world.modal, { view: 'Swap' }))
    await follow()
    await settled(() => expect(text()).toContain('Swapping 1 ETH for 2,500 USDL'))
    expect(view.element.querySelector('input')).toBeNull()
    await act(async () => take({ status: 'confirmed' }))
    await settled(() => expect(text()).toContain('1 ETH swapped for 2,500 USDL'))
  })

  it('shows the router and the minimum received, and notes if the app does not know the router', async () => {
    await review(buy)
    expect(text()).toContain(`Minimum received2,475 USDLRouter${router.split(':')[2]}`)
    expect(text()).not.toContain('simulated')
    view.unmount()
    await review(buy, (own) => {
      own.isPinned = false
    })
    expect(text()).toContain("This app doesn't know this router. The swap is simulated before your wallet is asked.")
  })

  it.each([
    [
      'SWAP_UNSAFE',
      new SwapUnsafeError(),
      'Swap blocked. It does something other than shown here.',
      'Back to swap',
      'Review swap',
    ],
    ['SWAP_NOT_CHECKED', new SwapNotCheckedError(), "Swap blocked. It couldn't be checked.", 'Try again', 'Try again'],
  ])('blocks the swap with %s, without a request to the wallet', async (_, error, words, way, next) => {
    await review(buy)
    world.check = () => Promise.reject(error)
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain(words))
    expect(world.sent).toEqual([])
    await view.press(way)
    await follow()
    expect(action()?.textContent).toBe(next)
  })

  it('shows an unconfirmed swap if its outcome is unknown, and does not offer to retry', async () => {
    await review(buy)
    world.outcome = () => Promise.reject(new Error('The node is gone.'))
    await act(async () => action()?.click())
    await settled(() => expect(text()).toContain('Not confirmed yet'))
    expect(view.names()).toEqual(['View on Ethereum explorer', 'Done'])
  })

  it('shows an empty state if nothing was selected', async () => {
    await render()
    await settled(() => expect(action()?.textContent).toBe('Select a token'))
    await view.render(<SwapPreviewView />)
    expect(text()).toContain('Nothing to review')
  })
})
