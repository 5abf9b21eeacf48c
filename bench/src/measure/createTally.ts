import type { Visit } from '../browser/openVisit.js'
import { settle } from '../browser/settle.js'
import type { Lab } from '../lab.js'
import type { PageName } from '../prepare/buildPage.js'

export type Step = {
  /** Paths of the page's own files that were requested. */
  readonly files: readonly string[]
  /** Number of requests to other hosts. */
  readonly foreign: number
}

/** Records the requests of a visit, step by step. */
export type Tally = {
  /** Waits until requests stop; returns those since the last step. */
  take(): Promise<Step>
}

export function createTally({ pages }: Lab, name: PageName, visit: Visit): Tally {
  const { origin } = new URL(pages[name].url)
  let counted = 0
  return {
    async take() {
      await settle(visit)
      const addresses = visit.requests.slice(counted).filter((url) => url.startsWith('http'))
      counted = visit.requests.length
      const own = addresses.map((url) => new URL(url)).filter((url) => url.origin === origin)
      return { files: own.map(({ pathname }) => pathname), foreign: addresses.length - own.length }
    },
  }
}
