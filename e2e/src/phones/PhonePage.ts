import { expect, type Locator, type Page } from '@playwright/test'

/** The page was about to navigate away. */
export type Leaving = {
  readonly href: string
  /** Whether the browser attributed it to a user action. */
  readonly isUserInitiated: boolean
  /** Whether the tap's user activation was still valid. */
  readonly isActive: boolean
}

/** An entry of the list as a service may return it. */
export type ListRow = { readonly [field: string]: unknown }

declare global {
  interface Window {
    leavings: Leaving[]
    hacked?: boolean
  }
}

/**
 * The demo on a phone. Navigations away from the page are recorded and canceled, so no app and no other host is ever
 * reached.
 */
export class PhonePage {
  readonly page: Page
  readonly url: string

  constructor(page: Page, { url }: { readonly url: string }) {
    this.page = page
    this.url = url
  }

  get dialog(): Locator {
    return this.page.locator('latchkey-modal').getByRole('dialog')
  }
  get connectButton(): Locator {
    return this.page.getByRole('button', { name: /^Connect(ing…)?$/ })
  }
  get status(): Locator {
    return this.page.getByTestId('status')
  }

  heading(name: string | RegExp): Locator {
    return this.dialog.getByRole('heading', { name })
  }
  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name })
  }
  link(name: string | RegExp): Locator {
    return this.dialog.getByRole('link', { name })
  }

  /** Records navigations away from the page, from the next load on. */
  async stay(): Promise<void> {
    await this.page.addInitScript(() => {
      window.leavings = []
      window.navigation.addEventListener('navigate', (event) => {
        const { destination, userInitiated } = event
        if (destination.url.startsWith(`${location.origin}/`)) return
        const { isActive } = navigator.userActivation
        window.leavings.push({ href: destination.url, isUserInitiated: userInitiated, isActive })
        event.preventDefault()
      })
    })
  }

  /** Serves a wallet list from this origin instead of any other. */
  async serveWallets(rows: readonly ListRow[]): Promise<void> {
    await this.page.route('**/config.json', async (route) => {
      const config = await (await route.fetch()).json()
      await route.fulfill({ json: { ...config, walletsUrl: new URL('wallet-list', this.url).href } })
    })
    await this.page.route('**/wallet-list/getWallets*', (route) => {
      const query = new URL(route.request().url()).searchParams
      const include = query.get('include')?.split(',')
      const found = rows.filter(({ id }) => !include || include.includes(String(id)))
      const size = Number(query.get('entries') ?? 40)
      const start = (Number(query.get('page') ?? 1) - 1) * size
      return route.fulfill({ json: { data: found.slice(start, start + size), count: found.length } })
    })
    await this.page.route('**/wallet-list/getWalletImage/*', (route) => route.fulfill({ status: 404 }))
  }

  /** Loads the lab; default: with EVM and pairing. */
  async goto(query = ''): Promise<void> {
    const url = new URL(query, new URL('lab', this.url))
    for (const name of ['solana', 'bitcoin', 'multiWallet'])
      if (!url.searchParams.has(name)) url.searchParams.set(name, '0')
    await this.page.goto(url.href)
    await expect(this.page.locator('#app button').first()).toBeVisible()
  }

  /** Opens the list of all wallets and picks one. */
  async pickWallet(name: string): Promise<void> {
    await this.connectButton.tap()
    await this.button(/All wallets/).tap()
    await this.dialog.getByText(name, { exact: true }).tap()
  }

  leavings(): Promise<readonly Leaving[]> {
    return this.page.evaluate(() => window.leavings)
  }
}
