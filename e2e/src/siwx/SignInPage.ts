import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { DemoPage } from '../fixtures/DemoPage.js'
import type { Namespace } from '../fixtures/MultiPage.js'

/** The demo's members-only page, as a user sees it. */
export class SignInPage {
  readonly demo: DemoPage
  readonly page: Page
  readonly #requests: Request[] = []

  constructor(demo: DemoPage) {
    this.demo = demo
    this.page = demo.page
    this.page.on('request', (request) => this.#requests.push(request))
  }

  /** The sign-in prompt, until it is answered. */
  get question(): Locator {
    return this.demo.heading("Verify it's you")
  }
  get status(): Locator {
    return this.page.getByTestId('sign-in')
  }
  get member(): Locator {
    return this.page.getByTestId('member')
  }
  /** The server's content for members. */
  get content(): Locator {
    return this.page.getByTestId('members-page')
  }

  async goto(more = ''): Promise<void> {
    await this.demo.goto(`/members.html${more}`)
  }

  /** Opens the modal for one namespace and picks a wallet. */
  async pick(wallet = 'Dev wallet', namespace: Namespace = 'eip155'): Promise<void> {
    await this.page.evaluate((wanted) => void window.latchkey.open({ namespace: wanted }), namespace)
    await this.demo.button(wallet).click()
  }

  /** Clicks the view's button; the wallet prompts its user. */
  async sign(): Promise<void> {
    await this.demo.dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  }

  async expectMember(address: string): Promise<void> {
    await expect(this.status).toHaveText('signedIn')
    await expect(this.member).toHaveText(address)
    await expect(this.content).toContainText(address)
    await expect(this.demo.dialog).toBeHidden()
  }

  /** Expects that no user is signed in, neither in the page nor at the server. */
  async expectStranger(): Promise<void> {
    await expect(this.member).toHaveText('–')
    await this.page.getByRole('button', { name: 'Read again' }).click()
    await expect(this.content).toContainText('The server returned 401')
  }

  /** Number of the page's requests to the server for a path, e.g. `nonce`, over all loads. */
  countRequests(what: 'nonce' | 'verify' | 'session' | 'sign-out'): number {
    return this.#requests.filter((request) => request.method() !== 'OPTIONS' && request.url().includes(`/siwx/${what}`))
      .length
  }

  /** Number of signature requests to the Dev wallet since the page loaded. */
  async prompts(): Promise<number> {
    return (await this.demo.wallet.requests('personal_sign')).length
  }
}
