import { expect, type Locator, type Page } from '@playwright/test'
import type { Address } from 'viem'
import type { DemoPage } from '../fixtures/DemoPage.js'

/** The demo with a service behind it, for a user with a funded account. */
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

  /** In the account's row. */
  get total(): Locator {
    return this.demo.dialog.locator('.balance')
  }

  /** Loads the page with the service, and connects the Dev wallet. */
  async goto(more = ''): Promise<void> {
    await this.demo.goto(`?blockchainApi=1${more}`)
    await this.demo.connect()
  }

  async openAccount(): Promise<void> {
    await this.demo.openAccount()
    await expect(this.total).toContainText('$')
  }

  /** Opens the view for the amount to buy at the sandbox. */
  async openBuying(): Promise<void> {
    await this.openAccount()
    await this.action('Buy').click()
    await this.demo.button(/^Sandbox/).click()
    await this.expectView('Amount')
  }

  /** Opens any view, as an app does. */
  async open(request: object): Promise<void> {
    await this.page.evaluate((wanted) => {
      // leaving a filled-in transfer, also for another view, rejects it
      window.latchkey.open(wanted).catch((cause: { code?: string }) => {
        if (cause.code !== 'MODAL_CLOSED' && cause.code !== 'ABORTED') throw cause
      })
    }, request)
    await expect(this.demo.dialog).toBeVisible()
  }

  /** The account's actions. */
  action(name: 'Buy' | 'Swap' | 'Receive' | 'Send'): Locator {
    return this.demo.dialog.getByRole('list', { name: 'Actions' }).getByRole('button', { name, exact: true })
  }

  tab(name: 'Tokens' | 'NFTs' | 'Activity'): Locator {
    return this.demo.dialog.getByRole('tab', { name })
  }

  /** The account's balance of a token, such as `1,000.000 USDC`. */
  holding(symbol: string): Locator {
    return this.demo.dialog.getByRole('tabpanel').getByText(new RegExp(`^[\\d.,]+ ${symbol}$`))
  }

  /** The title of the current view. */
  async expectView(title: string): Promise<void> {
    await expect(this.demo.dialog.locator('#title')).toHaveText(title)
    await expect(this.demo.dialog.locator('[aria-busy=true]')).toHaveCount(0)
  }

  /** Fills the form of Send, from the account up to the preview. */
  async fillSend({ symbol, amount, to }: { symbol: string; amount: string; to: string }): Promise<void> {
    const { dialog } = this.demo
    await this.action('Send').click()
    await this.expectView('Send')
    const chosen = dialog.getByRole('button', { name: `${symbol} Change token` })
    const pill = dialog.getByRole('button', { name: /Change token$|^Select token$/ }).first()
    await expect(pill).toBeVisible()
    if ((await chosen.count()) === 0) {
      await pill.click()
      await dialog.getByRole('button', { name: new RegExp(`\\b${symbol}\\b`) }).click()
    }
    await expect(chosen).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(to)
    await dialog.getByRole('button', { name: 'Review' }).click()
    await this.expectView('Review')
  }

  /** Confirms the previewed transfer in the wallet and waits for the network. */
  async send(): Promise<void> {
    const { dialog } = this.demo
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog).toContainText('sent to')
  }
}
