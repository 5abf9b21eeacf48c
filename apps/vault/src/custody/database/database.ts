import {
  assertSchema,
  type Database,
  deleteExpired,
  type Expiry,
  migrate,
  type OpenDatabaseOptions,
  openDatabase as openPool,
  openSessionLocks,
  type Schema,
  type SessionLocks,
} from '@latchkey/server-kit/database'
import { migrations } from './migrations.js'

/** The pool of each process. `timeouts` are in milliseconds. */
const settings = {
  applicationName: 'latchkey-custody',
  timeouts: { connect: 8_000, statement: 8_000 },
} as const

/** Opens custody's database. It reconnects after an outage. */
export function openDatabase({
  maxConnections = 10,
  ...options
}: Pick<OpenDatabaseOptions, 'url' | 'warn'> & { readonly maxConnections?: number | undefined }): Database {
  return openPool({ ...settings, ...options, maxConnections })
}

/** Opens the locks of a process. Behind PgBouncer, they need a pool mode of sessions. */
export function openLocks(url: string): SessionLocks {
  const { applicationName, timeouts } = settings
  return openSessionLocks({ url, applicationName: `${applicationName}-locks`, timeouts })
}

export const schema: Schema = {
  steps: migrations,
  lock: 5_221_118_023,
  command: 'node dist/custody.js migrate',
}

/**
 * Migrates the schema. Several processes may call it at once: one migrates, the others wait.
 * @param migrates false: throws for a schema that is too old, and changes nothing
 */
export async function migrateDatabase(database: Database, { migrates = true }: MigrateOptions = {}): Promise<void> {
  await (migrates ? migrate : assertSchema)(database, schema)
}

export type MigrateOptions = { readonly migrates?: boolean | undefined }

/** Tables whose rows expire. */
const expiringTables = [
  'challenges',
  'login_attempts',
  'passkey_ceremonies',
  'approvals',
  'limit_events',
  'call_bundles',
  'permissions',
  'spent_statements',
  'mail_links',
  'recoveries',
  'unlocks',
  'unlock_requests',
  'kept_deks',
  'spendings',
  'transfer_holds',
  'proposals',
  'notices',
  'deliveries',
  'factor_losses',
] as const

const day = 86_400_000

/**
 * Deletes expired rows, devices without a login after a day unseen, and all other devices after 400 days, the longest
 * that browsers keep a cookie. Resolves with the number of rows.
 */
export function removeExpired(database: Database, now: number): Promise<number> {
  const isUnused = 'NOT EXISTS (SELECT 1 FROM device_users WHERE device_id = devices.id)'
  return deleteExpired(database, [
    ...expiringTables.map((table): Expiry => ({ table, condition: 'valid_until <= $1', value: now })),
    { table: 'devices', condition: `seen_at <= $1 AND ${isUnused}`, value: now - day },
    { table: 'devices', condition: 'seen_at <= $1', value: now - 400 * day },
  ])
}
