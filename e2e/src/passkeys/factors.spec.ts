import { createClockFile } from '@latchkey/devnet'
import type { Locator } from '@playwright/test'
import { TOTP, URI } from 'otpauth'
import { parseEther } from 'viem'
import { driveProvider } from '../embedded/driveProvider.js'
import { EmbeddedPage } from '../embedded/EmbeddedPage.js'
import { expect, test } from '../embedded/embeddedTest.js'
import { openSecondBrowser } from '../embedded/openSecondBrowser.js'
import { AccountPage } from '../logins/AccountPage.js'
import { readQrCode } from '../walletconnect/readQrCode.js'
import { VirtualAuthenticator } from './VirtualAuthenticator.js'

const recipient = '0x00000000000000000000000000000000000000aa'

/** An authenticator app on the user's phone, whose clock is the vault's. */
class Phone {
  readonly #totp: TOTP
  readonly #now: () => number
  readonly #letPass: (seconds: number) => Promise<void>

  constructor(uri: string, { now, letPass }: { now: () => number; letPass: (seconds: number) => Promise<void> }) {
    const parsed = URI.parse(uri)
    if (!(parsed instanceof TOTP)) throw new Error('The QR code is not one of an authenticator app.')
    this.#totp = parsed
    this.#now = now
    this.#letPass = letPass
  }

  /** A code that was not used yet: each time step has one. */
  async read(): Promise<string> {
    await this.#letPass(31)
    return this.#totp.generate({ timestamp: this.#now() })
  }

  /** Types and submits a code; retries with another one if a parallel test has moved the vault's clock too far. */
  async enter(field: Locator, button: Locator, expectDone: () => Promise<void>): Promise<void> {
    await field.waitFor()
    await expect(async () => {
      if (await field.isVisible()) {
        await field.fill(await this.read())
        await button.click()
      }
      await expectDone()
    }).toPass()
  }
}

/** Opens the wallet's own page in the browser of the app, where the user is logged in already. */
async function openAccount(embedded: EmbeddedPage): Promise<AccountPage> {
  const page = await embedded.page.context().newPage()
  const account = new AccountPage(page)
  await page.goto(`${process.env['VAULT_URL']}account?projectId=demo`)
  await expect(account.heading.or(page.getByLabel('Your email address'))).toBeVisible()
  if (!(await account.heading.isVisible())) await account.logIn(embedded)
  return account
}

/** Sets up an authenticator app. */
async function setUp(embedded: EmbeddedPage): Promise<{ readonly account: AccountPage; readonly phone: Phone }> {
  const account = await openAccount(embedded)
  const { page } = account
  const { length } = await readCodes(embedded)
  // emails to one browser are half a minute apart
  await embedded.letPass(31)
  await account.button('Set up an authenticator app').click()
  await page.getByLabel('Six-digit code').fill(await embedded.mailbox.nextCode(length))
  await account.button('Confirm').click()
  const clock = await createClockFile({ file: process.env['VAULT_CLOCK'] })
  const uri = await readQrCode(page.getByRole('img', { name: 'QR code for your authenticator app' }))
  const phone = new Phone(uri, { now: clock.now, letPass: (seconds) => embedded.letPass(seconds) })
  await phone.enter(page.getByLabel('Six-digit code of the app'), account.button('Turn on'), () =>
    expect(page.locator('.codes li')).toHaveCount(10, { timeout: 5_000 }),
  )
  await account.button('I’ve saved them').click()
  await account.expectTold('Your second factor is on.')
  return { account, phone }
}

async function readCodes({ mailbox }: EmbeddedPage): Promise<readonly string[]> {
  return (await mailbox.read()).flatMap((mail) => (mail.codes.length > 0 ? [mail.subject] : []))
}

/** A code that is most likely invalid at every time step near now. */
const wrongCode = '000000'

test.describe('a second factor', () => {
  test.beforeEach(async ({ embedded }) => {
    test.slow()
    embedded.demo.expectedErrors.push(/40[03] \((Bad Request|Forbidden)\)/)
    await embedded.demo.addTools()
    await embedded.goto()
    await embedded.logIn()
  })

  test('is set up with a QR code, and is required on the wallet’s own screen to log in with another browser @passkeys', async ({
    embedded,
    browser,
  }) => {
    const addresses = await embedded.readAddresses()
    const { phone } = await setUp(embedded)
    const { demo, close } = await openSecondBrowser(browser, embedded)
    demo.expectedErrors.push(/40[03] \((Bad Request|Forbidden)\)/)
    const second = new EmbeddedPage(demo, embedded.mailbox)
    await embedded.letPass(31)
    await second.goto()
    const mails = await second.mailbox.read()
    const links = mails.filter((mail) => mail.links.some((link) => link.includes('/link?'))).length
    const { length } = await readCodes(second)
    await second.typeEmail()
    await second.approveDevice(links)
    await second.typeCode(length)
    const field = second.frame.getByLabel('Six-digit code of your authenticator app')
    await field.fill(wrongCode)
    await second.frame.getByRole('button', { name: 'Continue' }).click()
    await expect(second.frame.getByRole('alert')).toHaveText(/^This code is wrong/)
    await expect(second.demo.status).not.toHaveText('connected')
    await phone.enter(field, second.frame.getByRole('button', { name: 'Continue' }), () =>
      expect(second.demo.status).toHaveText('connected', { timeout: 5_000 }),
    )
    await second.expectConnected()
    expect(await second.readAddresses()).toEqual(addresses)
    await close()
  })

  test('is required on the approval screen for a transfer above the limit, and a wrong code sends nothing @passkeys', async ({
    embedded,
    page,
  }) => {
    const { account, phone } = await setUp(embedded)
    // changing the limit requires the second factor itself
    await account.button('Ask for every transfer').click()
    const dialog = account.page.getByRole('dialog')
    await phone.enter(
      dialog.getByLabel('Six-digit code of your authenticator app'),
      dialog.getByRole('button', { name: 'Continue' }),
      () => account.expectTold('Your limit was saved.'),
    )
    await page.bringToFront()
    await embedded.fund()
    const provider = driveProvider(page)
    const balance = async (): Promise<bigint> =>
      BigInt(String(await provider.request({ method: 'eth_getBalance', params: [recipient, 'latest'] })))
    const before = await balance()
    const [from] = (await provider.request({ method: 'eth_accounts' })) as readonly string[]
    const value = `0x${parseEther('0.5').toString(16)}`
    const send = (): Promise<unknown> =>
      provider
        .request({ method: 'eth_sendTransaction', params: [{ from, to: recipient, value }] })
        .catch(({ code }: { readonly code?: number }) => code)
    const field = embedded.frame.getByLabel('Six-digit code of your authenticator app')
    const proceed = embedded.frame.getByRole('button', { name: 'Continue' })

    const refused = send()
    await embedded.agree()
    await field.fill(wrongCode)
    await proceed.click()
    await expect(embedded.frame.getByRole('alert')).toHaveText(/^This code is wrong/)
    // the request is still shown
    await expect(embedded.frame.getByText('0.5', { exact: false }).first()).toBeVisible()
    await embedded.frame.getByRole('button', { name: 'Cancel' }).click()
    expect(await refused).toBe(4001)
    expect(await balance()).toBe(before)

    const sent = send()
    await embedded.agree()
    await phone.enter(field, proceed, () => expect(field).toBeHidden({ timeout: 5_000 }))
    expect(await sent).toMatch(/^0x[\da-f]{64}$/)
    await expect.poll(balance).toBe(before + parseEther('0.5'))
  })

  test('can be a passkey, which is required on the approval screen for a transfer above the limit @passkeys', async ({
    embedded,
    page,
  }) => {
    // used by this test only, as others run in parallel
    const recipient = '0x00000000000000000000000000000000000000ab'
    const account = await openAccount(embedded)
    const device = await VirtualAuthenticator.add(account.page)
    await account.confirm(embedded, 'Add a passkey')
    await account.button('Create passkey').click()
    await account.expectTold('Passkey was added. You can now log in with it.')
    await account.confirm(embedded, 'Use passkeys as a second factor')
    await account.button('Use passkey').click()
    await expect(account.page.locator('.codes li')).toHaveCount(10)
    await account.button('I’ve saved them').click()
    await account.expectTold('Your second factor is on.')
    await expect(account.login('Passkey').getByText(/^Your second factor\./)).toBeVisible()
    // the change requires the passkey itself, which the dialog requests at once
    await account.button('Ask for every transfer').click()
    await account.expectTold('Your limit was saved.')

    await page.bringToFront()
    const here = await VirtualAuthenticator.add(page, { from: device })
    await here.setVerified(false)
    await embedded.fund()
    const provider = driveProvider(page)
    const balance = async (): Promise<bigint> =>
      BigInt(String(await provider.request({ method: 'eth_getBalance', params: [recipient, 'latest'] })))
    const before = await balance()
    const [from] = (await provider.request({ method: 'eth_accounts' })) as readonly string[]
    const value = `0x${parseEther('0.5').toString(16)}`
    const sent = provider.request({ method: 'eth_sendTransaction', params: [{ from, to: recipient, value }] })
    await embedded.agree()
    await expect(embedded.frame.getByRole('alert')).toHaveText(/^The passkey request was canceled/)
    expect(await balance()).toBe(before)
    await here.setVerified(true)
    await embedded.frame.getByRole('button', { name: 'Use passkey' }).click()
    expect(await sent).toMatch(/^0x[\da-f]{64}$/)
    await expect.poll(balance).toBe(before + parseEther('0.5'))
  })
})
