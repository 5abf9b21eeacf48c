import type { SyncStorage } from '../modal/env.js'
import { isRecord } from '../utils/records.js'
import { emptyPersisted, migrate, type Persisted, parsePersisted, persistedVersion } from './schema.js'

export type Persistence = {
  /** Reads the current data: another tab may have written since. */
  read(): Persisted
  /** Returns the changed data. */
  update(change: (data: Persisted) => Persisted): Persisted
}

type PersistenceOptions = {
  readonly key: string
  readonly storage: () => SyncStorage | null
  /** Called once when storage turns out to be blocked, full or broken. */
  readonly onUnavailable: (cause: unknown) => void
}

/** Returns the storage key of a modal. */
export function toStorageKey(id: string): string {
  return `${id}/state`
}

/**
 * Persists one envelope `{ v, data }` under one key. Without working storage, the data is kept in memory for this
 * visit.
 */
export function createPersistence({ key, storage, onUnavailable }: PersistenceOptions): Persistence {
  let memory = emptyPersisted
  let isBlocked = false

  const attempt = <result>(run: (storage: SyncStorage) => result): result | undefined => {
    if (isBlocked) return undefined
    try {
      const store = storage()
      return store ? run(store) : undefined
    } catch (cause) {
      isBlocked = true
      onUnavailable(cause)
      return undefined
    }
  }

  /** Undefined if a newer release wrote the data: it must not be read or replaced. */
  const load = (): Persisted | undefined => {
    const text = attempt((store) => store.getItem(key))
    if (text === undefined) return memory
    const envelope = parseJson(text)
    if (!isRecord(envelope) || typeof envelope['v'] !== 'number') return emptyPersisted
    if (envelope['v'] > persistedVersion) return undefined
    return parsePersisted(migrate(envelope['data'], envelope['v']))
  }

  return {
    read: () => load() ?? memory,
    update(change) {
      const stored = load()
      memory = change(stored ?? memory)
      if (stored) attempt((store) => store.setItem(key, JSON.stringify({ v: persistedVersion, data: memory })))
      return memory
    },
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null // invalid JSON counts as absent
  }
}
