import { type CaipNetworkId, type Env, type Namespace, namespaces, parseCaipNetworkId, tell } from '@latchkey/core'
import { isSameAddress, SessionExpiredError, SessionNotFoundError, waitFor } from '@latchkey/core/plugin'
import type { SessionRecord } from '../client/client.js'
import { assertApproved } from './assertApproved.js'
import type { LiveSession, SessionChange, SessionEnd } from './liveSession.js'
import { type Approval, hasEvent, parseApproval } from './parseApproval.js'
import { parseBitcoinAccounts } from './parseBitcoinAccounts.js'
import { readAddresses, readChain, readEvent } from './readEvent.js'
import type { SendRequest } from './sendRequest.js'
import { toExpiry } from './toExpiry.js'
import { toIdentity } from './toIdentity.js'

export type CreateSessionOptions = {
  readonly record: SessionRecord
  /** Seconds since the epoch: wallets make sessions longer. */
  readonly getExpiry: () => number
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** Networks of the modal: a session begins on one of them where it can. */
  readonly getNetworkIds: () => readonly CaipNetworkId[]
  readonly requestExpiry: number | undefined
  /** Over the relay. */
  readonly send: SendRequest
}

type Place = {
  readonly caipNetworkId: CaipNetworkId
  /** The address that the wallet named last as its active one. */
  readonly active?: string | undefined
}

/** Takes up a session that a wallet has approved. */
export function createSession(options: CreateSessionOptions): LiveSession {
  const { record, getExpiry, env, warn, send, getNetworkIds } = options
  const { topic } = record
  const getExpiresAt = (): number => getExpiry() * 1_000
  const ended = new AbortController()
  const listeners = new Map<Namespace, Set<(change: SessionChange) => void>>()
  const places = new Map<Namespace, Place>()
  let approval: Approval = parseApproval(record.namespaces)
  let end: SessionEnd | undefined

  const getPlace = (namespace: Namespace): Place | undefined => {
    const chains = approval[namespace]?.chains ?? []
    const place = places.get(namespace)
    if (place && chains.includes(place.caipNetworkId)) return place
    const known = getNetworkIds()
    const caipNetworkId = chains.find((chain) => known.includes(chain)) ?? chains[0]
    return caipNetworkId && { caipNetworkId }
  }
  const getAddresses = (namespace: Namespace): readonly string[] => {
    const place = getPlace(namespace)
    const accounts = approval[namespace]?.accounts ?? []
    const own = accounts.flatMap(({ caipNetworkId, address }) =>
      caipNetworkId === place?.caipNetworkId ? [address] : [],
    )
    const active = own.find((address) => place?.active && isSameAddress(namespace, address, place.active))
    return active ? [active, ...own.filter((address) => address !== active)] : own
  }
  /** Tells of whatever a step changed. */
  const step = (run: () => void): void => {
    const before = namespaces.map((namespace) => [getPlace(namespace)?.caipNetworkId, getAddresses(namespace)] as const)
    const approved = approval
    run()
    for (const [index, namespace] of namespaces.entries()) {
      const [networkId, addresses = []] = before[index] ?? []
      const change = {
        accounts: addresses.join() !== getAddresses(namespace).join(),
        network: networkId !== getPlace(namespace)?.caipNetworkId,
        approval: JSON.stringify(approved[namespace]) !== JSON.stringify(approval[namespace]),
      }
      if (change.accounts || change.network || change.approval) tell(listeners.get(namespace) ?? [], change, warn)
    }
  }
  const moveTo = (caipNetworkId: CaipNetworkId): boolean => {
    const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
    if (!namespace || !approval[namespace]?.chains.includes(caipNetworkId)) return false
    step(() => places.set(namespace, { ...getPlace(namespace), caipNetworkId }))
    return true
  }
  const assertAlive = (): void => {
    if (!end && getExpiresAt() > env.now()) return
    throw !end || end === 'expired' ? new SessionExpiredError() : new SessionNotFoundError({ details: end })
  }

  return {
    topic,
    getExpiresAt,
    wallet: toIdentity(record.peer?.metadata),
    bitcoinAccounts: parseBitcoinAccounts(record.sessionProperties),
    getApproval: () => approval,
    getNetworkId: (namespace) => getPlace(namespace)?.caipNetworkId,
    getAddresses,
    moveTo,
    async request(call, { chains, expiry, signal }) {
      assertAlive()
      signal?.throwIfAborted()
      assertApproved(approval, call.method, chains)
      const seconds = toExpiry(expiry ?? options.requestExpiry)
      const reply = send({ topic, chain: chains[0], call, expiry: seconds, signal: ended.signal })
      // who has left hears no answer; the wallet still shows what it was asked
      return signal ? waitFor(reply, { env, signal }) : reply
    },
    watch(namespace, listener) {
      const own = listeners.get(namespace) ?? new Set()
      listeners.set(namespace, own.add(listener))
      return () => own.delete(listener)
    },
    update(next) {
      if (end) return
      step(() => {
        approval = parseApproval(next)
      })
    },
    handleEvent(params) {
      const event = readEvent(params)
      if (end || !event || !hasEvent(approval, event.caipNetworkId, event.name)) return
      if (event.name === 'chainChanged') moveTo(readChain(event))
      if (event.name !== 'accountsChanged') return
      const namespace = parseCaipNetworkId(event.caipNetworkId)?.namespace
      const place = namespace && getPlace(namespace)
      if (!place) return
      const [active] = readAddresses(event)
      // of the accounts that it agreed to; others it has to add to the session first
      if (active !== undefined) step(() => places.set(namespace, { ...place, active }))
    },
    getEnd: () => end,
    end(reason) {
      if (end) return
      end = reason
      ended.abort(reason === 'expired' ? new SessionExpiredError() : new SessionNotFoundError({ details: reason }))
      listeners.clear()
    },
  }
}
