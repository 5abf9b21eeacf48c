export type RenewalOptions = {
  readonly window: Pick<Window, 'location' | 'stop' | 'setTimeout' | 'clearTimeout'>
  readonly build: string
}

export type Renewal = {
  /** Whether the vault may be told this page's build, so that it can answer that there is a newer one. */
  readonly namesBuild: boolean
  /** Somebody asks something: the page stays until it is answered, also where it was about to go. */
  stay(): void
  /** All is answered: loads the page that the site has now, unless something is asked in the next moment. */
  leave(): void
}

/** In the page's address, once for each: builds that were left. */
const name = 'left'

/** Milliseconds without a question: the answer to one is what leads to the next. */
const quiet = 1_000

/**
 * A page that is older than the site loads itself again, and each build is left at most once: where a page comes back as one that was left,
 * or as the one that it was, since sites of two builds serve side by side for a while, it stays and no longer asks.
 */
export function createRenewal({ window, build }: RenewalOptions): Renewal {
  const { location } = window
  let timer: number | undefined
  let isGoing = false
  return {
    namesBuild: !new URL(location.href).searchParams.getAll(name).includes(build),
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
        url.searchParams.append(name, build)
        url.searchParams.delete('again')
        isGoing = true
        location.replace(url)
      }, quiet)
    },
  }
}
