import { createListSessions } from './createListSessions.js'
import type { KeptSession, Sessions, SessionsContext } from './sessions.js'

/** Sessions that end with the visit: a reload asks again. */
export function createMemorySessions(): (context: SessionsContext) => Sessions {
  return ({ env }) => {
    let list: readonly KeptSession[] = []
    return createListSessions({
      read: () => list,
      write(next) {
        list = next
      },
      now: env.now,
    })
  }
}
