import type { Database } from '@latchkey/server-kit/database'
import { isSameMac } from '../crypto/seal.js'
import type { Keys } from '../keys/keys.js'
import { toAuditHash } from './appendAudit.js'

/** The newest log entry about a wallet; all null if there is none. */
export type NewestVersion = {
  readonly audit_seq: string | null
  readonly audit_at: string | null
  readonly audit_event: string | null
  readonly audit_entry: string | null
  readonly audit_hash: Buffer | null
  readonly audit_previous: Buffer | null
}

/**
 * SQL that finds the newest log entry about a wallet, whose id is a column or a parameter. Used in the same statement as the wallet, so
 * that both are from the same moment.
 */
export function newestVersion(id: string): string {
  return `SELECT seq AS audit_seq, at AS audit_at, event AS audit_event, entry AS audit_entry, hash AS audit_hash,
      (SELECT hash FROM audit AS before WHERE before.seq = one.seq - 1) AS audit_previous
    FROM audit AS one WHERE one.entry::jsonb ->> 'wallet' = ${id} ORDER BY one.seq DESC LIMIT 1`
}

type Versioned = { readonly id: string; readonly version: string | number | null } & NewestVersion

/**
 * Throws if a wallet row isn't of the newest version in the audit log: an older row was restored, or the log was cut off. The entry counts
 * only as a link of the hash chain.
 */
export function assertNewest(keys: Pick<Keys, 'audit'>, row: Versioned): void {
  const version = Number(row.version ?? 0)
  const newest = readVersion(keys, row)
  if (version !== newest)
    throw new Error(
      `Wallet ${row.id} is of version ${version}, but the audit log says ${newest}: an old row was restored.`,
    )
}

function readVersion(keys: Pick<Keys, 'audit'>, row: Versioned): number {
  const { audit_seq: seq, audit_at: at, audit_event: event, audit_entry: entry, audit_hash: hash } = row
  if (seq === null || at === null || event === null || entry === null) return 0
  const previous = row.audit_previous ?? undefined
  if (!isSameMac(hash, toAuditHash(keys.audit, { seq: Number(seq), at: Number(at), event, entry, previous })))
    throw new Error(`Entry ${seq} of the audit log was changed.`)
  return Number((JSON.parse(entry) as { readonly version?: number }).version)
}

/** Checks every wallet against the log. Throws at the first that is older. Returns the number of wallets. */
export async function verifyWallets({ query }: Pick<Database, 'query'>, keys: Pick<Keys, 'audit'>): Promise<number> {
  let [count, last] = [0, '']
  for (;;) {
    const rows = await query<Versioned>(
      `SELECT wallets.id, wallets.version, newest.* FROM wallets
       LEFT JOIN LATERAL (${newestVersion('wallets.id')}) AS newest ON true WHERE wallets.id > $1 ORDER BY id LIMIT 500`,
      [last],
    )
    for (const row of rows) assertNewest(keys, row)
    const end = rows.at(-1)
    count += rows.length
    if (!end) return count
    last = end.id
  }
}
