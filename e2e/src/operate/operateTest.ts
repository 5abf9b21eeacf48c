import { randomBytes, randomUUID } from 'node:crypto'
import { type ConsoleCommand, inviteOperator } from '@latchkey/devnet'
import { type BrowserContext, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import { test as base } from '../embedded/embeddedTest.js'
import { VirtualAuthenticator } from '../passkeys/VirtualAuthenticator.js'

export type Role = 'owner' | 'support' | 'auditor'

/** The operator console, in its own browser context with a virtual authenticator. */
class ConsolePage {
  readonly page: Page
  readonly name: string

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }
  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }
  get toast(): Locator {
    return this.page.locator('.toast')
  }
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
  field(name: string): Locator {
    return this.page.getByLabel(name, { exact: true })
  }

  /** Goes to a path of the console. */
  async goto(path = '/'): Promise<void> {
    await this.page.goto(new URL(path, process.env['CONSOLE_URL']).href)
  }

  /** Accepts an invitation by command, with a passkey of the virtual authenticator. */
  async accept(role: Role): Promise<void> {
    const command = JSON.parse(process.env['CONSOLE_COMMAND'] ?? '{}') as ConsoleCommand
    await this.page.goto(await inviteOperator(command, { name: this.name, role }))
    await expect(this.heading).toHaveText(`Welcome, ${this.name}`)
    await this.button('Create a passkey').click()
    await expect(this.heading).toHaveText('Overview')
  }

  async open(name: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await expect(this.heading).toHaveText(name)
  }

  /** Gives the reason in the open dialog, and confirms it. */
  async confirm(button: string, reason = 'a test asked for it'): Promise<void> {
    await this.dialog.getByLabel('Reason').fill(reason)
    await this.dialog.getByRole('button', { name: button, exact: true }).click()
    await expect(this.dialog).toBeHidden()
  }
}

type Fixtures = {
  /** Opens the console as a new operator, whose passkey is in a new context. */
  readonly signUp: (role: Role, options?: BrowserContextOptions) => Promise<ConsolePage>
  /** An owner, signed in, at the overview. */
  readonly owner: ConsolePage
}

export const test = base.extend<Fixtures>({
  signUp: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    await use(async (role, options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        extraHTTPHeaders: { 'x-forwarded-for': `2001:db8:0:${randomBytes(2).toString('hex')}::1` },
        ...options,
      })
      contexts.push(context)
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        // refused requests are shown to the operator; a policy that blocks something is a mistake
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text())
      })
      await VirtualAuthenticator.add(page)
      const one = new ConsolePage(page, `${role}-${randomUUID().slice(0, 8)}`)
      await one.accept(role)
      return one
    })
    for (const context of contexts) await context.close()
    expect(problems).toEqual([])
  },
  owner: async ({ signUp }, use) => use(await signUp('owner')),
})

export { expect }
