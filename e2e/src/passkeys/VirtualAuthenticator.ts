import type { CDPSession, Page } from '@playwright/test'

/** Chromium's virtual authenticator, like the passkeys of a phone or computer. [WebAuthn §11] */
export class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #id: string

  private constructor(session: CDPSession, id: string) {
    this.#session = session
    this.#id = id
  }

  /** Adds one to a page and its frames; a pop-up needs its own. `from`: has the same passkeys. */
  static async add(page: Page, { from }: { readonly from?: VirtualAuthenticator } = {}): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const made = new VirtualAuthenticator(session, authenticatorId)
    if (from) await made.copy(from)
    return made
  }

  /** Adopts the passkeys of another, as if both were the same device. */
  async copy(other: VirtualAuthenticator): Promise<void> {
    await this.deleteAll()
    for (const credential of await other.list())
      await this.#session.send('WebAuthn.addCredential', { authenticatorId: this.#id, credential })
  }

  async list() {
    return (await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id })).credentials
  }

  /** The user deletes the passkeys on the device. */
  async deleteAll(): Promise<void> {
    await this.#session.send('WebAuthn.clearCredentials', { authenticatorId: this.#id })
  }

  /** The user confirms with their finger, or not. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })
  }
}
