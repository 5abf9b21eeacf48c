import { isRecord, StorageUnavailableError } from '@latchkey/core'
import { createListSessions, maxSessions } from './createListSessions.js'
import { parseSession } from './parseSession.js'
import type { KeptSession, Sessions, SessionsContext } from './sessions.js'
import { watchStorageKey } from './watchStorageKey.js'

export type LocalSessionsOptions = {
  /** The storage key. Default: `<id of the modal>/siwx`. */
  readonly key?: string | undefined
}

const version = 1

/**
 * Stores sessions in the browser's localStorage, for pages without a server. They survive reloads and are shared between tabs. If
 * storage is blocked or full, they last for this visit. They identify the user to your page only, and prove nothing to a server.
 */
export function createLocalSessions({ key }: LocalSessionsOptions = {}): (context: SessionsContext) => Sessions {
  return ({ env, warn, id }) => {
    const storageKey = key ?? `${id}/siwx`
    /** The sessions if storage is unavailable; undefined while it works. */
    let memory: readonly KeptSession[] | undefined

    const keepInMemory = (list: readonly KeptSession[], cause?: unknown): readonly KeptSession[] => {
      memory = list
      if (cause !== undefined) warn(new StorageUnavailableError({ cause }))
      return list
    }
    const read = (): readonly KeptSession[] => {
      if (memory) return memory
      try {
        const storage = env.storage()
        if (!storage) return keepInMemory([])
        const envelope = parseJson(storage.getItem(storageKey))
        if (!isRecord(envelope) || typeof envelope['v'] !== 'number') return []
        // written by a newer version, so don't read or overwrite it
        return envelope['v'] > version ? keepInMemory([]) : parseList(envelope['data'])
      } catch (cause) {
        return keepInMemory([], cause)
      }
    }
    const write = (list: readonly KeptSession[]): void => {
      if (memory) return void keepInMemory(list)
      try {
        env.storage()?.setItem(storageKey, JSON.stringify({ v: version, data: list }))
      } catch (cause) {
        keepInMemory(list, cause)
      }
    }
    return {
      ...createListSessions({ read, write, now: env.now }),
      onChange: (listener) => watchStorageKey(env, storageKey, listener),
    }
  }
}

function parseList(data: unknown): readonly KeptSession[] {
  return Array.isArray(data) ? data.slice(0, maxSessions).flatMap((item) => parseSession(item) ?? []) : []
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null // treats invalid data as missing
  }
}
