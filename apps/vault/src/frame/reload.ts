/** Query parameter: how often the page was reloaded for this. */
const retryParam = 'again'

/** Retries, and milliseconds before each, randomized: by then the load balancer picks another site. */
const retryLimits = { tries: 8, pause: 400 } as const

/**
 * Reloads the page if a script or style is missing, which happens while two versions of the site run side by side. Retries for a few
 * seconds; returns false if that didn't help.
 */
export function reloadAfterMiss({ location, setTimeout }: Pick<Window, 'location' | 'setTimeout'>): boolean {
  const url = new URL(location.href)
  const tries = Number(url.searchParams.get(retryParam) ?? 0)
  if (!(tries < retryLimits.tries)) return false
  url.searchParams.set(retryParam, String(tries + 1))
  setTimeout(() => location.replace(url), retryLimits.pause * (0.5 + Math.random()))
  return true
}

export type UpdaterOptions = {
  readonly window: Pick<Window, 'location' | 'stop' | 'setTimeout' | 'clearTimeout'>
  readonly fetch: typeof fetch
  readonly build: string
}

export type Updater = {
  /** Whether requests include this page's build, so that the vault can reply that there is a newer one. */
  readonly namesBuild: boolean
  /** A request came in: the page stays until it is answered, even if it was about to reload. */
  stay(): void
  /**
   * Everything is answered: loads the site's current page, unless another request comes within a moment. Stays if the site does not answer:
   * the browser's error page in its place could do nothing.
   */
  leave(): void
}

/** Query parameter, once per build: builds that were left. */
const leftParam = 'left'

/** Milliseconds without a request, as one reply leads to the next request. */
const idleTime = 1_000

/**
 * Reloads a page that is older than the site, leaving each build at most once: if it comes back as a build that was left, or as the same
 * one, because sites of two builds run side by side, it stays and no longer checks.
 */
export function createUpdater({ window, fetch, build }: UpdaterOptions): Updater {
  const { location } = window
  let timer: number | undefined
  let isGoing = false
  /** Ends the look whether the site answers. */
  let look: AbortController | undefined
  const go = async (): Promise<void> => {
    const url = new URL(location.href)
    url.searchParams.append(leftParam, build)
    url.searchParams.delete('again')
    look = new AbortController()
    const { signal } = look
    const isThere = await fetch(url, { cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isThere || signal.aborted) return
    isGoing = true
    location.replace(url)
  }
  return {
    namesBuild: !new URL(location.href).searchParams.getAll(leftParam).includes(build),
    stay() {
      window.clearTimeout(timer)
      look?.abort()
      // a request to a page that is being left would be lost: it leaves later
      if (isGoing) window.stop()
      isGoing = false
    },
    leave() {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => void go(), idleTime)
    },
  }
}
