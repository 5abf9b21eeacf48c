import { expect } from '@playwright/test'
import type { LoginsPage } from '../logins/LoginsPage.js'

/** Visits the views of logins other than by email, and calls `look` at each. */
export async function visitLoginViews(logins: LoginsPage, look: (name: string) => Promise<void>): Promise<void> {
  const { demo, page } = logins
  demo.expectedErrors.push(/400 \(Bad Request\)/)
  await logins.goto('&phone=1')
  await demo.connectButton.click()
  await expect(demo.button('More login options')).toBeVisible()
  await look('Connect with logins')
  await demo.button('More login options').click()
  await expect(logins.social('Facebook')).toBeVisible()
  await look('ConnectSocials')
  await logins.social('Google').hover()
  const opened = page.waitForEvent('popup')
  await logins.social('Google').click()
  const popup = await opened
  await popup.getByLabel('Name').waitFor()
  await expect(demo.heading('Continue in the pop-up')).toBeVisible()
  await page.bringToFront()
  await look('ConnectingSocial')
  await popup.close()
  await expect(demo.dialog.getByText('Popup closed')).toBeVisible()
  await look('ConnectingSocial failed')
  await demo.button('Back').click()
  await logins.social('Farcaster').click()
  await expect(
    demo.dialog.getByRole('img', { name: 'QR code to log in with Farcaster' }).locator('svg').first(),
  ).toBeVisible()
  await look('ConnectingFarcaster')
  await demo.button('Back').click()
  await demo.button('Back').click()
  await demo.button('Continue with a passkey').click()
  // this browser has none
  await expect(demo.button('Try again')).toBeVisible()
  await look('ConnectingPasskey')
  await demo.button('Back').click()
  await demo.button('Continue with phone number').click()
  await demo.dialog.getByLabel('Mobile number').fill('1')
  await demo.button('Text me a code').click()
  await expect(demo.dialog.getByRole('alert').last()).not.toBeEmpty()
  await look('PhoneLogin')
  await demo.dialog.getByLabel('Mobile number').fill('+44 7400 123456')
  await demo.button('Text me a code').click()
  await expect(demo.dialog.getByLabel('Six-digit code')).toBeVisible()
  await look('PhoneVerify')
}
