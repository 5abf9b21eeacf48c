export type RenewalOptions = { readonly location: Location; readonly build: string }

export type Renewal = {
  /** Whether the vault may be told this page's build, so that it can answer that there is a newer one. */
  readonly namesBuild: boolean
  /** Loads the page that the site has now. */
  reload(): void
}

/** In the page's address: the build that was left. */
const name = 'left'

/**
 * A page that is older than the site loads itself again, once: where it comes back as the one that it was, since sites of two
 * builds serve side by side for a while, it stays and no longer asks.
 */
export function createRenewal({ location, build }: RenewalOptions): Renewal {
  return {
    namesBuild: new URL(location.href).searchParams.get(name) !== build,
    reload() {
      const url = new URL(location.href)
      url.searchParams.set(name, build)
      location.replace(url)
    },
  }
}
