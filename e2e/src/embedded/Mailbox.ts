import type { Mail } from '@latchkey/devnet'
import { expect } from '@playwright/test'

/** The emails to one address. */
export class Mailbox {
  readonly address: string
  readonly #url: string

  constructor(
    address = `visitor-${crypto.randomUUID().slice(0, 8)}@example.org`,
    url = process.env['MAILBOX_URL'] ?? '',
  ) {
    this.address = address
    this.#url = url
  }

  /** Oldest first. */
  async read(): Promise<readonly Mail[]> {
    const response = await fetch(`${this.#url}messages?to=${encodeURIComponent(this.address)}`)
    return (await response.json()) as readonly Mail[]
  }

  /** Returns the code of the newest email that has one, once there are more than `seen` such emails. */
  async nextCode(seen: number): Promise<string> {
    const find = async (): Promise<readonly string[]> => (await this.read()).flatMap(({ codes }) => codes.slice(0, 1))
    await expect.poll(async () => (await find()).length, `code to ${this.address}`).toBeGreaterThan(seen)
    return (await find()).at(-1) ?? ''
  }

  /** Returns the link that approves a device, from the newest email that has one. */
  async nextLink(seen: number): Promise<string> {
    const find = async (): Promise<readonly string[]> =>
      (await this.read()).flatMap(({ links }) => links.filter((link) => link.includes('/link?')))
    await expect.poll(async () => (await find()).length, `link to ${this.address}`).toBeGreaterThan(seen)
    return (await find()).at(-1) ?? ''
  }
}
