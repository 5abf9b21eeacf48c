import { expect, type Locator, type Page } from '@playwright/test'
import type { Namespace } from '../fixtures/MultiPage.js'

/** The test wallet in a separate browser, as its user handles it. */
export class WalletPage {
  readonly page: Page
  readonly url: string
  /** Page errors that the test itself provokes. */
  readonly expectedErrors: RegExp[] = []

  constructor(page: Page, url: string) {
    this.page = page
    this.url = url
  }

  get questions(): Locator {
    return this.page.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem')
  }
  get sessions(): Locator {
    return this.page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
  }
  get log(): Locator {
    return this.page.getByRole('list', { name: 'What happened' })
  }
  get status(): Locator {
    return this.page.getByRole('status')
  }

  async goto(): Promise<void> {
    await this.page.goto(this.url)
    await expect(this.status).toHaveText('Ready')
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Enters a code as if it had been copied. */
  async pair(uri: string): Promise<void> {
    await this.page.getByLabel('Code', { exact: true }).fill(uri)
    await this.button('Pair').click()
  }

  /** Reads the code from a picture of it. */
  async scan(code: Locator): Promise<void> {
    const picture = { name: 'code.png', mimeType: 'image/png', buffer: await code.screenshot() }
    await this.page.getByLabel('Picture of a QR code').setInputFiles(picture)
  }

  async approveConnection(): Promise<void> {
    await this.button('Approve connection').click()
  }

  /** Approves the next request, which must be for this method. */
  async approve(method: string): Promise<void> {
    await expect(this.questions.first()).toContainText(method)
    await this.button('Approve request').first().click()
  }

  async address(namespace: Namespace): Promise<string> {
    return (await this.page.locator(`code[data-namespace=${namespace}]`).textContent()) ?? ''
  }

  /** Funds the account in use on every chain. */
  async fund(): Promise<void> {
    await this.button('Get coins').click()
    await expect(this.status).toHaveText('The account has coins')
  }

  /** Approves automatically from now on; `chains` are approved whatever the app requests. */
  async decide(
    what: 'Connections' | 'Requests' | 'Sign-ins',
    decision: 'Ask' | 'Approve' | 'Reject' | 'Ignore',
  ): Promise<void> {
    await this.page.getByLabel(what, { exact: true }).selectOption(decision)
  }

  async forceChains(chains: readonly string[]): Promise<void> {
    await this.page.getByLabel('Chains to approve, whatever an app asks for').fill(chains.join(' '))
  }
}
