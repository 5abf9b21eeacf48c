import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../../scripts/lib/root.mjs'
import { expect, test } from '../money/moneyTest.js'
import { succeed } from '../packed/succeed.js'
import { addStyles, record } from './stage.js'

// Makes docs/media from the demo: `npm run e2e -- --config e2e/media.config.ts`. Needs ffmpeg and the font Inter, which
// Debian packages as `ffmpeg` and `fonts-inter`.

const target = join(root, 'docs/media')

/** The room that the shadow of a card takes, in CSS pixels. */
const shadow = { top: 32, side: 56, bottom: 80 }

/** The open modal on nothing, as PNG with transparency. */
async function takeCard(page: Page): Promise<Buffer> {
  // icons of wallets, networks and logins
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const card = page.locator('latchkey-modal .card')
  // the height follows the view; other animations may be endless
  await card.evaluate((node) => Promise.allSettled(node.getAnimations().map(({ finished }) => finished)))
  const box = await card.boundingBox()
  if (!box) throw new Error('The modal is not open.')
  const clip = {
    x: box.x - shadow.side,
    y: box.y - shadow.top,
    width: box.width + 2 * shadow.side,
    height: box.height + shadow.top + shadow.bottom,
  }
  return page.screenshot({ clip, omitBackground: true, animations: 'disabled' })
}

for (const mode of ['light', 'dark'] as const)
  test.describe(mode, () => {
    test.use({ colorScheme: mode, deviceScaleFactor: 2, viewport: { width: 1000, height: 1300 } })

    test(`picture of the modal, ${mode}`, async ({ money, page, browser }) => {
      const { demo } = money
      const alone =
        'latchkey-modal { --lk-scrim: transparent } :root, body { background: none } #app { visibility: hidden }'
      await demo.goto('?blockchainApi=1&embeddedWallet=1&walletConnect=1')
      await demo.connectButton.click()
      await addStyles(page, alone)
      await demo.button('WalletConnect').click()
      await expect(demo.dialog.getByRole('button', { name: 'Copy link' })).toBeEnabled()
      await expect(demo.dialog.locator('[part=qr]')).not.toHaveAttribute('aria-busy')
      const connect = await takeCard(page)

      await money.goto()
      await money.openAccount()
      await addStyles(page, alone)
      const account = await takeCard(page)

      const images = [connect, account].map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`)
      // without the demo's scripts
      const sheet = await browser.newPage({ viewport: { width: 1600, height: 1100 } })
      await sheet.setContent(`<div>${images.join('')}</div>`)
      // the shadows of neighbors overlap; the images have two pixels per CSS pixel
      const overlap = `img + img { margin-inline-start: ${2 * (24 - 2 * shadow.side)}px }`
      await sheet.addStyleTag({ content: `div { display: inline-flex; align-items: center; zoom: 0.35 } ${overlap}` })
      mkdirSync(target, { recursive: true })
      await sheet.locator('div').screenshot({ path: join(target, `modal-${mode}.png`), omitBackground: true })
      await sheet.close()
    })
  })

test.describe('recording', () => {
  test.use({ colorScheme: 'light', viewport: { width: 680, height: 690 } })

  test('recording of connecting and sending', async ({ money, page }) => {
    const { demo } = money
    await demo.goto('?blockchainApi=1&walletConnect=1')
    await addStyles(page, '')
    const pause = (seconds: number): Promise<void> => page.waitForTimeout(seconds * 1000)
    await page.waitForLoadState('networkidle')
    const recording = record(page)
    await pause(1)
    await demo.connectButton.click()
    await pause(1.2)
    await demo.button('Dev wallet').click()
    await expect(demo.accountButton).toBeVisible()
    await pause(1)
    await money.openAccount()
    await pause(1.6)
    await money.action('Send').click()
    await money.expectView('Send')
    await pause(0.6)
    await demo.dialog.getByRole('textbox', { name: 'Amount' }).pressSequentially('1.5', { delay: 90 })
    await demo.dialog
      .getByRole('textbox', { name: 'To', exact: true })
      .fill('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')
    await pause(0.8)
    await demo.dialog.getByRole('button', { name: 'Review' }).click()
    await money.expectView('Review')
    await pause(1.4)
    await demo.dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(demo.dialog).toContainText('sent to')
    await pause(1)
    const frames = await recording.stop()

    const folder = test.info().outputPath('frames')
    mkdirSync(folder, { recursive: true })
    const list = frames.map(({ png, seconds }, index) => {
      writeFileSync(join(folder, `${index}.png`), png)
      return `file '${index}.png'\nduration ${seconds.toFixed(3)}`
    })
    // the duration of the last entry is ignored
    writeFileSync(join(folder, 'list.txt'), [...list, `file '${frames.length - 1}.png'`].join('\n'))
    const file = join(target, 'recording.webp')
    const format = ['-c:v', 'libwebp_anim', '-lossless', '1', '-compression_level', '6', '-loop', '0']
    await succeed(
      'ffmpeg',
      ['-loglevel', 'error', '-y', '-f', 'concat', '-i', 'list.txt', '-vsync', 'vfr', ...format, file],
      folder,
    )
    rmSync(folder, { recursive: true })
    expect(statSync(file).size).toBeLessThan(1_000_000)
  })
})
