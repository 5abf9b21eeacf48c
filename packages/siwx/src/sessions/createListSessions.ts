import type { SiwxSession } from '@latchkey/core'
import { findSessions, withoutSessions, withSessions } from './sessionList.js'
import type { KeptSession, Sessions } from './sessions.js'

/** Where a list is: memory, or a storage that other tabs write to as well. */
export type SessionList = {
  read(): readonly KeptSession[]
  write(list: readonly KeptSession[]): void
  /** Milliseconds since the epoch. */
  now(): number
}

/** Sessions over a list that is read anew each time. What is over is dropped with the next change. */
export function createListSessions({ read, write, now }: SessionList): Sessions {
  const update = (change: (list: readonly KeptSession[]) => readonly KeptSession[]): void =>
    write(change(read()).filter(({ data }) => !(Date.parse(data.expirationTime ?? '') <= now())))
  return {
    get: async (chainId, address) => findSessions(read(), { chainId, address, now: now() }),
    add: async (session) => update((list) => withSessions(list, [toKept(session)])),
    set: async (sessions) => update(() => withSessions([], sessions.map(toKept))),
    delete: async (chainId, address) => update((list) => withoutSessions(list, chainId, address)),
  }
}

/** Whose word it is has to be known; unknown, it counts on its own network. */
function toKept(session: SiwxSession & Partial<KeptSession>): KeptSession {
  return { ...session, by: session.by ?? 'contract' }
}
