import { expect, type Locator, type Page } from '@playwright/test'
import type { Address } from 'viem'
import type { DemoPage } from '../fixtures/DemoPage.js'

/** The demo with a service behind it, as who has an account uses it. */
export class MoneyPage {
  readonly demo: DemoPage
  readonly page: Page
  /** Of the Dev wallet. */
  readonly account: Address

  constructor(demo: DemoPage, account: Address) {
    this.demo = demo
    this.page = demo.page
    this.account = account
  }

  /** In the row of the account. */
  get total(): Locator {
    return this.demo.dialog.locator('.balance')
  }

  /** Loads the page, with the service, and connects the Dev wallet. */
  async goto(more = ''): Promise<void> {
    await this.demo.goto(`?blockchainApi=1${more}`)
    await this.demo.connect()
  }

  async openAccount(): Promise<void> {
    await this.demo.openAccount()
    await expect(this.total).toContainText('$')
  }

  /** Any view, as an app opens it. */
  async open(request: object): Promise<void> {
    await this.page.evaluate((wanted) => {
      // a transfer that is filled in is waited for; who leaves it, also for another view, has not sent it
      window.latchkey.open(wanted).catch((cause: { code?: string }) => {
        if (cause.code !== 'MODAL_CLOSED' && cause.code !== 'ABORTED') throw cause
      })
    }, request)
    await expect(this.demo.dialog).toBeVisible()
  }

  /** What can be done with the account. */
  action(name: 'Buy' | 'Swap' | 'Receive' | 'Send'): Locator {
    return this.demo.dialog.getByRole('list', { name: 'What to do' }).getByRole('button', { name, exact: true })
  }

  tab(name: 'Tokens' | 'NFTs' | 'Activity'): Locator {
    return this.demo.dialog.getByRole('tab', { name })
  }

  /** What the account has of a token, as `1000.000 USDC`. */
  holding(symbol: string): Locator {
    return this.demo.dialog.getByRole('tabpanel').getByText(new RegExp(`^[\\d.]+ ${symbol}$`))
  }

  /** The title of the view that is shown. */
  async expectView(title: string): Promise<void> {
    await expect(this.demo.dialog.locator('#title')).toHaveText(title)
    await expect(this.demo.dialog.locator('[aria-busy=true]')).toHaveCount(0)
  }

  /** Fills the form of Send up to its preview, from the account. */
  async fillSend({ symbol, amount, to }: { symbol: string; amount: string; to: string }): Promise<void> {
    const { dialog } = this.demo
    await this.action('Send').click()
    await this.expectView('Send')
    const chosen = dialog.getByRole('button', { name: `Token: ${symbol}. Choose another` })
    const pill = dialog.getByRole('button', { name: /^(Token: .*\. Choose another|Select token)$/ }).first()
    await expect(pill).toBeVisible()
    if ((await chosen.count()) === 0) {
      await pill.click()
      await dialog.getByRole('button', { name: new RegExp(`\\b${symbol}\\b`) }).click()
    }
    await expect(chosen).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(to)
    await dialog.getByRole('button', { name: 'Preview send' }).click()
    await this.expectView('Review')
  }

  /** Has the wallet send what the preview shows, and waits for the network. */
  async send(): Promise<void> {
    const { dialog } = this.demo
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog).toContainText('have arrived at')
  }
}
