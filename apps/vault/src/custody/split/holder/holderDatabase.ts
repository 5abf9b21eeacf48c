import type { KeyObject } from 'node:crypto'
import { randomBytes } from 'node:crypto'
import { type Database, migrate, openDatabase, type Queryable, type Schema } from '@latchkey/server-kit/database'
import { type AuditChain, appendToChain, toAuditHash } from '../../audit/appendAudit.js'
import { isSameMac, seal, splitVersion, unseal } from '../../crypto/seal.js'
import { toPrivateKey, toSpki } from '../../crypto/sealTo.js'
import type { AuditHead } from '../../custody.js'
import type { KekBackend } from '../../keys/backends/kekBackend.js'
import { readKeks } from '../../keys/backends/programKeks.js'
import { deriveKey, toKekId, toWrapKey } from '../../keys/keys.js'
import type { HolderKey } from '../wire.js'

/** SQL conditions for the entries that record the operator's settings. */
export const switchedBy = {
  freeze: "event IN ('holder.frozen', 'holder.unfrozen')",
  maintenance: "event IN ('maintenance.opened', 'maintenance.closed')",
} as const

const schema: Schema = {
  steps: [
    [
      'CREATE TABLE settings (name text PRIMARY KEY, value bytea NOT NULL)',
      // all state: users' devices, whether the holder is frozen, and opened shares
      `CREATE TABLE audit (
        seq bigint PRIMARY KEY,
        at bigint NOT NULL,
        event text NOT NULL,
        entry text NOT NULL,
        hash bytea NOT NULL
      )`,
      'CREATE INDEX audit_events ON audit (event, at)',
      // by the conditions of its queries, as the table is never emptied
      `CREATE INDEX audit_freezes ON audit (seq) WHERE ${switchedBy.freeze}`,
      `CREATE INDEX audit_maintenance ON audit (seq) WHERE ${switchedBy.maintenance}`,
      "CREATE INDEX audit_devices ON audit ((entry::jsonb ->> 'device')) WHERE event = 'device.recorded'",
      "CREATE INDEX audit_users ON audit ((entry::jsonb ->> 'user'), seq) WHERE event = 'device.recorded'",
      `CREATE TABLE spent_statements (
        thumbprint text NOT NULL,
        jti text NOT NULL,
        wallet_id text NOT NULL,
        user_id text NOT NULL,
        valid_until bigint NOT NULL,
        PRIMARY KEY (thumbprint, jti, wallet_id)
      )`,
      'CREATE INDEX spent_statements_valid_until ON spent_statements (valid_until)',
    ],
  ],
  lock: 5_221_118_028,
}

/** An event at a holder. Its log contains all of its state. */
export type HolderEvent =
  | 'device.recorded'
  | 'share.opened'
  | 'share.refused'
  | 'holder.frozen'
  | 'holder.unfrozen'
  | 'maintenance.opened'
  | 'maintenance.used'
  | 'maintenance.closed'

export type HolderEntry = {
  readonly seq: number
  readonly at: number
  readonly event: HolderEvent
  readonly entry: Readonly<Record<string, string | number>>
}

/** A holder's database and keys. */
export type HolderStore = {
  readonly database: Database
  readonly chain: AuditChain & { readonly head: AuditHead }
  /** Its newest key, to which new shares are sealed. */
  readonly getPublicKey: () => HolderKey
  /** Undefined if it has no such key. */
  readonly findPrivateKey: (keyId: string) => KeyObject | undefined
  /** Reads the keys again. */
  readonly readKeys: () => Promise<void>
}

export type OpenHolderStoreOptions = {
  readonly databaseUrl: string
  readonly kek: KekBackend
  /** Whether to create a missing key. Default: false. */
  readonly createsKek?: boolean | undefined
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

/** Opens the database of a holder, migrated. Rejects if it was filled under another key. */
export async function openHolderStore({
  databaseUrl: url,
  kek,
  createsKek = false,
  now,
  warn,
}: OpenHolderStoreOptions): Promise<HolderStore> {
  const timeouts = { connect: 3_000, statement: 3_000 }
  const database = openDatabase({ url, applicationName: 'latchkey-holder', maxConnections: 10, timeouts, warn })
  try {
    const creates = createsKek
    let keys = await readKeks(kek, { creates, derive: toHolderKeys })
    await migrate(database, schema)
    const chain = { key: await readLogKey(database, keys), now, head: { seq: 0, hash: undefined } }
    return {
      database,
      chain,
      getPublicKey: () => keys.current,
      findPrivateKey: (keyId) => keys.privateKeys.get(keyId),
      readKeys: async () => {
        const next = await readKeks(kek, { creates: false, derive: toHolderKeys })
        await readLogKey(database, next)
        keys = next
      },
    }
  } catch (cause) {
    await database.close()
    throw cause
  }
}

type HolderKeys = ReturnType<typeof toHolderKeys>

function toHolderKeys(keks: readonly Buffer[]) {
  const all = keks.map((kek) => {
    const privateKey = toPrivateKey(deriveKey(kek, 'share holder'))
    return { id: toKekId(kek).toString('hex'), privateKey, publicKey: toSpki(privateKey) }
  })
  const current = all.at(-1)
  if (!current) throw new Error('There is no key-encryption key.')
  return {
    current,
    privateKeys: new Map(all.map(({ id, privateKey }) => [id, privateKey])),
    wrap: toWrapKey(keks),
  }
}

/** The key of the log's hashes, which outlives the key that it is sealed under. Created for an unused database. */
async function readLogKey(database: Database, { wrap }: HolderKeys): Promise<Buffer> {
  const place = ['holder log key'] as const
  return database.inTransaction(async ({ query }) => {
    await query('LOCK TABLE settings')
    const [row] = await query<{ value: Buffer }>("SELECT value FROM settings WHERE name = 'log key'")
    const [used] = await query('SELECT 1 FROM audit LIMIT 1')
    if (!row && used) throw new Error('The database of this holder has a log without its key.')
    const key = row ? open(row.value) : randomBytes(32)
    if (!row || !splitVersion(wrap, row.value).id?.equals(wrap.current.id))
      await query(
        `INSERT INTO settings VALUES ('log key', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [seal(wrap, { plain: key, place })],
      )
    return key
  })

  function open(sealed: Buffer): Buffer {
    try {
      return unseal(wrap, { sealed, place })
    } catch (cause) {
      throw new Error('The key-encryption key is not the one of this holder’s database.', { cause })
    }
  }
}

export type NewEntry = HolderEntry['entry'] & { readonly event: HolderEvent }

export async function appendEntries(
  { chain }: Pick<HolderStore, 'chain'>,
  client: Queryable,
  entries: readonly NewEntry[],
): Promise<void> {
  await appendToChain(chain, client, entries)
}

type LogRow = {
  readonly seq: string
  readonly at: string
  readonly event: HolderEvent
  readonly entry: string
  readonly hash: Buffer
  readonly previous: Buffer | null
}

/**
 * Finds the newest entry of the log for a condition on its columns, whose values start at `$1`. Throws if it isn't a link of the chain: it was
 * written by someone without the holder's key.
 */
export async function findEntry(
  { chain }: Pick<HolderStore, 'chain'>,
  { query }: Queryable,
  { condition, values = [] }: { readonly condition: string; readonly values?: readonly unknown[] },
): Promise<HolderEntry | undefined> {
  const [row] = await query<LogRow>(
    `SELECT one.*, (SELECT hash FROM audit AS before WHERE before.seq = one.seq - 1) AS previous
     FROM audit AS one WHERE ${condition} ORDER BY one.seq DESC LIMIT 1`,
    values,
  )
  if (!row) return undefined
  const { event, entry } = row
  const [seq, at] = [Number(row.seq), Number(row.at)]
  if (!isSameMac(row.hash, toAuditHash(chain.key, { seq, at, event, entry, previous: row.previous ?? undefined })))
    throw new Error(`Entry ${seq} of the holder’s log was changed.`)
  return { seq, at, event, entry: JSON.parse(entry) as HolderEntry['entry'] }
}
