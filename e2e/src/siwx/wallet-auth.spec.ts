import { expect, test } from '../walletconnect/pairTest.js'
import { SignInPage } from './SignInPage.js'

test.describe('@siwx @walletconnect signing in with the approval of the connection', () => {
  const goto = async (signIn: SignInPage): Promise<void> => {
    await signIn.demo.goto('?walletConnect=1&siwx=1')
  }

  test('a wallet that supports it signs in at once, and is not asked again after a reload', async ({
    pair,
    wallet,
    page,
  }) => {
    const signIn = new SignInPage(pair.demo)
    await goto(signIn)
    await pair.showCode()
    await wallet.scan(pair.code)
    await wallet.button('Approve sign-in').click()
    await pair.demo.expectConnected()
    const readStatus = (): Promise<string> => page.evaluate(() => window.latchkey.getState().siwx.status)
    await expect.poll(readStatus).toBe('signedIn')
    await page.reload()
    await expect(pair.demo.status).toHaveText('connected')
    await expect.poll(readStatus).toBe('signedIn')
    await expect(pair.demo.dialog).toBeHidden()
    await expect(wallet.questions).toHaveCount(0)
  })

  test('a wallet that does not support it connects, and is then asked for a signature', async ({
    pair,
    wallet,
    page,
  }) => {
    const signIn = new SignInPage(pair.demo)
    await goto(signIn)
    await wallet.page.getByLabel('Sign-ins', { exact: true }).selectOption('Ignore')
    await pair.showCode()
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await expect(signIn.question).toBeVisible()
    await signIn.sign()
    await wallet.approve('personal_sign')
    await expect(pair.demo.dialog).toBeHidden()
    expect(await page.evaluate(() => window.latchkey.getState().siwx.status)).toBe('signedIn')
  })
})
