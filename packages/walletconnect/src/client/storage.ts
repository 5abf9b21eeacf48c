import { type Env, StorageUnavailableError } from '@latchkey/core'
import type { SessionStorage } from '../options.js'

/** Milliseconds. Where a browser neither opens nor refuses, the visit goes on without. */
const openTimeout = 2_000

/**
 * Where the session is kept: as the app says, else undefined for the client's own choice, the browser's IndexedDB. A page that
 * is denied it (private mode, blocked, quota) keeps the session in memory, with one warning: the client would wait for ever.
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

/** Opens a database of no content; what keeps the page from it, or undefined. */
async function probe(env: Env): Promise<unknown> {
  const page = env.window() as (Window & { readonly indexedDB?: IDBFactory }) | null
  let cancel: (() => void) | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      cancel = env.setTimeout(() => reject(new Error('IndexedDB does not answer.')), openTimeout)
      const request = page?.indexedDB?.open('latchkey-probe')
      if (!request) throw new Error('There is no IndexedDB.')
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

/** A store that ends with the page; values are kept as text, as in others. */
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
