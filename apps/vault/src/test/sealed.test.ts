import type { Page } from 'playwright-core'
import { type Address, type Hex, toHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, getFrame } from '../frame/test/openWorld.js'
import { type OpenVault, openVault } from './openVault.js'

const day = 86_400_000
const email = 'sealed@example.org'

let vault: OpenVault
let app: Page
let account: Page
let address: Address
let printed = ''
beforeAll(async () => {
  vault = await openVault()
})
afterAll(() => vault?.stop())

const getMails = () => vault.mailbox.getMails(email)
const getCodes = (): readonly string[] => getMails().flatMap(({ codes }) => codes.slice(0, 1))
/** Returns the code that is emailed after the given action. */
async function nextCode(begin: () => Promise<unknown>): Promise<string> {
  const seen = getCodes().length
  await begin()
  await expect.poll(() => getCodes().length).toBeGreaterThan(seen)
  return getCodes().at(-1) ?? ''
}
/** Opens and approves the newest emailed link, in the same browser. */
async function approveDevice(from: Page): Promise<void> {
  const tab = await from.context().newPage()
  const links = getMails().flatMap((mail) => mail.links.filter((link) => link.includes('/link?')))
  await tab.goto(links.at(-1) ?? '')
  await tab.click('button')
  await tab.waitForSelector('text=Device approved')
  await tab.close()
}
async function logInApp(page: Page): Promise<void> {
  await ask(page, 'CONNECT_EMAIL', { email })
  const approval = ask(page, 'CONNECT_DEVICE')
  const otp = await nextCode(async () => {
    await approveDevice(page)
    await approval
  })
  expect((await ask(page, 'CONNECT_OTP', { otp })).type).toBe('@w3m-frame/CONNECT_OTP_SUCCESS')
  vault.move(31_000)
}
async function openAccount(): Promise<Page> {
  const page = await app.context().newPage()
  await page.goto(`${vault.publicUrl}/account?projectId=demo`)
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('emailed you a link').waitFor()
  const code = await nextCode(() => approveDevice(page))
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Your wallet', exact: true }).waitFor()
  return page
}
/** Requires a day-old browser; the seal takes effect another day later. */
async function sealWallet(): Promise<void> {
  vault.move(day)
  await account.reload()
  const code = await nextCode(() => account.getByRole('button', { name: 'Seal my wallet' }).click())
  await account.getByLabel('Six-digit code').fill(code)
  await account.getByRole('button', { name: 'Confirm' }).click()
  await account.getByRole('button', { name: 'Show', exact: true }).click()
  printed = (await account.getByLabel('Seal code', { exact: true }).textContent()) ?? ''
  await account.getByLabel('Your printed code').fill(printed)
  await account.getByRole('button', { name: 'Seal', exact: true }).click()
  await account.getByText('Your wallet will be sealed on').waitFor()
}
const request = (page: Page): ReturnType<typeof ask> =>
  ask(page, 'RPC_REQUEST', { method: 'personal_sign', params: [toHex('Hello'), address], chainId: 31337 })
async function expectSigned(page: Page, reply: ReturnType<typeof ask>): Promise<void> {
  await getFrame(page).locator('button:enabled', { hasText: /^Sign/ }).press('Enter')
  const signature = (await reply).payload as unknown as Hex
  expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
}
async function openUnlock(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await getFrame(page).getByRole('button', { name: 'Unlock', exact: true }).click()
  return opened
}

describe('a sealed wallet in an app, with two sites and two custody processes', () => {
  test('still works within a day after its owner requested the seal', async () => {
    app = await vault.open()
    await logInApp(app)
    address = (await ask(app, 'GET_USER')).payload?.['address'] as Address
    account = await openAccount()
    await sealWallet()
    await app.bringToFront()
    await expectSigned(app, request(app))
    vault.move(day)
  })

  test('is unlocked in a window of the vault for this browser, and then shows the request', async () => {
    const reply = request(app)
    await getFrame(app).getByRole('heading', { name: 'Unlock your wallet' }).waitFor()
    const popup = await openUnlock(app)
    expect(new URL(popup.url()).origin).toBe(vault.publicUrl)
    await popup.getByText(vault.parent.origin).waitFor()
    const wrong = `${printed.startsWith('0') ? '1' : '0'}${printed.slice(1)}`
    for (const [code, said] of [
      [wrong, /not valid|does not unlock/],
      [printed, undefined],
    ] as const) {
      const closed = popup.waitForEvent('close')
      await popup.getByLabel('Your printed code').fill(code)
      await popup.getByRole('button', { name: 'Unlock' }).click()
      if (said) await expect.poll(() => popup.getByRole('alert').last().textContent()).toMatch(said)
      else await closed
    }
    await expectSigned(app, reply)
    // no unlocking is needed for 15 minutes
    await expectSigned(app, request(app))
  })

  test('must be unlocked again after custody restarts, and signs nothing before [C7]', async () => {
    await vault.restartCustodies()
    const reply = request(app)
    await getFrame(app).getByRole('heading', { name: 'Unlock your wallet' }).waitFor()
    expect(await getFrame(app).locator('button', { hasText: /^Sign/ }).count()).toBe(0)
    const popup = await openUnlock(app)
    const closed = popup.waitForEvent('close')
    await popup.getByLabel('Your printed code').fill(printed)
    await popup.getByRole('button', { name: 'Unlock' }).click()
    await closed
    await expectSigned(app, reply)
  })

  test('error: rejects with 4001 if the user cancels, and signs nothing', async () => {
    vault.move(16 * 60_000)
    const reply = request(app)
    await getFrame(app).getByRole('button', { name: 'Cancel' }).click()
    expect((await reply).payload).toEqual({ message: 'User rejected the request.', code: 4001 })
    expect(await getFrame(app).locator('.approval').count()).toBe(0)
  })

  test('is unlocked in a new browser only after confirmation in an older one', async () => {
    const young = await vault.open()
    await logInApp(young)
    const reply = request(young)
    const frame = getFrame(young)
    await frame.getByRole('heading', { name: 'Confirm this browser' }).waitFor()
    await frame.getByRole('button', { name: 'Request confirmation' }).click()
    await frame.getByText('confirm this browser there before').waitFor()
    await account.reload()
    const confirm = account.getByRole('button', { name: 'Confirm this browser' })
    const asked = account.locator('section', { has: confirm })
    await asked.getByRole('heading', { name: 'A new browser asks to unlock your wallet' }).waitFor()
    await asked.getByText(vault.parent.origin).waitFor()
    await confirm.click()
    await account.getByText('That browser can now unlock your wallet').waitFor()
    await frame.getByRole('button', { name: 'Check again' }).click()
    await frame.getByRole('button', { name: 'Unlock', exact: true }).waitFor()
    const popup = await openUnlock(young)
    await popup.getByLabel('Your printed code').fill(printed)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Unlock' }).click()
    await closed
    await expectSigned(young, reply)
    await young.context().close()
  })

  test('is unlocked in the frame itself if the page is isolated and so can’t use a window', async () => {
    const page = await vault.open(app.context(), '&isolated=1')
    const reply = request(page)
    const frame = getFrame(page)
    await frame.getByRole('button', { name: 'Unlock', exact: true }).click()
    await frame.getByLabel('Your printed code').fill(printed)
    await frame.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expectSigned(page, reply)
  })
})
