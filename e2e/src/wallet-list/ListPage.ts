import { expect, type Locator, type Route } from '@playwright/test'
import type { DemoPage } from '../fixtures/DemoPage.js'

/** The demo, for a user who looks for a wallet in the list. */
export class ListPage {
  readonly demo: DemoPage
  readonly url: string

  constructor(demo: DemoPage, url: string) {
    this.demo = demo
    this.url = url
  }

  get search(): Locator {
    return this.demo.dialog.getByRole('searchbox')
  }
  get cells(): Locator {
    return this.demo.dialog.locator('button.wallet-cell')
  }
  get images(): Locator {
    return this.demo.dialog.locator('button.wallet-cell img')
  }
  get alert(): Locator {
    return this.demo.dialog.getByRole('alert')
  }

  /** Handles requests to the wallet list below a path, from now on. */
  async answer(path: string, handler: (route: Route) => Promise<void> | void): Promise<void> {
    await this.demo.page.route(`${this.url}/${path}*`, handler)
  }

  /** Opens the modal. */
  async open(query = '?walletConnect=1'): Promise<void> {
    await this.demo.goto(query)
    await this.demo.connectButton.click()
    await expect(this.demo.heading('Connect')).toBeVisible()
  }

  /** Opens the modal and all wallets. */
  async openAll(query?: string): Promise<void> {
    await this.open(query)
    await this.demo.button(/^All wallets/).click()
    await expect(this.demo.heading('All wallets')).toBeVisible()
  }

  /** Scrolls the grid to its end. */
  async scrollToEnd(): Promise<void> {
    await this.cells.last().evaluate((cell) => {
      for (let node: Element | null = cell; node; node = node.parentElement) node.scrollTop = node.scrollHeight
    })
  }

  /** Ids of the loaded pages. */
  ids(): Promise<readonly string[]> {
    return this.demo.page.evaluate(() => window.latchkey.getState().wallets.all.wallets.map(({ id }) => id))
  }
}
