import { AxeBuilder } from '@axe-core/playwright'
import { findViolations } from '../fixtures/createAxe.js'
import { expect, test } from './embeddedTest.js'

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 320],
] as const)
  test(`axe finds nothing on the views of an embedded wallet, nor in its own screen, ${colorScheme}, ${width} px wide @embedded`, async ({
    embedded,
    page,
  }) => {
    test.slow()
    // what fades has no contrast yet
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const { demo } = embedded
    const found: string[] = []
    const check = async (name: string): Promise<void> => {
      await expect(demo.dialog.locator('[aria-busy=true]')).toHaveCount(0)
      found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`))
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width)
    }

    await embedded.goto()
    await demo.connectButton.click()
    await expect(embedded.emailField).toBeVisible()
    await check('Connect')
    demo.expectedFaults.push(/400 \(Bad Request\)/)
    await embedded.emailField.fill('ann@example')
    await embedded.emailField.press('Enter')
    await expect(demo.dialog.getByRole('alert')).not.toBeEmpty()
    await check('Connect, with no address')
    await embedded.emailField.fill(embedded.mailbox.address)
    await embedded.emailField.press('Enter')
    await expect(demo.heading('Approve this device')).toBeVisible()
    await check('EmailVerifyDevice')
    await embedded.approveDevice()
    await expect(embedded.codeField).toBeVisible()
    await check('EmailVerifyOtp')
    await embedded.codeField.fill('000000')
    await expect(demo.dialog.getByRole('alert')).not.toBeEmpty()
    await check('EmailVerifyOtp, with a wrong code')
    await embedded.typeCode()
    await embedded.expectConnected()

    await page.evaluate(() => void window.latchkey.open())
    await expect(demo.button('Settings')).toBeVisible()
    await check('Account')
    await demo.button('Settings').click()
    await expect(demo.button('Edit email')).toBeVisible()
    await check('AccountSettings')
    await demo.button('Edit email').click()
    await expect(demo.button('Save')).toBeVisible()
    await check('UpdateEmailWallet')
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()

    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(embedded.approve).toBeEnabled()
    await check('ApproveTransaction')
    const { violations } = await new AxeBuilder({ page }).include(['#w3m-iframe', 'body']).analyze()
    found.push(...violations.map(({ id, nodes }) => `the wallet’s screen: ${id}: ${nodes.map(({ html }) => html)}`))
    expect(found).toEqual([])
  })
