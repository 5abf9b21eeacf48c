import { expect, type Locator, type Page } from '@playwright/test'
import type { EmbeddedPage } from '../embedded/EmbeddedPage.js'

/** The account page of the wallet's own site, as its owner uses it. */
export class AccountPage {
  readonly page: Page
  readonly heading: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Your wallet', exact: true })
  }

  get addresses(): Locator {
    return this.page.locator('main > ul').first()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  login(provider: string): Locator {
    const title = this.page.getByRole('heading', { name: /^(Logins|Passkeys)$/ })
    const logins = this.page.locator('section', { has: title })
    return logins.getByRole('listitem').filter({ has: this.page.getByText(provider, { exact: true }) })
  }

  /** Logs in by email, in a browser that the vault doesn't know. */
  async logIn(embedded: EmbeddedPage): Promise<void> {
    const { mailbox } = embedded
    const mails = await mailbox.read()
    const links = mails.filter((mail) => mail.links.some((link) => link.includes('/link?'))).length
    const codes = mails.filter((mail) => mail.codes.length > 0).length
    // emails to one address are half a minute apart
    await embedded.letPass(31)
    await this.page.getByLabel('Your email address').fill(mailbox.address)
    await this.button('Log in').click()
    const tab = await this.page.context().newPage()
    await tab.goto(await mailbox.nextLink(links))
    await tab.getByRole('button', { name: /approve/i }).click()
    await expect(tab.getByText('You can close this page.')).toBeVisible()
    await tab.close()
    await this.page.getByLabel('Six-digit code').fill(await mailbox.nextCode(codes))
    await this.button('Continue').click()
  }

  /**
   * Logs in with a passkey of the page's virtual authenticator, which may be faster than the press: it also accepts the passkey that the
   * browser offers in the email field.
   */
  async logInWithPasskey(): Promise<void> {
    await expect(async () => {
      if (!(await this.heading.isVisible())) await this.button('Log in with a passkey').click({ timeout: 2_000 })
      await expect(this.heading).toBeVisible({ timeout: 5_000 })
    }).toPass()
  }

  /** Enters the code that an action on this page needs. */
  async confirm(embedded: EmbeddedPage, action: string): Promise<void> {
    const codes = (await embedded.mailbox.read()).filter((mail) => mail.codes.length > 0).length
    await embedded.letPass(31)
    await this.button(action).click()
    await this.page.getByLabel('Six-digit code').fill(await embedded.mailbox.nextCode(codes))
    await this.button('Confirm').click()
  }

  /** Completes the login at the provider to which the page was redirected; the provider redirects back. */
  async answer(name: string): Promise<void> {
    await this.page.getByLabel('Name').fill(name)
    await this.page.getByRole('button', { name: 'Allow' }).click()
    await expect(this.page).toHaveURL(/\/account\?projectId=[\w-]+$/)
  }

  async expectTold(text: string): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text })).toBeVisible()
  }
}
