import { expect } from '@playwright/test'
import type { Flow } from './Flow.js'

type Rect = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** From a wide window to a narrow one. */
export const layout: Flow = {
  title: 'sees the code beside the list, and in a narrow window in its place, in a sheet at the bottom',
  embeddedWallet: false,
  run: async ({ user, page, open }) => {
    await open('?walletConnect=1')
    await user.press('button', 'Connect')
    await user.find('heading', 'What is a wallet?')
    await user.press('button', /WalletConnect/)
    await user.find('button', 'Copy link')
    await user.find('button', /Dev wallet/)
    const wide = await page.evaluate(readPlaces, null)
    const [list, detail] = wide.panes as [Rect, Rect]
    expect(wide.panes).toHaveLength(2)
    expect(detail.left).toBeGreaterThanOrEqual(list.right - 1)
    expect(detail.top).toBe(list.top)
    expect(Math.abs(wide.card.left - (wide.width - wide.card.right))).toBeLessThanOrEqual(1)
    expect(wide.card.top).toBeGreaterThan(0)
    expect(wide.card.bottom).toBeLessThan(wide.height)

    await page.resize({ width: 400, height: 800 })
    await user.find('button', 'Copy link')
    await user.expectGone('button', /Dev wallet/)
    const narrow = await page.evaluate(readPlaces, null)
    expect(narrow.panes).toEqual([])
    // the window of WebKitGTK has a minimum width, in which there is still room around the card
    if (narrow.width > 440)
      expect(Math.abs(narrow.card.left - (narrow.width - narrow.card.right))).toBeLessThanOrEqual(1)
    else expect(narrow.card).toMatchObject({ left: 0, right: narrow.width, bottom: narrow.height })
    await user.press('button', 'Back')
    await user.find('button', /Dev wallet/)

    await page.resize({ width: 1280, height: 900 })
    await user.find('heading', 'What is a wallet?')
  },
}

/** Runs in the page. */
function readPlaces(): {
  readonly width: number
  readonly height: number
  readonly card: Rect
  readonly panes: readonly Rect[]
} {
  const find = (selector: string): readonly Rect[] =>
    [...(document.querySelector('latchkey-modal')?.shadowRoot?.querySelectorAll(selector) ?? [])].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return { left, top, right, bottom }
    })
  const [card] = find('.card')
  if (!card) throw new Error('The modal has no card.')
  return { width: document.documentElement.clientWidth, height: innerHeight, card, panes: find('.pane') }
}
