import { expect } from '@playwright/test'
import type { EmbeddedPage } from '../embedded/EmbeddedPage.js'
import { Mailbox } from '../embedded/Mailbox.js'

/** Visits the views of an email login and of the embedded wallet, and calls `look` at each. */
export async function visitEmbeddedViews(embedded: EmbeddedPage, look: (name: string) => Promise<void>): Promise<void> {
  const { demo, page, mailbox } = embedded
  const { dialog } = demo
  demo.expectedErrors.push(/400 \(Bad Request\)/)
  const see = async (name: string): Promise<void> => {
    await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
    await look(name)
  }
  await embedded.goto()
  await demo.connectButton.click()
  await expect(embedded.emailField).toBeVisible()
  await see('Connect with a field')
  await embedded.emailField.fill('ann@example')
  await embedded.emailField.press('Enter')
  await expect(dialog.getByRole('alert').last()).not.toBeEmpty()
  await see('Connect with no address')
  await page.evaluate(() => void window.latchkey.open({ view: 'EmailLogin' }))
  await expect(demo.dialog.locator('#title')).toHaveText('Sign in')
  await see('EmailLogin')
  await embedded.emailField.fill(mailbox.address)
  await embedded.emailField.press('Enter')
  await expect(demo.heading('Approve this device')).toBeVisible()
  await see('EmailVerifyDevice')
  await embedded.approveDevice()
  await expect(embedded.codeField).toBeVisible()
  await see('EmailVerifyOtp')
  await embedded.codeField.fill('000000')
  await expect(dialog.getByRole('alert').last()).not.toBeEmpty()
  await see('EmailVerifyOtp with a wrong code')
  await embedded.typeCode()
  await embedded.expectConnected()

  await page.evaluate(() => void window.latchkey.open())
  await expect(demo.button('Settings')).toBeVisible()
  await see('Account with a login')
  await demo.button('Settings').click()
  await expect(demo.button('Edit email')).toBeVisible()
  await see('AccountSettings')
  await demo.button('Edit email').click()
  await expect(demo.button('Save')).toBeVisible()
  await see('UpdateEmailWallet')
  const fresh = new Mailbox()
  await embedded.letPass(31)
  await dialog.getByRole('textbox', { name: 'New email address' }).fill(fresh.address)
  await demo.button('Save').click()
  await expect(dialog.getByText(mailbox.address)).toBeVisible()
  await see('UpdateEmailPrimaryOtp')
  await embedded.typeCode(1)
  await expect(dialog.getByText(fresh.address)).toBeVisible()
  await see('UpdateEmailSecondaryOtp')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(embedded.approve).toBeEnabled()
  await see('ApproveTransaction')
}
