import { matrix } from '../fixtures/matrix.js'
import { expect, phones, test } from './phoneTest.js'

const wallets = Array.from({ length: 60 }, (_, index) => ({
  id: `w${index}`,
  name: `Wallet ${index} with a name that is rather long`,
  mobile_link: `w${index}://`,
  app_store: 'https://apps.apple.com/app/w',
  homepage: 'https://w.example',
}))

const views: readonly { readonly view: string; readonly arguments?: object }[] = [
  { view: 'Connect' },
  { view: 'AllWallets' },
  { view: 'ConnectingWalletConnect', arguments: { walletId: 'w0' } },
  { view: 'ConnectingWalletConnect' },
  { view: 'ConnectingWalletConnectBasic' },
  { view: 'Downloads', arguments: { walletId: 'w0' } },
  { view: 'GetWallet' },
  { view: 'WhatIsAWallet' },
  { view: 'Networks' },
]

const screens = {
  'a narrow phone': { width: 320, height: 568 },
  'a phone in landscape': { width: 667, height: 375 },
  'a small phone in landscape': { width: 568, height: 320 },
}

for (const [name, viewport] of matrix(Object.entries(screens))) {
  test.describe(`@walletconnect ${name}`, () => {
    test.use({ ...phones.iPhone, viewport })

    test('nothing is cut off, the header stays visible, and touch targets are at least 44 px', async ({ phone }) => {
      test.slow()
      await phone.serveWallets(wallets)
      await phone.goto()
      for (const request of views) {
        await phone.page.evaluate((value) => window.latchkey.open(value), request)
        await expect(phone.dialog).toBeVisible()
        await expect(phone.dialog.locator('.view[aria-busy=true]')).toHaveCount(0)
        // once the sheet has slid in
        await expect.poll(() => phone.dialog.evaluate(measure), request.view).toEqual([])
      }
    })
  })
}

/** Returns what doesn't fit. Runs in the page. */
function measure(dialog: HTMLElement): readonly string[] {
  const problems: string[] = []
  const toName = (element: Element): string =>
    element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30) ?? ''
  if (document.documentElement.scrollWidth > innerWidth) problems.push('the page scrolls horizontally')
  for (const name of ['.card', '.content', '.view']) {
    const part = dialog.querySelector(name)
    if (part && part.scrollWidth > part.clientWidth + 1) problems.push(`${name} scrolls horizontally`)
  }
  const { top, bottom } = dialog.querySelector('.card')?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
  if (top < 0 || bottom > innerHeight + 1) problems.push(`the card goes from ${top} to ${bottom}`)
  const head = dialog.querySelector('.head')?.getBoundingClientRect()
  if (!head || head.top < 0 || head.bottom > innerHeight) problems.push('the header is not visible')
  const qr = dialog.querySelector('.qr')?.getBoundingClientRect()
  if (qr && (qr.bottom > innerHeight || qr.right > innerWidth)) problems.push('the code is not fully visible')
  for (const control of dialog.querySelectorAll('button, a, [role=tab]')) {
    const { width, height, left, right } = control.getBoundingClientRect()
    // links within a sentence are as high as its lines
    if (width === 0 || getComputedStyle(control).display === 'inline') continue
    if (Math.round(height) < 44 || Math.round(width) < 44) problems.push(`${width}×${height}: ${toName(control)}`)
    if (left < 0 || right > innerWidth) problems.push(`cut off: ${toName(control)}`)
  }
  for (const field of dialog.querySelectorAll('input'))
    if (field.type === 'text' && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      problems.push('a field zooms in')
  return problems
}
