import type { Page } from '@playwright/test'
import type { PhonePage } from './PhonePage.js'
import { expect, phones, test } from './phoneTest.js'

const glow = { id: 'glow', name: 'Glow', mobile_link: 'glow://', link_mode: 'https://glow.example' }

/** Taps the link to the wallet and passes its code to a wallet in a page of its own, as the phone would. */
async function pairByLink(phone: PhonePage, wallet: Page): Promise<void> {
  await phone.pickWallet('Glow')
  await phone.link('Open Glow').tap()
  const [leaving] = await phone.leavings()
  const code = new URL(leaving?.href ?? '').searchParams.get('uri') ?? ''
  await phone.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await wallet.goto(`${process.env['WALLET_URL']}#uri=${encodeURIComponent(code)}`)
  await wallet.getByRole('button', { name: 'Approve connection' }).click()
  await expect(phone.status).toHaveText('connected')
}

test.describe('@walletconnect a wallet on the same phone', () => {
  test.use(phones.iPhone)

  test('is opened by a tap and approves there, and the page continues automatically', async ({ phone, browser }) => {
    test.slow()
    const wallet = await (await browser.newContext()).newPage()
    await phone.serveWallets([glow])
    await phone.goto()
    await pairByLink(phone, wallet)
    await expect(phone.dialog).toBeHidden()
    await wallet.context().close()
  })

  test('has its link stored over a reload, and removed once it is disconnected', async ({ phone, browser }) => {
    test.slow()
    const wallet = await (await browser.newContext()).newPage()
    await phone.serveWallets([glow])
    await phone.goto()
    await pairByLink(phone, wallet)
    const readLink = (): Promise<unknown> =>
      phone.page.evaluate(() => JSON.parse(localStorage.getItem('latchkey/state') ?? '{}').data?.walletLink)
    expect(await readLink()).toEqual({ name: 'Glow', href: 'glow://', connectorId: 'walletConnect' })

    await phone.page.reload()
    await expect(phone.status).toHaveText('connected')
    expect(await readLink()).toMatchObject({ href: 'glow://' })
    await phone.page.evaluate(() => window.latchkey.open({ view: 'Account' }))
    await phone.button('Disconnect').tap()
    await expect(phone.status).toHaveText('disconnected')
    expect(await readLink()).toBeUndefined()
    await wallet.context().close()
  })
})
