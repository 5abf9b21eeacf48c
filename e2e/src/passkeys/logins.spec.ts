import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { Mailbox } from '../embedded/Mailbox.js'
import { openSecondBrowser } from '../embedded/openSecondBrowser.js'
import { AccountPage } from '../logins/AccountPage.js'
import { LoginsPage } from '../logins/LoginsPage.js'
import { expect, test } from '../logins/loginsTest.js'

/** The account page, in the browser of the app: it takes over the app's login. */
async function openAccount({ page, demo }: LoginsPage): Promise<AccountPage> {
  await page.evaluate(() => void window.latchkey.open())
  await demo.button('Settings').click()
  const opened = page.waitForEvent('popup')
  await demo.dialog.getByRole('link', { name: 'Security and recovery' }).click()
  const account = new AccountPage(await opened)
  await demo.page.keyboard.press('Escape')
  return account
}

async function logOut({ page, demo }: LoginsPage): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect wallet' }).click()
  await demo.expectDisconnected()
}

test.describe('a custom, SMS or guest login @passkeys', () => {
  test('with a provider that the operator has set up shows the user name, and keeps its wallet over a reload', async ({
    logins,
    page,
  }) => {
    test.slow()
    await logins.goto()
    await logins.logInWith('Acme ID')
    const addresses = await logins.readAddresses()
    await expect(page.getByTestId('user')).toHaveText(`${logins.name} (acme)`)
    await page.reload()
    await logins.expectConnected()
    expect(await logins.readAddresses()).toEqual(addresses)
    await logOut(logins)
    await logins.logInWith('Acme ID')
    expect(await logins.readAddresses()).toEqual(addresses)
  })

  test('with a token of the app’s backend opens a wallet for each user, and refuses a used token', async ({
    logins,
    page,
  }) => {
    test.slow()
    const tokens: string[] = []
    page.on('response', async (response) => {
      if (response.url().endsWith('/backend/token')) tokens.push(await response.text())
    })
    await logins.goto()
    const result = page.getByTestId('token-result')
    const logIn = async (name: string): Promise<void> => {
      await page.getByLabel('User', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Log in with a token' }).click()
      await expect(result).toHaveText(`Logged in as ${name}`)
      await logins.expectConnected()
    }
    await logIn(logins.name)
    const addresses = await logins.readAddresses()
    await expect(page.getByTestId('user')).toHaveText(logins.name)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await logins.agree()
    await expect(page.getByTestId('sign-result')).toHaveText(/^Verified: 0x/)
    await logOut(logins)
    await logIn(`${logins.name}.other`)
    expect((await logins.readAddresses()).eip155).not.toBe(addresses.eip155)
    await logOut(logins)
    // an attacker replays the first token
    logins.demo.expectedErrors.push(/status of 403/)
    await page.route('**/backend/token', (route) => route.fulfill({ body: tokens[0] ?? '' }))
    await page.getByRole('button', { name: 'Log in with a token' }).click()
    await expect(result).toContainText('The app’s login token was rejected: it was already used.')
    await expect(logins.demo.status).toHaveText('disconnected')
  })

  test('uses the addresses of an imported recovery phrase, and the account page still shows the former ones', async ({
    logins,
    page,
  }) => {
    test.slow()
    await logins.goto()
    await logins.logInWith('Acme ID')
    const former = await logins.readAddresses()
    const account = await openAccount(logins)
    await account.button('Continue with Acme ID').click()
    await account.answer(logins.name)
    const words = generateMnemonic(english)
    await account.button('Import a recovery phrase').click()
    const field = account.page.getByLabel('Your 12 or 24 words')
    await field.fill(words.split(' ').slice(1).join(' '))
    await account.button('Continue').click()
    await expect(account.page.getByText('A recovery phrase has 12 or 24 words; this one has 11.')).toBeVisible()
    const sent = account.page.waitForRequest((request) => /wallets\.import\\?"/.test(request.postData() ?? ''))
    await field.fill(words)
    await account.button('Continue').click()
    expect((await sent).postData()).not.toContain(words.split(' ')[0])
    await account.expectTold('Your wallet now uses the imported addresses. Reload your apps.')
    const { address } = mnemonicToAccount(words)
    await expect(account.addresses).toContainText(address)
    await expect(account.page.getByText(former.eip155)).toBeVisible()
    await page.reload()
    await logins.expectConnected()
    expect((await logins.readAddresses()).eip155).toBe(address)
  })

  test('by SMS lets the user correct an invalid number, and opens the same wallet after a reload', async ({
    logins,
    page,
  }) => {
    test.slow()
    const { demo } = logins
    const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
      .padStart(7, '0')
      .slice(-7)
    const phone = new Mailbox(`+491512${digits}`)
    // numbers and codes that are refused
    demo.expectedErrors.push(/400 \(Bad Request\)/)
    await logins.goto('&phone=1')
    await demo.connectButton.click()
    await demo.button('Continue with phone number').click()
    const field = demo.dialog.getByLabel('Mobile number')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('autocomplete', 'tel')
    await field.fill('030 123456')
    await field.press('Enter')
    await expect(demo.dialog.getByText('Enter a mobile number that starts with + and your country code.')).toBeVisible()
    await field.fill(`+43 664 ${digits}`)
    await demo.button('Text me a code').click()
    await expect(demo.dialog.getByText("This app doesn't send text messages to this country.")).toBeVisible()
    await field.fill(`+49 1512 ${digits}`)
    await field.press('Enter')
    const code = demo.dialog.getByLabel('Six-digit code')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    const right = await phone.nextCode(0)
    expect((await phone.read()).at(-1)?.text).toContain(`@${new URL(page.url()).hostname} #${right}`)
    await code.fill(right === '000000' ? '111111' : '000000')
    await expect(demo.dialog.getByText('Invalid code')).toBeVisible()
    await code.fill(right)
    await logins.expectConnected()
    await expect(page.getByTestId('user')).toContainText('+49 1512')
    const addresses = await logins.readAddresses()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await logins.agree()
    await expect(page.getByTestId('sign-result')).toHaveText(/^Verified: 0x/)
    await page.reload()
    await logins.expectConnected()
    expect(await logins.readAddresses()).toEqual(addresses)
  })

  test('as a guest opens a wallet that only this browser can open again after logging out', async ({
    logins,
    page,
    browser,
  }) => {
    test.slow()
    await logins.goto('&guest=1')
    const enter = async (one: LoginsPage): Promise<void> => {
      await one.demo.connectButton.click()
      await one.demo.button('Continue as guest').click()
      await one.expectConnected()
    }
    await enter(logins)
    const addresses = await logins.readAddresses()
    await expect(page.getByTestId('user')).toHaveText('guest')
    await page.evaluate(() => void window.latchkey.open())
    await expect(logins.demo.dialog.getByText(/^Only this browser opens your wallet/)).toBeVisible()
    // browsers partition the storage of cross-site frames: the account page says that it can't see the guest's wallet
    await logins.demo.button('Settings').click()
    const opened = page.waitForEvent('popup')
    await logins.demo.dialog.getByRole('link', { name: 'Security and recovery' }).click()
    await expect((await opened).getByText(/keeps your guest wallet apart from this page/)).toBeVisible()
    await page.keyboard.press('Escape')
    await logOut(logins)
    await enter(logins)
    expect(await logins.readAddresses()).toEqual(addresses)
    const { demo, close } = await openSecondBrowser(browser, logins)
    const second = new LoginsPage(demo)
    await second.goto('&guest=1')
    await enter(second)
    expect((await second.readAddresses()).eip155).not.toBe(addresses.eip155)
    await close()
  })

  test('can be added by a guest on the vault’s screen, and then opens the guest’s wallet in other browsers', async ({
    logins,
    page,
    browser,
  }) => {
    test.slow()
    const { mailbox, demo } = logins
    // the wrong code
    demo.expectedErrors.push(/status of 400/)
    // the app is on another site than the vault, whose own page can't find the guest
    await logins.goto('&guest=1')
    await demo.connectButton.click()
    await demo.button('Continue as guest').click()
    await logins.expectConnected()
    const addresses = await logins.readAddresses()
    await page.evaluate(() => void window.latchkey.open())
    const { frame } = logins
    await demo.button('Add a login').click()
    // by keyboard: the panel still changes its height while it appears
    await frame.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(frame.getByRole('heading', { name: 'Add a login' })).toBeHidden()
    await expect(demo.dialog.getByText(/^Only this browser opens your wallet/)).toBeVisible()
    await demo.button('Add a login').click()
    const field = frame.getByLabel('Email address')
    await expect(field).toBeFocused()
    await field.fill(mailbox.address)
    await expect(frame.getByRole('button', { name: 'Send code' })).toBeEnabled()
    await field.press('Enter')
    const code = frame.getByLabel('Six-digit code')
    await expect(code).toBeFocused()
    const sent = await mailbox.nextCode(0)
    await code.fill(sent === '111111' ? '222222' : '111111')
    await code.press('Enter')
    await expect(frame.getByRole('alert')).toHaveText('Invalid code')
    await code.fill(sent)
    await code.press('Enter')
    await expect(demo.toast).toHaveText('Login added')
    await expect(demo.dialog.getByText(/^Only this browser opens your wallet/)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('user')).toHaveText(mailbox.address)
    expect(await logins.readAddresses()).toEqual(addresses)
    await page.reload()
    await logins.expectConnected()
    await expect(page.getByTestId('user')).toHaveText(mailbox.address)
    await logOut(logins)
    await logins.letPass(31)
    const second = await openSecondBrowser(browser, logins)
    const elsewhere = new LoginsPage(second.demo, mailbox)
    await elsewhere.goto()
    await elsewhere.typeEmail()
    await elsewhere.approveDevice()
    await elsewhere.typeCode(1)
    await elsewhere.expectConnected()
    expect(await elsewhere.readAddresses()).toEqual(addresses)
    await second.close()
    // continuing as guest in the first browser no longer opens it
    await demo.connectButton.click()
    await demo.button('Continue as guest').click()
    await logins.expectConnected()
    expect((await logins.readAddresses()).eip155).not.toBe(addresses.eip155)
  })
})
