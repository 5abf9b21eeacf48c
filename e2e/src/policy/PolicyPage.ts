import type { Page } from '@playwright/test'

/** One source of one directive. */
export type Entry = { readonly directive: string; readonly source: string }

/** The entries of a policy as a server sends it. */
export function parsePolicy(header: string): readonly Entry[] {
  return header.split(';').flatMap((part) => {
    const [directive = '', ...sources] = part.trim().split(/\s+/)
    return sources.map((source) => ({ directive, source }))
  })
}

/** The demo's pages under the policy that they are sent with, or under that without one entry. */
export class PolicyPage {
  readonly page: Page
  readonly #origin: string
  readonly #refused: string[] = []
  #removed: Entry | undefined

  constructor(page: Page, url: string) {
    this.page = page
    this.#origin = new URL(url).origin
  }

  /** What was refused, as `connect-src http://127.0.0.1:1234`, of all pages since {@link start}. */
  get refused(): readonly string[] {
    return this.#refused
  }

  async start(): Promise<void> {
    // what the route below answers with comes from nowhere that the browser knows, and may else not ask this machine
    await this.page.context().grantPermissions(['local-network-access'])
    await this.page.exposeFunction('tellRefusal', (what: string) => this.#refused.push(what))
    await this.page.addInitScript(() => {
      const { tellRefusal } = window as unknown as { readonly tellRefusal: (what: string) => void }
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        const from = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI
        tellRefusal(`${effectiveDirective.replace(/-(elem|attr)$/, '')} ${from}`)
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

  /** Takes one away, from the next load on. */
  remove(entry: Entry): void {
    this.#removed = entry
    this.#refused.length = 0
  }

  /** Back to the policy as it is sent. */
  restore(): void {
    this.#removed = undefined
    this.#refused.length = 0
  }

  /** A directive that has lost its last source is gone. */
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
