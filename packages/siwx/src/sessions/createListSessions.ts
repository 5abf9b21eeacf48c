import { type CaipNetworkId, parseCaipNetworkId, type SiwxSession } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'
import { isSessionTime } from '../message/time.js'
import type { KeptSession, Sessions, SessionsContext } from './sessions.js'

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

/** How many are kept; the oldest give way. */
export const maxSessions = 20

/** Whether a session counts for an address on a network, whatever the time. */
function countsFor({ data, by }: KeptSession, chainId: CaipNetworkId, address: string): boolean {
  const namespace = parseCaipNetworkId(chainId)?.namespace
  const own = parseCaipNetworkId(data.chainId)?.namespace
  if (namespace === undefined || namespace !== own || !isSameAddress(namespace, data.accountAddress, address))
    return false
  return by === 'key' || data.chainId === chainId
}

export type SessionQuery = {
  readonly chainId: CaipNetworkId
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

function findSessions(list: readonly KeptSession[], { chainId, address, now }: SessionQuery): KeptSession[] {
  return list.filter((session) => countsFor(session, chainId, address) && isSessionTime(session.data, now))
}

/** The list with sessions in front, each in the place of an older one of the same account and network. */
function withSessions(list: readonly KeptSession[], added: readonly KeptSession[]): readonly KeptSession[] {
  const all = [...added, ...list]
  return all
    .filter((session, index) => all.findIndex((other) => isSameAccount(other, session)) === index)
    .slice(0, maxSessions)
}

function withoutSessions(
  list: readonly KeptSession[],
  chainId: CaipNetworkId,
  address: string,
): readonly KeptSession[] {
  return list.filter((session) => !countsFor(session, chainId, address))
}

function isSameAccount(a: KeptSession, b: KeptSession): boolean {
  const namespace = parseCaipNetworkId(a.data.chainId)?.namespace ?? 'eip155'
  return a.data.chainId === b.data.chainId && isSameAddress(namespace, a.data.accountAddress, b.data.accountAddress)
}
