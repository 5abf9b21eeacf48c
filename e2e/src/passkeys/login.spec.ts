import { EmbeddedPage } from '../embedded/EmbeddedPage.js'
import { expect, test } from '../embedded/embeddedTest.js'
import { openSecondBrowser } from '../embedded/openSecondBrowser.js'
import { AccountPage } from '../logins/AccountPage.js'
import { runInPopup, signUp } from './signUp.js'
import { VirtualAuthenticator } from './VirtualAuthenticator.js'

const accountUrl = `${process.env['VAULT_URL']}account?projectId=demo`

async function logOut({ page, demo }: EmbeddedPage): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect wallet' }).click()
  await expect(demo.status).toHaveText('disconnected')
}

test.describe('passkeys @passkeys', () => {
  test.beforeEach(() => test.slow())

  test('sign a user up, who can log out and log in again without a pop-up', async ({ embedded, page }) => {
    await embedded.goto()
    const device = await signUp(embedded)
    const addresses = await embedded.readAddresses()
    expect(await device.list()).toHaveLength(1)
    await logOut(embedded)
    await embedded.demo.connectButton.click()
    await embedded.demo.button(/^Continue with a passkey/).click()
    await embedded.expectConnected()
    expect(await embedded.readAddresses()).toEqual(addresses)
    expect(page.context().pages()).toHaveLength(1)
  })

  test('a passkey opens the account page; one deleted on the device causes an error, and a new one works', async ({
    embedded,
  }) => {
    embedded.demo.expectedErrors.push(/40\d \(/)
    await embedded.goto()
    const device = await signUp(embedded)
    const page = await embedded.page.context().newPage()
    const account = new AccountPage(page)
    await page.goto(accountUrl)
    await expect(account.button('Log in with a passkey')).toBeVisible()
    await VirtualAuthenticator.add(page, { from: device })
    await account.logInWithPasskey()
    // a wallet with one login keeps it
    await expect(account.login('Passkey').getByText('Your only login.')).toBeVisible()
    await page.close()
    await logOut(embedded)
    await device.deleteAll()
    await embedded.demo.connectButton.click()
    await embedded.demo.button(/^Continue with a passkey/).click()
    await expect(embedded.demo.heading('No passkey used')).toBeVisible()
    await runInPopup(embedded, 'Create a passkey', device)
    await embedded.expectConnected()
  })

  test('a second device gets its own passkey on the account page, which can be renamed and removed', async ({
    embedded,
    browser,
  }) => {
    embedded.demo.expectedErrors.push(/40\d \(/)
    await embedded.goto()
    await embedded.logIn()
    const addresses = await embedded.readAddresses()
    const page = await embedded.page.context().newPage()
    const account = new AccountPage(page)
    await page.goto(accountUrl)
    await account.logIn(embedded)
    await expect(account.heading).toBeVisible()
    const device = await VirtualAuthenticator.add(page)
    await account.confirm(embedded, 'Add a passkey')
    await page.getByLabel('Name of the passkey, e.g. of the device').fill('Tablet')
    await account.button('Create passkey').click()
    await account.expectTold('Passkey was added. You can now log in with it.')
    await account.login('Passkey').getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Name of the passkey').fill('Old tablet')
    await account.button('Save').click()
    await account.expectTold('The passkey was renamed.')
    await expect(account.login('Passkey').getByText('Old tablet')).toBeVisible()

    // a second browser with the same passkey opens the same wallet
    const other = await openSecondBrowser(browser, embedded)
    const second = new EmbeddedPage(other.demo, embedded.mailbox)
    const tablet = await VirtualAuthenticator.add(second.page, { from: device })
    await second.goto()
    await second.demo.connectButton.click()
    await second.demo.button('Continue with a passkey').click()
    await second.expectConnected()
    expect(await second.readAddresses()).toEqual(addresses)
    await logOut(second)

    // removed where it was used, as this browser is new to the wallet
    await account.button('Log out of this page').click()
    await account.button('Log in with a passkey').click()
    await account.button('Remove Passkey').click()
    await account.confirm(embedded, 'Confirm removal')
    await expect(account.button('Log in with a passkey')).toBeVisible()
    expect(await tablet.list()).toHaveLength(1)
    await second.demo.connectButton.click()
    await second.demo.button(/^Continue with a passkey/).click()
    await expect(second.demo.heading("This passkey doesn't open a wallet")).toBeVisible()
    await expect(second.demo.button('Create a passkey')).toBeVisible()
    await other.close()
  })

  test('a user who cancels, or whose browser does not support passkeys, can choose another login', async ({
    embedded,
  }) => {
    await embedded.goto()
    const device = await VirtualAuthenticator.add(embedded.page)
    await device.setVerified(false)
    await embedded.demo.connectButton.click()
    await embedded.demo.button('Continue with a passkey').click()
    await expect(embedded.demo.heading('No passkey used')).toBeVisible()
    await embedded.demo.button('Cancel').click()
    await embedded.page.evaluate(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await embedded.demo.button('Continue with a passkey').click()
    await expect(embedded.demo.heading("Passkeys don't work here")).toBeVisible()
    await embedded.demo.button('Cancel').click()
    await expect(embedded.emailField).toBeVisible()
  })
})
