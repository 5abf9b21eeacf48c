import { isRecord, StorageUnavailableError } from '@latchkey/core'
import { createListSessions, maxSessions } from './createListSessions.js'
import { parseSession } from './parseSession.js'
import type { KeptSession, Sessions, SessionsContext } from './sessions.js'
import { watchStorageKey } from './watchStorageKey.js'

export type LocalSessionsOptions = {
  /** Where in the storage; `<id of the modal>/siwx` unless told. */
  readonly key?: string | undefined
}

const version = 1

/**
 * Sessions in the browser's localStorage, for pages without a server: they hold over reloads and in other tabs. Where
 * storage is blocked or full, they hold for this visit. What a page keeps here says who visits it, and proves nothing to
 * anybody else.
 */
export function createLocalSessions({ key }: LocalSessionsOptions = {}): (context: SessionsContext) => Sessions {
  return ({ env, warn, id }) => {
    const place = key ?? `${id}/siwx`
    /** What holds where storage does not; undefined while it does. */
    let memory: readonly KeptSession[] | undefined

    const leave = (list: readonly KeptSession[], cause?: unknown): readonly KeptSession[] => {
      memory = list
      if (cause !== undefined) warn(new StorageUnavailableError({ cause }))
      return list
    }
    const read = (): readonly KeptSession[] => {
      if (memory) return memory
      try {
        const storage = env.storage()
        if (!storage) return leave([])
        const envelope = parseJson(storage.getItem(place))
        if (!isRecord(envelope) || typeof envelope['v'] !== 'number') return []
        // a newer release wrote it: its sessions are not ours to read or replace
        return envelope['v'] > version ? leave([]) : parseList(envelope['data'])
      } catch (cause) {
        return leave([], cause)
      }
    }
    const write = (list: readonly KeptSession[]): void => {
      if (memory) return void leave(list)
      try {
        env.storage()?.setItem(place, JSON.stringify({ v: version, data: list }))
      } catch (cause) {
        leave(list, cause)
      }
    }
    return {
      ...createListSessions({ read, write, now: env.now }),
      onChange: (listener) => watchStorageKey(env, place, listener),
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
    return null // garbage is as good as nothing
  }
}
