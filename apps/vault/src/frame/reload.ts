/** Query parameter: how often the page was reloaded for this. */
const retryParam = 'again'

/** Number of retries, and milliseconds before each, randomized: by then the load balancer picks another site. */
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
   * Everything is answered: loads the site's current page, unless another request comes within a moment. Stays if the site does not
   * respond, because the browser's error page would take the frame's place.
   */
  leave(): void
}

/** Query parameter, once per build: builds that were left. */
const leftParam = 'left'

/** Milliseconds without a request, as one reply leads to the next request. */
const idleTime = 1_000

/** Milliseconds in which the site has to respond before the page leaves. */
const checkTimeout = 10_000

/**
 * Reloads a page that is older than the site, leaving each build at most once: if it comes back as a build that was left, or as the same
 * one, because sites of two builds run side by side, it stays and no longer checks.
 */
export function createUpdater({ window, fetch, build }: UpdaterOptions): Updater {
  const { location } = window
  let timer: number | undefined
  let isGoing = false
  /** Aborts the check that the site responds. */
  let check: AbortController | undefined
  const stopWaiting = (): void => {
    window.clearTimeout(timer)
    check?.abort()
  }
  const goIfUp = async (): Promise<void> => {
    const url = new URL(location.href)
    url.searchParams.append(leftParam, build)
    url.searchParams.delete('again')
    const controller = new AbortController()
    const { signal } = controller
    check = controller
    timer = window.setTimeout(() => controller.abort(), checkTimeout)
    const isUp = await fetch(url, { cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (signal.aborted) return
    window.clearTimeout(timer)
    if (!isUp) return
    isGoing = true
    location.replace(url)
  }
  return {
    namesBuild: !new URL(location.href).searchParams.getAll(leftParam).includes(build),
    stay() {
      stopWaiting()
      // a request to a page that is being left would be lost: it leaves later
      if (isGoing) window.stop()
      isGoing = false
    },
    leave() {
      stopWaiting()
      timer = window.setTimeout(() => void goIfUp(), idleTime)
    },
  }
}
