import { expect, type Locator, type Page } from '@playwright/test'
import { EmbeddedPage } from '../embedded/EmbeddedPage.js'

export const providers = ['Google', 'X', 'Discord', 'Apple', 'GitHub', 'Facebook'] as const
export type ProviderName = (typeof providers)[number]

/** The demo with logins at other sites, as a visitor uses it who has an account there. */
export class LoginsPage extends EmbeddedPage {
  /** Who the visitor is everywhere: nobody else in any test. */
  readonly name = `v${crypto.randomUUID().slice(0, 8)}`

  /** Beside the first, providers are icons, and the last ones are behind a view of their own. */
  social(name: ProviderName | 'Farcaster'): Locator {
    return this.demo.button(`Continue with ${name}`)
  }

  async openSocials(): Promise<void> {
    await this.demo.connectButton.click()
    await this.demo.button('More ways to log in').click()
    await expect(this.social('Facebook')).toBeVisible()
  }

  /** Presses a provider's button, which opens a window of its own. */
  async press(name: ProviderName): Promise<Page> {
    await this.openSocials()
    await this.social(name).hover()
    const opened = this.page.waitForEvent('popup')
    await this.social(name).click()
    return opened
  }

  /** At the provider. */
  async answer(popup: Page, button: 'Allow' | 'Deny' = 'Allow', name = this.name): Promise<void> {
    await popup.getByLabel('Name').fill(name)
    await popup.getByRole('button', { name: button }).click()
  }

  /** On the phone that has scanned a code of Farcaster's. */
  async answerPhone(phone: Page): Promise<void> {
    await phone.getByLabel('Name').fill(this.name)
    await phone.getByRole('button', { name: 'Sign in' }).click()
    await expect(phone.getByText('You are signed in.')).toBeVisible()
  }

  async logInWith(name: ProviderName): Promise<void> {
    const popup = await this.press(name)
    const closed = popup.waitForEvent('close')
    await this.answer(popup)
    await closed
    await this.expectConnected()
  }

  /** Lets the providers fail, for all tests: each puts it right again. */
  async setFaults(faults: unknown): Promise<void> {
    await fetch(`${process.env['IDENTITY_URL']}faults`, { method: 'PUT', body: JSON.stringify(faults) })
  }
}
