import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { isSameMac, toMac } from '../crypto/seal.js'
import type { AuditHead, Custody } from '../custody.js'
import type { AuditEntry, AuditEvent } from './events.js'
import { queueDeliveries } from './queueDeliveries.js'

type NewEntry = AuditEntry & { readonly event: AuditEvent }

type AuditContext = Pick<Custody, 'keys' | 'now'> & Partial<Pick<Custody, 'auditHead'>>

/**
 * Appends to the audit log. Call it last in a transaction, and ask no other machine after it, because others wait for it. Each entry's hash
 * covers the previous one, under a key that the database doesn't have, so entries can't be changed, removed or inserted. Throws if an older
 * log was restored under a running process.
 */
export function appendAudit(context: AuditContext, client: Queryable, entry: NewEntry): Promise<void> {
  return appendAudits(context, client, [entry])
}

/** Appends several entries, so that others wait no longer than for one. Throws as {@link appendAudit}. */
export async function appendAudits(
  { keys, now, auditHead }: AuditContext,
  client: Queryable,
  entries: readonly NewEntry[],
): Promise<void> {
  // before the lock that others wait for
  for (const { event, ...entry } of entries) await queueDeliveries({ keys, now }, client, { event, entry })
  await appendToChain({ key: keys.audit, now, head: auditHead }, client, entries)
}

export type AuditChain = {
  /** Of the hashes. */
  readonly key: Uint8Array
  readonly now: () => number
  readonly head?: AuditHead | undefined
}

/** Appends to the hash chain in the table `audit`. Throws as {@link appendAudit}. */
export async function appendToChain(
  { key, now, head }: AuditChain,
  client: Queryable,
  entries: readonly (AuditEntry & { readonly event: string })[],
): Promise<void> {
  await lockOn(client, ['audit'])
  const [last] = await client.query<{ seq: string; hash: Buffer; is_own: boolean }>(
    'SELECT seq, hash, xmin = pg_current_xact_id()::xid AS is_own FROM audit ORDER BY seq DESC LIMIT 1',
  )
  if (head) await checkHead(client, head, last)
  let [seq, previous] = [Number(last?.seq ?? 0), last?.hash]
  const rows: (readonly [seq: number, at: number, event: string, text: string, hash: Buffer])[] = []
  for (const { event, ...entry } of entries) {
    const [at, text] = [now(), JSON.stringify(entry)]
    seq += 1
    previous = toAuditHash(key, { seq, at, event, entry: text, previous })
    rows.push([seq, at, event, text, previous])
  }
  const places = rows.map((row, index) => `(${row.map((_, cell) => `$${index * row.length + cell + 1}`).join(', ')})`)
  if (rows.length > 0) await client.query(`INSERT INTO audit VALUES ${places.join(', ')}`, rows.flat())
}

/** Records the current end of the log. Throws as {@link appendAudit} does. */
export async function recordAuditHead({ database, auditHead }: Pick<Custody, 'database' | 'auditHead'>): Promise<void> {
  const [last] = await database.query<Omit<Last, 'is_own'>>('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
  await checkHead(database, auditHead, last && { ...last, is_own: false })
}

type Last = { readonly seq: string; readonly hash: Buffer; readonly is_own: boolean }

async function checkHead({ query }: Queryable, head: AuditHead, last: Last | undefined): Promise<void> {
  // copied: another call may record a later end while this one waits for the database
  const { seq, hash } = head
  if (hash !== undefined) {
    const [row] = await query<{ hash: Buffer }>('SELECT hash FROM audit WHERE seq = $1', [seq])
    if (!isSameMac(row?.hash ?? null, hash))
      throw new Error(`Entry ${seq} of the audit log is missing: an older database was restored.`)
  }
  // entries added by this transaction may still be rolled back
  if (last && !last.is_own && Number(last.seq) > head.seq)
    Object.assign(head, { seq: Number(last.seq), hash: last.hash })
}

export type AuditRow = {
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly entry: string
  readonly previous: Uint8Array | undefined
}

export function toAuditHash(key: Uint8Array, { seq, at, event, entry, previous }: AuditRow): Buffer {
  return toMac(key, [seq, at, event, entry, previous ?? null])
}
