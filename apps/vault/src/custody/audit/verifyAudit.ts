import type { Database } from '@latchkey/server-kit/database'
import { isSameMac } from '../crypto/seal.js'
import type { Keys } from '../keys/keys.js'
import { toAuditHash } from './appendAudit.js'
import { verifyWallets } from './walletVersion.js'

const batch = 1_000

/** Verifies the whole audit log. Throws if an entry was changed, removed or inserted, or if a wallet row is older than the log says. */
export async function verifyAudit(
  database: Pick<Database, 'query'>,
  keys: Keys,
): Promise<{ readonly entries: number; readonly last: string | undefined; readonly wallets: number }> {
  const check = await verifyChain(database, keys)
  const wallets = await verifyWallets(database, keys)
  return { entries: check.count(), last: check.last()?.toString('hex'), wallets }
}

/** Verifies the hash chain in the table `audit` to its end. Throws if an entry was changed, removed or inserted. */
export async function verifyChain({ query }: Pick<Database, 'query'>, keys: Pick<Keys, 'audit'>): Promise<AuditCheck> {
  const check = createAuditCheck(keys)
  for (;;) {
    const rows = await query<{ seq: string; at: string; event: string; entry: string; hash: Buffer }>(
      `SELECT * FROM audit WHERE seq > $1 ORDER BY seq LIMIT ${batch}`,
      [check.count()],
    )
    for (const row of rows) check.add(row)
    if (rows.length < batch) return check
  }
}

type Entry = {
  readonly seq: string | number
  readonly at: string | number
  readonly event: string
  readonly entry: string
  readonly hash: Buffer
}

export type AuditCheck = {
  /** Checks the next entry. Throws if it is missing or was changed. */
  readonly add: (entry: Entry) => void
  readonly count: () => number
  /** Hash of the last entry. Stored elsewhere, it shows later whether entries were cut off. */
  readonly last: () => Buffer | undefined
}

/** Verifies the audit log entry by entry, after the last one that was verified before. */
export function createAuditCheck(
  { audit }: Pick<Keys, 'audit'>,
  start: { readonly count: number; readonly last: Buffer | undefined } = { count: 0, last: undefined },
): AuditCheck {
  let [count, previous] = [start.count, start.last]
  return {
    add: ({ seq, at, event, entry, hash }) => {
      const row = { seq: Number(seq), at: Number(at), event, entry, previous }
      if (Number(seq) !== count + 1 || !isSameMac(hash, toAuditHash(audit, row)))
        throw new Error(`Entry ${seq} of the audit log does not follow entry ${count}.`)
      count += 1
      previous = hash
    },
    count: () => count,
    last: () => previous,
  }
}
