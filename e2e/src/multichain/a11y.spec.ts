import { findViolations } from '../fixtures/createAxe.js'
import { expect, test } from '../fixtures/multiTest.js'

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 320],
] as const)
  test(`axe finds nothing on the views for several wallets, ${colorScheme}, ${width} px wide @multichain`, async ({
    multi,
    page,
  }) => {
    // what fades has no contrast yet
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const { dialog } = multi.demo
    const found: string[] = []
    const check = async (name: string, title: string): Promise<void> => {
      await expect(dialog.locator('#title')).toHaveText(title)
      await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
      found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await multi.goto()
    await page.evaluate(() =>
      window.devWallets.solana?.script({ methods: { 'standard:connect': [{ kind: 'reject' }] } }),
    )
    await multi.demo.connectButton.click()
    await check('Connect', 'Connect')
    await multi.demo.button('Dev wallet').click()
    await expect(multi.demo.heading('Choose where to connect')).toBeVisible()
    await check('ConnectingMultiChain', 'Dev wallet')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(multi.demo.heading('Not connected everywhere')).toBeVisible()
    await check('ConnectingMultiChain failed in part', 'Dev wallet')
    await multi.demo.button('Continue').click()
    await expect(dialog).toBeHidden()

    await multi.button('bip122', 'Show').click()
    await multi.demo.button(/^Wallets/).click()
    await check('ProfileWallets', 'Your wallets')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.evaluate(() => void window.latchkey.open({ view: 'Networks' }))
    await check('Networks', 'Choose a network')
    await multi.demo.button('Solana Local').click()
    await check('SwitchActiveChain', 'Solana Local')
    expect(found).toEqual([])
  })
