import { type Env, StorageUnavailableError } from '@latchkey/core'
import type { SessionStorage } from '../options.js'

/** Milliseconds after which a browser that neither opens nor refuses the database counts as refusing. */
const openTimeout = 2_000

/**
 * Chooses where the session is stored: the app's storage, or undefined for the client's default, IndexedDB. If IndexedDB is
 * denied (private mode, blocked) or full, the session is kept in memory with a warning, because the client would wait forever.
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

/** The client's database and its store. The client waits for its marker, or else writes it, before anything else. */
const clientDatabase = { name: 'WALLET_CONNECT_V2_INDEXED_DB', store: 'keyvaluestorage', marker: 'wc_storage_version' }

/** Tries the database operations with which the client starts. Returns the error, or undefined if they work. */
async function probe(env: Env): Promise<unknown> {
  const page = env.window() as (Window & { readonly indexedDB?: IDBFactory }) | null
  const { name, store } = clientDatabase
  let cancel: (() => void) | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      cancel = env.setTimeout(() => reject(new Error('IndexedDB does not respond.')), openTimeout)
      const request = page?.indexedDB?.open(name)
      if (!request) throw new Error('IndexedDB is not available.')
      request.onupgradeneeded = () => request.result.createObjectStore(store)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB is denied.'))
      request.onsuccess = () => {
        const database = request.result
        tryStart(database)
          .then(resolve, reject)
          .finally(() => database.close())
      }
    })
    return undefined
  } catch (cause) {
    return cause
  } finally {
    cancel?.()
  }
}

/** Reads the marker. Without one it tries to write, which fails in a full database; reading stored sessions needs no space. */
async function tryStart(database: IDBDatabase): Promise<void> {
  const transaction = database.transaction(clientDatabase.store, 'readwrite')
  const store = transaction.objectStore(clientDatabase.store)
  const marker = store.get(clientDatabase.marker)
  marker.onsuccess = () => {
    if (marker.result !== undefined) return
    store.put('', 'latchkey-probe')
    store.delete('latchkey-probe')
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB is denied.'))
  })
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
