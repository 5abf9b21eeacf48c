import { createClockFile } from '@latchkey/devnet'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { DemoPage } from '../fixtures/DemoPage.js'
import { MultiPage } from '../fixtures/MultiPage.js'
import { Mailbox } from './Mailbox.js'

/** The demo with an embedded wallet, for a user with a mailbox. */
export class EmbeddedPage {
  readonly demo: DemoPage
  readonly page: Page
  readonly multi: MultiPage
  mailbox: Mailbox

  constructor(demo: DemoPage, mailbox: Mailbox = new Mailbox()) {
    this.demo = demo
    this.page = demo.page
    this.multi = new MultiPage(demo, { eip155: '', solana: '', bip122: '' })
    this.mailbox = mailbox
  }

  get emailField(): Locator {
    return this.demo.dialog.getByRole('textbox', { name: 'Email address' })
  }
  get codeField(): Locator {
    return this.demo.dialog.getByRole('textbox', { name: 'Six-digit code' })
  }
  /** The wallet's own site, which no script of the page can reach. */
  get frame(): FrameLocator {
    return this.page.frameLocator('#w3m-iframe')
  }
  get approve(): Locator {
    return this.frame.getByRole('button', { name: /^(Approve|Revoke|Sign|Send)/ })
  }
  get reject(): Locator {
    return this.frame.getByRole('button', { name: /^(Reject|Cancel)/ })
  }

  /**
   * Waits until the page is painted without the wallet's own screen. Until then, the browser sends clicks there to the frame, which
   * runs in another process.
   */
  async untilPainted(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    })
  }

  async goto(more = ''): Promise<void> {
    await this.demo.goto(`?solana=1&embeddedWallet=1${more}`)
  }

  /** Types the email address into the modal. */
  async typeEmail(address = this.mailbox.address): Promise<void> {
    await this.demo.connectButton.click()
    await this.emailField.fill(address)
    await this.emailField.press('Enter')
  }

  /** Opens the emailed link in another tab and approves. */
  async approveDevice(seen = 0): Promise<void> {
    await expect(this.demo.heading('Approve this device')).toBeVisible()
    const tab = await this.page.context().newPage()
    await tab.goto(await this.mailbox.nextLink(seen))
    await tab.getByRole('button', { name: /approve/i }).click()
    await expect(tab.getByText('You can close this page.')).toBeVisible()
    await tab.close()
  }

  /** Types the newest code from the mailbox. */
  async typeCode(seen = 0): Promise<void> {
    await expect(this.codeField).toBeVisible()
    await this.codeField.fill(await this.mailbox.nextCode(seen))
  }

  /** Logs in for the first time in this browser. */
  async logIn(): Promise<void> {
    await this.typeEmail()
    await this.approveDevice()
    await this.typeCode()
    await this.expectConnected()
  }

  /** Advances the vault's clock for all tests, so by no more than a minute. */
  async letPass(seconds: number): Promise<void> {
    const clock = await createClockFile({ file: process.env['VAULT_CLOCK'] })
    await clock.move(seconds * 1_000)
  }

  async expectConnected(): Promise<void> {
    await expect(this.demo.status).toHaveText('connected')
    await expect(this.demo.dialog).toBeHidden()
    for (const namespace of ['eip155', 'solana'] as const)
      await expect(this.multi.field(namespace, 'status')).toHaveText('connected')
  }

  /** Addresses of both namespaces. */
  async readAddresses(): Promise<{ readonly eip155: string; readonly solana: string }> {
    const [eip155, solana] = await Promise.all(
      (['eip155', 'solana'] as const).map((namespace) => this.multi.field(namespace, 'address').textContent()),
    )
    return { eip155: eip155 ?? '', solana: solana ?? '' }
  }

  /**
   * Approves in the wallet's own screen once all of it has been seen: a click counts if the pointer has rested there
   * for half a second.
   */
  async agree(): Promise<void> {
    await this.approve.waitFor()
    await this.frame.locator('.content').evaluate((content) => content.scrollTo(0, content.scrollHeight))
    await expect(this.approve).toBeEnabled()
    await this.approve.hover()
    await this.page.waitForTimeout(600)
    await this.approve.click()
  }

  /** Funds the active account on its chain. */
  async fund(): Promise<void> {
    await this.page.getByRole('button', { name: /^Give this account/ }).click()
    await expect(this.page.getByTestId('fund-result')).toContainText('has')
  }
}
