import {
  type CaipNetworkId,
  type Env,
  isRecord,
  type Namespace,
  namespaces,
  parseCaipAddress,
  parseCaipNetworkId,
  tell,
  toWalletIcon,
  toWalletName,
  type WalletIdentity,
} from '@latchkey/core'
import { isSameAddress, RpcError, SessionExpiredError, SessionNotFoundError, waitFor } from '@latchkey/core/plugin'
import type { SessionRecord } from '../client/relayer.js'
import { type Approval, assertApproved, hasEvent, parseApproval } from './approval.js'
import { parseBitcoinAccounts } from './bitcoinAccounts.js'
import type { LiveSession, SessionChange, SessionEnd } from './liveSession.js'
import type { SendRequest } from './sendRequest.js'

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

type Position = {
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
  const places = new Map<Namespace, Position>()
  let approval: Approval = parseApproval(record.namespaces)
  let end: SessionEnd | undefined

  const getPlace = (namespace: Namespace): Position | undefined => {
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

export type SessionEvent = {
  readonly name: string
  readonly data: unknown
  /** Of the session, which the event is about. */
  readonly caipNetworkId: CaipNetworkId
}

/** What an event of a session brings; null for what is none. */
export function readEvent(params: unknown): SessionEvent | null {
  if (!isRecord(params) || !isRecord(params['event'])) return null
  const { chainId } = params
  const { name, data } = params['event']
  if (typeof name !== 'string' || !parseCaipNetworkId(chainId)) return null
  return { name, data, caipNetworkId: chainId as CaipNetworkId }
}

/** Where the wallet went: it says so by CAIP-2 id, by number, hex or decimal, or by the chain of the event alone. */
export function readChain({ data, caipNetworkId }: SessionEvent): CaipNetworkId {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  if (parseCaipNetworkId(data)?.namespace === namespace) return data as CaipNetworkId
  if (namespace !== 'eip155') return caipNetworkId
  const value = isRecord(data) ? data['chainId'] : data
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^(0x[\da-f]{1,13}|\d{1,16})$/i.test(value))
  const id = isNumber ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : caipNetworkId
}

/** The addresses that an `accountsChanged` names, bare or as CAIP-10 ids of the chain family. */
export function readAddresses({ data, caipNetworkId }: SessionEvent): readonly string[] {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  const items = Array.isArray(data) ? data.slice(0, 1_000) : []
  return items.flatMap((item: unknown) => {
    if (typeof item !== 'string' || item === '') return []
    if (!item.includes(':')) return [item]
    const parsed = parseCaipAddress(item)
    return parsed && parsed.namespace === namespace ? [parsed.address] : []
  })
}

/** Seconds. The default is that of a person who reads and decides. */
const expiryLimits = { least: 300, most: 604_800, usual: 300 } as const

/** Seconds that a wallet has to answer. Throws `INVALID_PARAMS` outside of 300 s and 7 days. [S5.19] */
export function toExpiry(seconds: number = expiryLimits.usual): number {
  const { least, most } = expiryLimits
  if (Number.isInteger(seconds) && seconds >= least && seconds <= most) return seconds
  throw new RpcError(-32602, 'INVALID_PARAMS', {
    details: `The expiry of a request is ${least} to ${most} seconds, not ${seconds}.`,
  })
}

/**
 * How the wallet at the other end calls itself, cut to what is safe to show. Only icons that are images in themselves
 * count: any other would have the page ask a host that the wallet names.
 */
export function toIdentity(metadata: unknown): WalletIdentity | undefined {
  if (!isRecord(metadata)) return undefined
  const name = toWalletName(metadata['name'])
  if (!name) return undefined
  const icons = Array.isArray(metadata['icons']) ? metadata['icons'].slice(0, 10) : []
  const icon = icons.map(toWalletIcon).find((found) => found !== undefined)
  return { name, ...(icon && { icon }) }
}
