import { type Env, StorageUnavailableError } from '@latchkey/core'
import type { SessionStorage } from '../options.js'

/** Milliseconds after which a browser that neither opens nor refuses the database counts as refusing. */
const openTimeout = 2_000

/**
 * Chooses where the session is stored: the app's storage, or undefined for the client's default, IndexedDB. If IndexedDB is
 * denied (private mode, blocked, quota), the session is kept in memory with a warning, because the client would wait forever.
 */
export async function chooseStorage(
  { env, warn }: { readonly env: Env; readonly warn: (cause: unknown) => void },
  given: SessionStorage | undefined,
): Promise<SessionStorage | undefined> {
  if (given) return given
  const cause = await probe(env)
  if (cause === undefined) return undefined
  warn(new StorageUnavailableError({ cause }))
  return createMemoryStorage()
}

/** Opens an empty database. Returns the error, or undefined if it works. */
async function probe(env: Env): Promise<unknown> {
  const page = env.window() as (Window & { readonly indexedDB?: IDBFactory }) | null
  let cancel: (() => void) | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      cancel = env.setTimeout(() => reject(new Error('IndexedDB does not respond.')), openTimeout)
      const request = page?.indexedDB?.open('latchkey-probe')
      if (!request) throw new Error('IndexedDB is not available.')
      request.onerror = () => reject(request.error ?? new Error('IndexedDB is denied.'))
      request.onsuccess = () => {
        request.result.close()
        resolve()
      }
    })
    page?.indexedDB?.deleteDatabase('latchkey-probe')
    return undefined
  } catch (cause) {
    return cause
  } finally {
    cancel?.()
  }
}

/**
 * Wraps a storage so that writes never fail, e.g. because it is full. The client has everything in memory, but a failed write
 * would make it report a request as failed that the wallet has already received. Warns once.
 */
export function ignoreFailedWrites(storage: SessionStorage, warn: (cause: unknown) => void): SessionStorage {
  let hasFailed = false
  const attempt = async (write: Promise<void>): Promise<void> => {
    try {
      await write
    } catch (cause) {
      if (!hasFailed) warn(new StorageUnavailableError({ cause, details: 'The session will not survive a reload.' }))
      hasFailed = true
    }
  }
  return {
    getKeys: () => storage.getKeys(),
    getEntries: () => storage.getEntries(),
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) => attempt(storage.setItem(key, value)),
    removeItem: (key) => attempt(storage.removeItem(key)),
  }
}

/** A storage that lasts as long as the page. Values are serialized, as in other storages. */
export function createMemoryStorage(): SessionStorage {
  const items = new Map<string, string>()
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async () => [...items].map(([key, text]) => [key, JSON.parse(text)]),
    getItem: async (key) => {
      const text = items.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    setItem: async (key, value) => void items.set(key, JSON.stringify(value)),
    removeItem: async (key) => void items.delete(key),
  }
}
