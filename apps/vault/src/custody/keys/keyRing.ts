import type { Database, Queryable } from '@latchkey/server-kit/database'
import { CallError } from '../errors/callError.js'
import type { Keys } from './keys.js'
import { type OpenKeysOptions, openKeys, type Settings } from './openKeys.js'

type KeyRing = {
  /** The current keys. */
  readonly getKeys: () => Keys
  readonly instance: string
  /** Throws if the last poll of the key-encryption key failed. The keys that were read before remain in use. */
  readonly assertReachable: () => void
  /** The database; its transactions refuse to write under a key that has been rotated out. */
  readonly database: Database
  readonly stop: () => void
}

/** Keeps the keys of a running process up to date during rotations. */
export async function createKeyRing(
  database: Database,
  { warn, ...options }: OpenKeysOptions & { readonly warn: (cause: unknown) => void },
): Promise<KeyRing> {
  const stale = new CallError('The wallet service is busy. Try again in a moment.', {
    code: 'UNAVAILABLE',
    retryAfter: 1,
  })
  const { kek: backend } = options
  // read first, so that the next poll notices a change in between; if there is no key yet, openKeys reports it
  let version = await backend.readVersion().catch(() => undefined)
  let opened = await openKeys(database, options)
  let reading: Promise<void> | undefined
  let failure: { readonly cause: unknown } | undefined
  const read = (): Promise<void> => {
    reading ??= openKeys(database, { ...options, createsKek: false })
      .then((next) => {
        opened = next
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const timer = setInterval(() => {
    void backend
      .readVersion()
      .then(async (next) => {
        if (next === version) return
        await read()
        version = next
      })
      .then(
        () => {
          failure = undefined
        },
        (cause: unknown) => {
          failure = { cause }
          warn(cause)
        },
      )
  }, backend.pollInterval)
  timer.unref()

  return {
    getKeys: () => opened.keys,
    instance: opened.instance,
    assertReachable: () => {
      if (failure) throw new Error('The key-encryption key can’t be read.', failure)
    },
    database: {
      ...database,
      inTransaction: async (work) => {
        try {
          return await database.inTransaction(async (client) => {
            // this call still holds data under the old key
            if ((await holdKey(client)) !== opened.check) throw stale
            return work(client)
          })
        } catch (cause) {
          // after the transaction, as this needs a separate connection
          if (cause === stale) await read().catch(warn)
          throw cause
        }
      },
    },
    stop: () => clearInterval(timer),
  }
}

/** For a command, which uses the same keys throughout: its transactions throw once these have been rotated out. */
export function refuseOldKeys(database: Database, { check }: Pick<Settings, 'check'>): Database {
  return {
    ...database,
    inTransaction: (work) =>
      database.inTransaction(async (client) => {
        if ((await holdKey(client)) !== check)
          throw new Error('The key-encryption key was rotated meanwhile. Run the command again.')
        return work(client)
      }),
  }
}

/** Advisory locks: writers share `write`; a rotation takes both exclusively. */
const locks = { write: 5_221_118_024, rotate: 5_221_118_025 } as const

/** Prevents a rotation until the transaction ends. Returns the check value of the key that data is written under. */
async function holdKey({ query }: Queryable): Promise<string | undefined> {
  await query('SELECT pg_advisory_xact_lock_shared($1)', [locks.write])
  const [row] = await query<{ value: string }>("SELECT value FROM vault_settings WHERE name = 'check'")
  return row?.value
}

/** Waits for all writers, and blocks new ones until the transaction ends. */
export async function takeKey({ query }: Queryable): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [locks.write])
}

/** Whether any process is rotating the key. */
export async function isRotating({ query }: Queryable): Promise<boolean> {
  const rows = await query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $1::bigint >> 32
       AND objid::bigint = $1::bigint & 4294967295
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [locks.rotate],
  )
  return rows.length > 0
}

/** Throws if another rotation is running. Held until the transaction ends. */
export async function beginRotation({ query }: Queryable): Promise<void> {
  await query('SET LOCAL idle_in_transaction_session_timeout TO 0')
  const [row] = await query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [locks.rotate])
  if (row?.taken !== true) throw new Error('Another command is rotating the key.')
}
