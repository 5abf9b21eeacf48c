import { type Env, notifyListeners, StorageUnavailableError, type SyncStorage } from '@latchkey/core'

export type TokenStoreOptions = {
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** The storage key. Without it the token is kept in memory only. */
  readonly key: string | undefined
  readonly onToken: ((token: string | undefined) => void) | undefined
}

export type TokenStore = {
  get(): string | undefined
  set(token: string | undefined): void
}

/** Stores the session token, for this visit or between visits. With a key, other tabs share it. */
export function createTokenStore({ env, warn, key, onToken }: TokenStoreOptions): TokenStore {
  let memory: string | undefined
  let isBlocked = key === undefined
  const attempt = <result>(run: (storage: SyncStorage) => result): result | undefined => {
    if (isBlocked) return undefined
    try {
      const storage = env.storage()
      isBlocked = storage === null
      return storage ? run(storage) : undefined
    } catch (cause) {
      isBlocked = true
      warn(new StorageUnavailableError({ cause }))
      return undefined
    }
  }
  const read = (): string | undefined => {
    const stored = attempt((storage) => storage.getItem(key ?? ''))
    if (isBlocked) return memory
    // anything else must not get into a header
    return typeof stored === 'string' && /^[\w.~+/=-]{1,4096}$/.test(stored) ? stored : undefined
  }
  let reported: string | undefined
  const report = (token: string | undefined): void => {
    if (token === reported) return
    reported = token
    if (onToken) notifyListeners([onToken], token, warn)
  }
  return {
    get() {
      const token = read()
      // stored by an earlier visit, or changed by another tab
      report(token)
      return token
    },
    set(token) {
      memory = token
      attempt((storage) => (token === undefined ? storage.removeItem(key ?? '') : storage.setItem(key ?? '', token)))
      report(token)
    },
  }
}
