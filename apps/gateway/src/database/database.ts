import {
  assertSchema,
  type Database,
  deleteExpired,
  migrate,
  openDatabase as openPool,
  type Schema,
} from '@latchkey/server-kit/database'
import { GatewayError } from '../errors.js'
import { migrations } from './migrations.js'

type OpenDatabaseOptions = {
  /** `postgres://user:password@host:port/name`, with libpq parameters such as `?sslmode=`. */
  readonly url: string
  /** Called when an idle connection breaks. */
  readonly warn: (cause: unknown) => void
  /** Default: 8. */
  readonly maxConnections?: number | undefined
  /** Whether it migrates the schema, or only rejects one that is too old. Default: true. */
  readonly migrates?: boolean | undefined
}

/** The pool. `timeouts` are in milliseconds. */
const settings = {
  applicationName: 'latchkey-gateway',
  timeouts: { connect: 3_000, statement: 5_000 },
} as const

export const schema: Schema = {
  steps: migrations,
  lock: 5_221_118_022,
  command: 'node dist/main.js migrate',
}

/**
 * Opens a database and migrates it, or checks its schema, before the first query. If it is unavailable, the next query tries again: a gateway starts without
 * its database and recovers when it is back.
 */
export function openDatabase({ url, warn, maxConnections = 8, migrates = true }: OpenDatabaseOptions): Database {
  const database = openPool({ ...settings, url, warn, maxConnections })
  let migrated: Promise<void> | undefined
  const untilMigrated = (): Promise<void> => {
    const prepare = async (): Promise<void> => void (await (migrates ? migrate : assertSchema)(database, schema))
    migrated ??= prepare().catch((cause: unknown) => {
      migrated = undefined
      throw cause
    })
    return migrated
  }
  return {
    query: async (text, values, name) => {
      await untilMigrated()
      return database.query(text, values, name)
    },
    inTransaction: async (work) => {
      await untilMigrated()
      return database.inTransaction(work)
    },
    getPool: database.getPool,
    close: database.close,
  }
}

/** Returns the database. Throws 503 if none is configured. */
export function requireDatabase({ database }: { readonly database: Database | undefined }): Database {
  if (database) return database
  throw new GatewayError('No database is configured.', { status: 503, code: 'NOT_CONFIGURED' })
}

const expiringTables = [
  'siwx_nonces',
  'siwx_sessions',
  'gateway_quotas',
  'onramp_events',
  'error_reports',
  'error_quotas',
  'gateway_usage',
  'gateway_processes',
] as const

/** Deletes expired rows. Resolves with their number. */
export function removeExpired(database: Database, now: number): Promise<number> {
  return deleteExpired(
    database,
    expiringTables.map((table) => ({ table, condition: 'valid_until <= $1', value: now })),
  )
}
