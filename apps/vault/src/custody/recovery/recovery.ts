import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'
import { toMac } from '../sealing/toMac.js'

export type RecoveryRow = {
  readonly id: string
  readonly project: string
  readonly user_id: string
  readonly email_index: Buffer
  readonly email: Buffer
  readonly created_at: string
  readonly due_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

const day = 86_400_000

/** Milliseconds: in the first the mailbox of before may cancel it, in the second the new one has to log in. */
export const recoveryTimes: Readonly<Record<'wait' | 'open', number>> = { wait: 3 * day, open: 33 * day }

/** A recovery that was begun, of a user or to a mailbox. */
export async function findRecovery(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  by: { readonly userId: string } | { readonly project: string; readonly emailIndex: Uint8Array },
): Promise<RecoveryRow | undefined> {
  const [condition, values] =
    'userId' in by ? ['user_id = $1', [by.userId]] : ['project = $1 AND email_index = $2', [by.project, by.emailIndex]]
  const [row] = await query<RecoveryRow>(
    `SELECT * FROM recoveries WHERE ${condition} AND valid_until > $${values.length + 1} ORDER BY created_at LIMIT 1`,
    [...values, now()],
  )
  if (row) assertRow(keys, 'recoveries', row)
  return row
}

/** By which a printed code is found without being kept. */
export function toRecoveryHash({ keys }: Pick<Custody, 'keys'>, secret: Uint8Array): Buffer {
  return toMac(keys.tokens, ['recovery', secret])
}
