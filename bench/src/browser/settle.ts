import { setTimeout as wait } from 'node:timers/promises'
import type { Visit } from './openVisit.js'

/** Milliseconds without a request after which a page has all that it asks for by itself. */
const silence = 400

/** Waits until the page has stopped asking for things. */
export async function settle({ requests }: Visit): Promise<void> {
  for (let seen = -1; seen !== requests.length; ) {
    seen = requests.length
    await wait(silence)
  }
}
