/** In the page's address: how often it was loaded for this. */
const retryParam = 'again'

/** Tries, and milliseconds before each, by chance: whoever shares out connections has moved on by then. */
const retryLimits = { tries: 8, pause: 400 } as const

/**
 * While sites of two versions serve side by side, a page of one may ask the other for its script or style, which that does not have. It loads
 * itself again then, for some seconds at most; false where that did not help.
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
  readonly build: string
}

export type Updater = {
  /** Whether the vault may be told this page's build, so that it can answer that there is a newer one. */
  readonly namesBuild: boolean
  /** Somebody asks something: the page stays until it is answered, also where it was about to go. */
  stay(): void
  /** All is answered: loads the page that the site has now, unless something is asked in the next moment. */
  leave(): void
}

/** In the page's address, once for each: builds that were left. */
const leftParam = 'left'

/** Milliseconds without a question: the answer to one is what leads to the next. */
const idleTime = 1_000

/**
 * A page that is older than the site loads itself again, and each build is left at most once: where a page comes back as one that was left,
 * or as the one that it was, since sites of two builds serve side by side for a while, it stays and no longer asks.
 */
export function createUpdater({ window, build }: UpdaterOptions): Updater {
  const { location } = window
  let timer: number | undefined
  let isGoing = false
  return {
    namesBuild: !new URL(location.href).searchParams.getAll(leftParam).includes(build),
    stay() {
      window.clearTimeout(timer)
      // what is asked of a page that goes is lost: it goes later
      if (isGoing) window.stop()
      isGoing = false
    },
    leave() {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        const url = new URL(location.href)
        url.searchParams.append(leftParam, build)
        url.searchParams.delete('again')
        isGoing = true
        location.replace(url)
      }, idleTime)
    },
  }
}
