import type { Custody } from '../custody.js'
import type { Letter } from './letter.js'
import { queueEmail } from './outbox.js'

/**
 * Emails somebody about what has happened, outside of any transaction. Nothing waits for it. Where there is a transaction,
 * {@link queueEmail} takes part in it.
 */
export function notify(
  custody: Pick<Custody, 'database' | 'keys' | 'instance' | 'now' | 'outbox' | 'warn'>,
  email: { readonly to: string; readonly letter: Letter },
): void {
  custody.database
    .inTransaction((client) => queueEmail(custody, client, email))
    .then(() => custody.outbox.flush())
    .catch(custody.warn)
}
