import { type CaipNetworkId, type Namespace, parseCaipNetworkId, type SiwxSession } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'
import { isSessionTime } from '../message/time.js'
import type { KeptSession, Sessions, SessionsContext } from './sessions.js'

/** Access to a list in memory, or in a storage that other tabs also write to. */
export type SessionList = {
  read(): readonly KeptSession[]
  write(list: readonly KeptSession[]): void
  /** Milliseconds since the epoch. */
  now(): number
}

/** Stores sessions in a list that is read each time. Expired sessions are removed with the next change. */
export function createListSessions({ read, write, now }: SessionList): Sessions {
  const update = (change: (list: readonly KeptSession[]) => readonly KeptSession[]): void =>
    write(change(read()).filter(({ data }) => !(Date.parse(data.expirationTime ?? '') <= now())))
  return {
    get: async (chainId, address) => findSessions(read(), { chainId, address, now: now() }),
    add: async (session) => update((list) => withSessions(list, [toKept(session)])),
    set: async (sessions) => update(() => withSessions([], sessions.map(toKept))),
    delete: async (chainId, address) =>
      update((list) => list.filter((session) => !countsFor(session, chainId, address))),
    deleteAccount: async (namespace, address) =>
      update((list) => list.filter((session) => !isOf(session, namespace, address))),
  }
}

/** Without a known signer type, the session only counts on its own network. */
function toKept(session: SiwxSession & Partial<KeptSession>): KeptSession {
  return { ...session, by: session.by ?? 'contract' }
}

/** Stores sessions in memory: users sign in again after a reload. */
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

/** Maximum number of sessions; the oldest are dropped first. */
export const maxSessions = 20

/** Whether a session belongs to an address on a network, expired or not. */
function countsFor(session: KeptSession, chainId: CaipNetworkId, address: string): boolean {
  const isValidThere = session.by === 'key' || session.data.chainId === chainId
  return isValidThere && isOf(session, parseCaipNetworkId(chainId)?.namespace, address)
}

/** Whether a session belongs to an address of a namespace, on any network. */
function isOf({ data }: KeptSession, namespace: Namespace | undefined, address: string): boolean {
  if (namespace === undefined || parseCaipNetworkId(data.chainId)?.namespace !== namespace) return false
  return isSameAddress(namespace, data.accountAddress, address)
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

/** Adds sessions at the front. Each replaces older ones of the same account and network. */
function withSessions(list: readonly KeptSession[], added: readonly KeptSession[]): readonly KeptSession[] {
  const all = [...added, ...list]
  return all
    .filter((session, index) => all.findIndex((other) => isSameAccount(other, session)) === index)
    .slice(0, maxSessions)
}

function isSameAccount(a: KeptSession, b: KeptSession): boolean {
  const namespace = parseCaipNetworkId(a.data.chainId)?.namespace ?? 'eip155'
  return a.data.chainId === b.data.chainId && isSameAddress(namespace, a.data.accountAddress, b.data.accountAddress)
}
