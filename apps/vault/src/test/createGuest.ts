import { type Browser, type Page } from 'playwright-core'
import { type Address, type Hex, toHex, verifyMessage } from 'viem'
import { ask, getFrame } from '../frame/test/openWorld.js'
import type { Deployment } from './startDeployment.js'

export type Guest = {
  readonly page: Page
  readonly email: string
  /** Returns how often the frame page was loaded, and how often it was notified of another version (409). */
  readonly getCounts: () => { readonly loads: number; readonly told: number }
  /** Returns the release whose script runs in the frame; undefined for the older one. */
  readonly getRelease: () => Promise<string | undefined>
  readonly startLogin: () => Promise<unknown>
  readonly pressLink: () => Promise<void>
  readonly enterCode: () => Promise<unknown>
  readonly logIn: () => Promise<void>
  /** Returns the user's address. Throws if another user, or none, is logged in. */
  readonly getAddress: () => Promise<Address>
  /**
   * Requests a signature, and resolves once the approval screen is open. The returned function approves it, and
   * resolves with the reply.
   */
  readonly startSigning: () => Promise<() => Promise<unknown>>
  readonly isSigned: (answer: unknown) => Promise<boolean>
}

/** A user with a separate browser context, on an app's page that contains the frame. */
export async function createGuest(
  browser: Browser,
  { deployment, origin, email }: { readonly deployment: Deployment; readonly origin: string; readonly email: string },
): Promise<Guest> {
  const page = await (await browser.newContext()).newPage()
  let [loads, told] = [0, 0]
  page.on('response', (response) => {
    if (response.status() === 409) told += 1
    if (response.frame() !== page.mainFrame() && response.request().isNavigationRequest()) loads += 1
  })
  const frameUrl = `${deployment.publicUrl}/?projectId=demo&chainId=eip155:31337&version=4&enableLogger=false`
  await page.goto(`${origin}/?frame=${encodeURIComponent(frameUrl)}`)
  await page.evaluate('ready()')
  const getMail = (): { readonly links: readonly string[]; readonly codes: readonly string[] } => {
    const mail = deployment.mailbox.getMails(email).at(-1)
    if (!mail) throw new Error('There is no mail.')
    return mail
  }
  const getAddress: Guest['getAddress'] = async () => {
    const { payload } = await ask(page, 'GET_USER')
    if (payload?.['email'] !== email) throw new Error(`The frame says ${JSON.stringify(payload)}.`)
    return payload['address'] as Address
  }
  const startLogin: Guest['startLogin'] = () => ask(page, 'CONNECT_EMAIL', { email })
  const pressLink: Guest['pressLink'] = async () => {
    const tab = await page.context().newPage()
    await tab.goto(getMail().links.find((link) => link.includes('token=')) ?? '')
    await tab.click('button')
    await tab.waitForSelector('text=Device approved')
    await tab.close()
  }
  const enterCode: Guest['enterCode'] = () => ask(page, 'CONNECT_OTP', { otp: getMail().codes[0] })
  return {
    page,
    email,
    getAddress,
    startLogin,
    pressLink,
    enterCode,
    getCounts: () => ({ loads, told }),
    getRelease: () => getFrame(page).evaluate(() => document.documentElement.dataset['release']),
    async logIn() {
      await startLogin()
      const approval = ask(page, 'CONNECT_DEVICE')
      await pressLink()
      await approval
      await enterCode()
    },
    async startSigning() {
      await page.bringToFront()
      const params = [toHex('Hello'), await getAddress()]
      const reply = ask(page, 'RPC_REQUEST', { method: 'personal_sign', params, chainId: 31337 })
      const frame = getFrame(page)
      await frame.waitForSelector('.approval')
      return async () => {
        await page.bringToFront()
        await frame.locator('.approval .content').evaluate((content) => content.scrollTo(0, content.scrollHeight))
        await frame.locator('button:enabled', { hasText: /^(Approve|Revoke|Sign)/ }).press('Enter')
        return (await reply).payload
      }
    },
    isSigned: async (answer) =>
      verifyMessage({ address: await getAddress(), message: 'Hello', signature: answer as Hex }),
  }
}
