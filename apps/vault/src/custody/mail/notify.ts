import type { Custody } from '../custody.js'
import type { Letter } from './letter.js'

/** Tells a mailbox what has happened. Nothing waits for it: what happened stays, also where no mail server takes it. */
export function notify(
  { mailer, warn }: Pick<Custody, 'mailer' | 'warn'>,
  { to, letter }: { readonly to: string; readonly letter: Letter },
): void {
  void mailer.send(to, letter).catch(warn)
}
