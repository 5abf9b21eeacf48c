import { matrix } from '../fixtures/matrix.js'
import type { ListRow } from './PhonePage.js'
import { expect, phones, test } from './phoneTest.js'

const glow: ListRow = {
  id: 'glow',
  name: 'Glow',
  mobile_link: 'glow://',
  link_mode: 'https://glow.example',
  app_store: 'https://apps.apple.com/app/glow',
}
const pairingCode = /^wc:[\da-f]{64}@2\?/
const toCode = (href = ''): string => new URL(href).searchParams.get('uri') ?? ''

for (const [name, device] of matrix(Object.entries(phones))) {
  test.describe(`@walletconnect ${name}`, () => {
    test.use(device)

    test('[S2.8] without chain adapters the wallet list opens', async ({ phone }) => {
      await phone.serveWallets([glow])
      await phone.goto('?adapters=0')
      await phone.connectButton.tap()
      await expect(phone.heading('All wallets')).toBeVisible()
      await phone.dialog.getByText('Glow', { exact: true }).tap()
      await expect(phone.link('Open Glow')).toBeVisible()
    })

    test('a tap navigates to the wallet within its user activation, with the pairing URI in the link', async ({
      phone,
    }) => {
      await phone.serveWallets([glow])
      await phone.goto()
      await phone.pickWallet('Glow')
      await phone.link('Open Glow').tap()
      const [leaving, ...more] = await phone.leavings()
      expect(more).toEqual([])
      expect(leaving).toMatchObject({ isUserInitiated: true, isActive: true })
      expect(leaving?.href).toMatch(/^https:\/\/glow\.example\/wc\?uri=/)
      expect(toCode(leaving?.href)).toMatch(pairingCode)
    })

    test('the link to the wallet is disabled until there is a pairing URI', async ({ phone, expectedErrors }) => {
      expectedErrors.push(/WebSocket/)
      await phone.page.routeWebSocket(/.*/, () => {
        // the relay never responds
      })
      await phone.serveWallets([glow])
      await phone.goto()
      await phone.pickWallet('Glow')
      await expect(phone.button('Open Glow')).toBeDisabled()
      await expect(phone.link('Open Glow')).toHaveCount(0)
      expect(await phone.leavings()).toEqual([])
    })

    test('a wallet that does not open is reported after about 1.5 s, and the other link is not followed without a tap', async ({
      phone,
    }) => {
      await phone.serveWallets([glow])
      await phone.goto()
      await phone.pickWallet('Glow')
      await expect(phone.link('Open Glow')).toBeVisible()
      const waited = await phone.page.evaluate(async () => {
        const root = document.querySelector('latchkey-modal')?.shadowRoot
        const link = root?.querySelector<HTMLAnchorElement>('a.btn[data-kind=primary]')
        const start = performance.now()
        link?.click()
        while (!root?.textContent?.includes("Couldn't open Glow")) await new Promise(requestAnimationFrame)
        return performance.now() - start
      })
      expect(waited).toBeGreaterThanOrEqual(1_400)
      // plus frames of a busy machine
      expect(waited).toBeLessThan(5_000)
      expect(await phone.leavings()).toHaveLength(1)
      await expect(phone.button('Copy link')).toBeEnabled()
      await expect(phone.button('Show QR code')).toBeVisible()
      await expect(phone.button('Get it')).toBeVisible()

      await phone.link('Open Glow').tap()
      const [first, second] = await phone.leavings()
      expect(second).toMatchObject({ isUserInitiated: true, isActive: true })
      expect(second?.href).toMatch(/^glow:\/\/wc\?uri=/)
      // one pairing for all taps
      expect(toCode(second?.href)).toBe(toCode(first?.href))
    })

    test('a wallet that has opened is not reported as failed', async ({ phone }) => {
      await phone.serveWallets([glow])
      await phone.goto()
      await phone.pickWallet('Glow')
      await phone.link('Open Glow').tap()
      await phone.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
      await expect(phone.heading('Waiting for Glow')).toBeVisible()
      await phone.page.waitForTimeout(1_700)
      await expect(phone.heading('Waiting for Glow')).toBeVisible()
    })
  })
}
