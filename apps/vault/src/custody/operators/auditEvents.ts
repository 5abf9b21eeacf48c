import type { Queryable } from '@latchkey/server-kit/database'
import type { OperatorResult } from '../../protocol/operators.js'
import { toAuditHash } from '../audit/appendAudit.js'
import { isSameMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { apiName } from './operator.js'

export type AuditRow = {
  readonly seq: string
  readonly at: string
  readonly event: string
  readonly entry: string
  readonly hash: Buffer
  readonly previous: Buffer | null
}

export type Event = OperatorResult<'GET /v1/events'>['events'][number]

/** Throws if the entry was changed. */
export function toEvent({ keys }: Pick<Custody, 'keys'>, { seq, at, event, entry, hash, previous }: AuditRow): Event {
  const row = { seq: Number(seq), at: Number(at), event, entry, previous: previous ?? undefined }
  if (!isSameMac(hash, toAuditHash(keys.audit, row)))
    throw new Error(`Entry ${seq} of the audit log was changed from outside.`)
  return { seq: row.seq, at: row.at, event, entry: JSON.parse(entry) as Record<string, string | number> }
}

/** Whether the newest freeze of a user is by an API key. Throws if its entry was changed. */
export async function isFrozenByKey(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  user: string,
): Promise<boolean> {
  const [row] = await query<AuditRow>(
    `SELECT one.*, other.hash AS previous FROM audit AS one LEFT JOIN audit AS other ON other.seq = one.seq - 1
     WHERE one.entry::jsonb ->> 'user' = $1 AND one.event = 'user.frozen' ORDER BY one.seq DESC LIMIT 1`,
    [user],
  )
  return row !== undefined && toEvent({ keys }, row).entry['via'] === apiName
}
