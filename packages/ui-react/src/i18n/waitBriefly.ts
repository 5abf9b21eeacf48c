import { internals, type Modal } from '@latchkey/core'

/** How long the first opening waits for a language, in milliseconds. One that takes longer comes into the open modal. */
const patience = 1_000

/** Resolves when the work has ended, well or not, after a second at the latest, and with the end of the modal. */
export function waitBriefly({ env, [internals]: { signal } }: Modal, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = env.setTimeout(end, patience)
    signal.addEventListener('abort', end)
    work.then(end, end)
  })
}
