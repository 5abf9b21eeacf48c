import { expect, type Locator, type Page } from '@playwright/test'

/** An example as a user sees it: all of them look alike, whatever framework they use. */
export class ExamplePage {
  readonly page: Page
  /** Of the Dev wallet. */
  readonly account: string

  constructor(page: Page, account: string) {
    this.page = page
    this.account = account
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }
  get connectButton(): Locator {
    return this.page.getByRole('button', { name: 'Connect', exact: true })
  }
  get address(): Locator {
    return this.page.locator('main code')
  }

  async connect(): Promise<void> {
    await this.connectButton.click()
    await this.dialog.getByRole('button', { name: 'Dev wallet' }).click()
    await this.expectConnected()
    await expect(this.dialog).toBeHidden()
  }

  async disconnect(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Disconnect' }).click()
    await this.expectDisconnected()
  }

  async expectConnected(): Promise<void> {
    await expect(this.address).toHaveText(this.account)
    await expect(this.connectButton).toHaveCount(0)
  }

  async expectDisconnected(): Promise<void> {
    await expect(this.address).toHaveText('none')
    await expect(this.connectButton).toBeVisible()
  }
}
