import { expect, type Locator, type Page } from '@playwright/test'

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
    const logins = this.page.locator('section', { has: this.page.getByRole('heading', { name: 'Logins' }) })
    return logins.getByRole('listitem').filter({ has: this.page.getByText(provider, { exact: true }) })
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
