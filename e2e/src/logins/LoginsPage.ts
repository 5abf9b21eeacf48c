import { expect, type Locator, type Page } from '@playwright/test'
import { EmbeddedPage } from '../embedded/EmbeddedPage.js'

export const providers = ['Google', 'X', 'Discord', 'Apple', 'GitHub', 'Facebook'] as const
/** `Acme ID` is one that the operator has set up. */
export type ProviderName = (typeof providers)[number] | 'Acme ID'

/** The demo with third-party logins, for a user who has accounts there. */
export class LoginsPage extends EmbeddedPage {
  /** The user's name at every provider; unique to the test. */
  readonly name = `v${crypto.randomUUID().slice(0, 8)}`

  /**
   * All providers but the first are icons, and the last ones are in a view of their own; where that is beside the list, the
   * button of the view.
   */
  social(name: ProviderName | 'Farcaster'): Locator {
    return this.demo.button(`Continue with ${name}`).last()
  }

  async openSocials(): Promise<void> {
    await this.demo.connectButton.click()
    await this.demo.button('More login options').click()
    await expect(this.social('Facebook')).toBeVisible()
  }

  /** Clicks a provider's button, which opens a pop-up. */
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

  /** On the phone that has scanned a Farcaster code. */
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

  /** Makes the providers fail, for all tests: each test has to reset this. */
  async setFaults(faults: unknown): Promise<void> {
    await fetch(`${process.env['IDENTITY_URL']}faults`, { method: 'PUT', body: JSON.stringify(faults) })
  }
}
