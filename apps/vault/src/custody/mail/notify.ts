import { setTimeout as sleep } from 'node:timers/promises'
import type { Custody } from '../custody.js'
import type { Letter } from './letter.js'

/** Milliseconds of real time before each further try. */
const pauses = [2_000, 10_000, 60_000, 600_000] as const

/**
 * Tells a mailbox what has happened. Nothing waits for it: what happened stays, also where no mail server takes it. It is tried again
 * for some minutes, as a notice may hold the only way to undo something.
 */
export function notify(
  { mailer, warn }: Pick<Custody, 'mailer' | 'warn'>,
  { to, letter }: { readonly to: string; readonly letter: Letter },
): void {
  void send().catch(warn)

  async function send(): Promise<void> {
    for (const pause of pauses)
      try {
        return await mailer.send(to, letter)
      } catch (cause) {
        warn(cause)
        // a process that ends does not wait for it
        await sleep(pause, undefined, { ref: false })
      }
    await mailer.send(to, letter)
  }
}
