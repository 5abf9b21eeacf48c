import { setTimeout as wait } from 'node:timers/promises'
import type { Visit } from './openVisit.js'

/** Milliseconds without a request after which the page counts as settled. */
const silence = 400

/** Waits until the page makes no more requests. */
export async function settle({ requests }: Visit): Promise<void> {
  for (let seen = -1; seen !== requests.length; ) {
    seen = requests.length
    await wait(silence)
  }
}
