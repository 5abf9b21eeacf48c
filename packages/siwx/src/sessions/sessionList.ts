import { type CaipNetworkId, parseCaipNetworkId } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'
import { isSessionTime } from '../message/isSessionTime.js'
import type { KeptSession } from './sessions.js'

/** How many are kept; the oldest give way. */
export const mostSessions = 20

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

export function findSessions(list: readonly KeptSession[], { chainId, address, now }: SessionQuery): KeptSession[] {
  return list.filter((session) => countsFor(session, chainId, address) && isSessionTime(session.data, now))
}

/** The list with sessions in front, each in the place of an older one of the same account and network. */
export function withSessions(list: readonly KeptSession[], added: readonly KeptSession[]): readonly KeptSession[] {
  const all = [...added, ...list]
  return all
    .filter((session, index) => all.findIndex((other) => isSame(other, session)) === index)
    .slice(0, mostSessions)
}

export function withoutSessions(
  list: readonly KeptSession[],
  chainId: CaipNetworkId,
  address: string,
): readonly KeptSession[] {
  return list.filter((session) => !countsFor(session, chainId, address))
}

function isSame(a: KeptSession, b: KeptSession): boolean {
  const namespace = parseCaipNetworkId(a.data.chainId)?.namespace ?? 'eip155'
  return a.data.chainId === b.data.chainId && isSameAddress(namespace, a.data.accountAddress, b.data.accountAddress)
}
