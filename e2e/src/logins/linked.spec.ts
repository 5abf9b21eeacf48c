import { AccountPage } from './AccountPage.js'
import type { LoginsPage } from './LoginsPage.js'
import { expect, test } from './loginsTest.js'

async function openAccount(logins: LoginsPage): Promise<AccountPage> {
  const { page, demo } = logins
  await page.evaluate(() => void window.latchkey.open())
  await demo.button('Settings').click()
  const opened = page.waitForEvent('popup')
  await demo.dialog.getByRole('link', { name: 'Security and recovery' }).click()
  const account = new AccountPage(await opened)
  await expect(account.page.getByRole('textbox')).toBeVisible()
  await demo.page.keyboard.press('Escape')
  return account
}

async function logOut({ page, demo }: LoginsPage): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect wallet' }).click()
  await demo.expectDisconnected()
}

test.describe('one wallet with several logins', () => {
  test('lets its owner add a second provider on the account page and then remove the first @logins', {
    tag: '@long',
  }, async ({ logins }) => {
    test.slow()
    await logins.goto()
    await logins.logInWith('Google')
    const addresses = await logins.readAddresses()

    const account = await openAccount(logins)
    await account.button('Continue with Google').click()
    await account.answer(logins.name)
    await expect(account.addresses).toContainText(addresses.solana)
    await expect(account.login('Google')).toContainText('Your only login')
    await account.button('Add GitHub').click()
    await account.answer(logins.name)
    await account.expectTold('GitHub was added. You can now log in with it.')
    await expect(account.login('GitHub')).toContainText(logins.name)

    await logOut(logins)
    await logins.logInWith('GitHub')
    expect(await logins.readAddresses()).toEqual(addresses)
    await logOut(logins)

    await account.button('Remove Google').click()
    await account.button('Confirm removal').click()
    await account.expectTold('Google was removed, and this page was logged out.')
    await logins.logInWith('Google')
    const others = await logins.readAddresses()
    expect(others.eip155).not.toBe(addresses.eip155)
    expect(others.solana).not.toBe(addresses.solana)
  })
})
