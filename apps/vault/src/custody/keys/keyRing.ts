import type { Database, Queryable } from '../database/database.js'
import { CallError } from '../errors/callError.js'
import type { Keys } from './keys.js'
import { type OpenKeysOptions, openKeys } from './openKeys.js'

type KeyRing = {
  /** As the backend and the database say at this time. */
  readonly getKeys: () => Keys
  readonly instance: string
  /** The same database; its transactions write nothing under a key that another one has taken over from. */
  readonly database: Database
  readonly stop: () => void
}

/** The keys of a process that runs while they may be exchanged. */
export async function createKeyRing(
  database: Database,
  { warn, ...options }: OpenKeysOptions & { readonly warn: (cause: unknown) => void },
): Promise<KeyRing> {
  const stale = new CallError('The wallet service is busy for a moment. Please try again.', {
    code: 'UNAVAILABLE',
    retryAfter: 1,
  })
  const { kek: backend } = options
  // before the keys: what is written in between is found by the next look; where there is none yet, openKeys says so
  let version = await backend.readVersion().catch(() => undefined)
  let opened = await openKeys(database, options)
  let reading: Promise<void> | undefined
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
      .catch(warn)
  }, backend.look)
  timer.unref()

  async function assertCurrent(client: Queryable): Promise<void> {
    await shareKey(client)
    const [row] = await client.query<{ value: string }>("SELECT value FROM vault_settings WHERE name = 'check'")
    if (row?.value === opened.check) return
    // what this call has in its hands is of the old key
    throw stale
  }

  return {
    getKeys: () => opened.keys,
    instance: opened.instance,
    database: {
      ...database,
      inTransaction: async (work) => {
        try {
          return await database.inTransaction(async (client) => {
            await assertCurrent(client)
            return work(client)
          })
        } catch (cause) {
          // only now, as this needs a connection of its own
          if (cause === stale) await read().catch(warn)
          throw cause
        }
      },
    },
    stop: () => clearInterval(timer),
  }
}

/** Of this program alone: who writes under a key holds the first one together with others, who exchanges keys alone. */
const locks = { write: 5_221_118_024, rotate: 5_221_118_025 } as const

/** Until the transaction ends the key that seals is not exchanged. */
async function shareKey({ query }: Queryable): Promise<void> {
  await query('SELECT pg_advisory_xact_lock_shared($1)', [locks.write])
}

/** Waits until nobody writes under a key, and lets nobody do so until the transaction ends. */
export async function takeKey({ query }: Queryable): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [locks.write])
}

/** Throws where keys are exchanged at this moment. Held until the transaction ends. */
export async function beginRotation({ query }: Queryable): Promise<void> {
  await query('SET LOCAL idle_in_transaction_session_timeout TO 0')
  const [row] = await query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [locks.rotate])
  if (row?.taken !== true) throw new Error('The key is being exchanged by another command.')
}
