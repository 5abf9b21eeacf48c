import type { Page } from '@playwright/test'

/** One source of one directive. */
export type Entry = { readonly directive: string; readonly source: string }

/** The entries of a policy as sent by a server. */
export function parsePolicy(header: string): readonly Entry[] {
  return header.split(';').flatMap((part) => {
    const [directive = '', ...sources] = part.trim().split(/\s+/)
    return sources.map((source) => ({ directive, source }))
  })
}

/** The demo's pages under the policy that the server sends, optionally without one entry. */
export class PolicyPage {
  readonly page: Page
  readonly #origin: string
  readonly #refused: string[] = []
  #removed: Entry | undefined

  constructor(page: Page, url: string) {
    this.page = page
    this.#origin = new URL(url).origin
  }

  /** Violations, such as `connect-src http://127.0.0.1:1234`, of all pages since {@link start}. */
  get refused(): readonly string[] {
    return this.#refused
  }

  async start(): Promise<void> {
    // the browser doesn't know the address space of a fulfilled route, and would block its requests to this machine
    await this.page.context().grantPermissions(['local-network-access'])
    await this.page.exposeFunction('reportRefusal', (what: string) => this.#refused.push(what))
    await this.page.addInitScript(() => {
      const { reportRefusal } = window as unknown as { readonly reportRefusal: (what: string) => void }
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        const from = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI
        reportRefusal(`${effectiveDirective.replace(/-(elem|attr)$/, '')} ${from}`)
      })
    })
    await this.page.route(`${this.#origin}/**`, async (route) => {
      if (route.request().resourceType() !== 'document' || !this.#removed) return route.fallback()
      const response = await route.fetch()
      const name = 'content-security-policy'
      const headers = { ...response.headers(), [name]: this.#shorten(response.headers()[name] ?? '') }
      return route.fulfill({ response, headers })
    })
  }

  /** Removes an entry, from the next load on. */
  remove(entry: Entry): void {
    this.#removed = entry
    this.#refused.length = 0
  }

  /** Restores the policy as sent. */
  restore(): void {
    this.#removed = undefined
    this.#refused.length = 0
  }

  /** A directive that has lost its last source is removed. */
  #shorten(header: string): string {
    const rest = parsePolicy(header).filter(
      ({ directive, source }) => directive !== this.#removed?.directive || source !== this.#removed.source,
    )
    const directives = [...new Set(rest.map(({ directive }) => directive))]
    const toSources = (name: string): readonly string[] =>
      rest.filter(({ directive }) => directive === name).map(({ source }) => source)
    return directives.map((name) => [name, ...toSources(name)].join(' ')).join('; ')
  }
}
