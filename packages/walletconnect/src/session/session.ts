import {
  type CaipNetworkId,
  type Env,
  isRecord,
  type Namespace,
  notifyListeners,
  parseCaipAddress,
  parseCaipNetworkId,
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
  /** Seconds since the epoch. Changes, as wallets extend sessions. */
  readonly getExpiry: () => number
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** The modal's networks: a session starts on one of them if it can. */
  readonly getNetworkIds: () => readonly CaipNetworkId[]
  readonly requestExpiry: number | undefined
  /** Sends over the relay. */
  readonly send: SendRequest
}

type Position = {
  readonly caipNetworkId: CaipNetworkId
  /** The address that the wallet last reported as active. */
  readonly active?: string | undefined
}

/** Creates the live session for a session that a wallet has approved. */
export function createSession(options: CreateSessionOptions): LiveSession {
  const { record, getExpiry, env, warn, send, getNetworkIds } = options
  const { topic } = record
  const getExpiresAt = (): number => getExpiry() * 1_000
  const ended = new AbortController()
  const listeners = new Map<Namespace, Set<(change: SessionChange) => void>>()
  const positions = new Map<Namespace, Position>()
  let approval: Approval = parseApproval(record.namespaces)
  let end: SessionEnd | undefined

  const getPosition = (namespace: Namespace): Position | undefined => {
    const chains = approval[namespace]?.chains ?? []
    const position = positions.get(namespace)
    if (position && chains.includes(position.caipNetworkId)) return position
    const known = getNetworkIds()
    const caipNetworkId = chains.find((chain) => known.includes(chain)) ?? chains[0]
    return caipNetworkId && { caipNetworkId }
  }
  const getAddresses = (namespace: Namespace): readonly string[] => {
    if (end) return []
    const position = getPosition(namespace)
    const accounts = approval[namespace]?.accounts ?? []
    const own = accounts.flatMap(({ caipNetworkId, address }) =>
      caipNetworkId === position?.caipNetworkId ? [address] : [],
    )
    const active = own.find((address) => position?.active && isSameAddress(namespace, address, position.active))
    return active ? [active, ...own.filter((address) => address !== active)] : own
  }
  /** Runs a change and notifies listeners of its effects. */
  const applyChange = (run: () => void): void => {
    const before = [...listeners.keys()].map(
      (namespace) => [namespace, getPosition(namespace)?.caipNetworkId, getAddresses(namespace)] as const,
    )
    const approved = approval
    run()
    for (const [namespace, networkId, addresses] of before) {
      const changes = {
        accounts: addresses.join() !== getAddresses(namespace).join(),
        network: networkId !== getPosition(namespace)?.caipNetworkId,
        approval: JSON.stringify(approved[namespace]) !== JSON.stringify(approval[namespace]),
      }
      if (changes.accounts || changes.network || changes.approval)
        notifyListeners(listeners.get(namespace) ?? [], changes, warn)
    }
  }
  const moveTo = (caipNetworkId: CaipNetworkId): boolean => {
    const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
    if (!namespace || !approval[namespace]?.chains.includes(caipNetworkId)) return false
    applyChange(() => positions.set(namespace, { ...getPosition(namespace), caipNetworkId }))
    return true
  }
  const assertAlive = (): void => {
    if (!end && getExpiresAt() > env.now()) return
    throw !end || end === 'expired'
      ? new SessionExpiredError({ isUnsent: true })
      : new SessionNotFoundError({ details: end, isUnsent: true })
  }

  return {
    topic,
    getExpiresAt,
    wallet: toIdentity(record.peer?.metadata),
    bitcoinAccounts: parseBitcoinAccounts(record.sessionProperties),
    getApproval: () => approval,
    getNetworkId: (namespace) => getPosition(namespace)?.caipNetworkId,
    getAddresses,
    moveTo,
    async request(call, { chains, expiry, signal }) {
      assertAlive()
      signal?.throwIfAborted()
      assertApproved(approval, call.method, chains)
      const seconds = toExpiry(expiry ?? options.requestExpiry)
      const reply = send({ topic, chain: chains[0], call, expiry: seconds, signal: ended.signal, left: signal })
      // an aborted request stops waiting, although the wallet may still show the prompt
      return signal ? waitFor(reply, { env, signal }) : reply
    },
    watch(namespace, listener) {
      const own = listeners.get(namespace) ?? new Set()
      listeners.set(namespace, own.add(listener))
      return () => own.delete(listener)
    },
    update(next) {
      if (end) return
      applyChange(() => {
        approval = parseApproval(next)
      })
    },
    handleEvent(params) {
      const event = readEvent(params)
      if (end || !event || !hasEvent(approval, event.caipNetworkId, event.name)) return
      if (event.name === 'chainChanged') moveTo(readChain(event))
      if (event.name !== 'accountsChanged') return
      const namespace = parseCaipNetworkId(event.caipNetworkId)?.namespace
      const position = namespace && getPosition(namespace)
      if (!position) return
      const [active] = readAddresses(event)
      // only approved accounts can be active; others have to be added to the session first
      if (active !== undefined) applyChange(() => positions.set(namespace, { ...position, active }))
    },
    getEnd: () => end,
    end(reason) {
      if (end) return
      end = reason
      ended.abort(reason === 'expired' ? new SessionExpiredError() : new SessionNotFoundError({ details: reason }))
      for (const own of listeners.values())
        notifyListeners([...own], { accounts: true, network: false, approval: false }, warn)
      listeners.clear()
    },
  }
}

export type SessionEvent = {
  readonly name: string
  readonly data: unknown
  /** The network that the event is about. */
  readonly caipNetworkId: CaipNetworkId
}

/** Parses an event of a session; null for an invalid one. */
export function readEvent(params: unknown): SessionEvent | null {
  if (!isRecord(params) || !isRecord(params['event'])) return null
  const { chainId } = params
  const { name, data } = params['event']
  if (typeof name !== 'string' || !parseCaipNetworkId(chainId)) return null
  return { name, data, caipNetworkId: chainId as CaipNetworkId }
}

/** The network that a `chainChanged` event names: by CAIP-2 id, by hex or decimal number, or by the chain of the event. */
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

/** The addresses that an `accountsChanged` event names, plain or as CAIP-10 ids of the namespace. */
export function readAddresses({ data, caipNetworkId }: SessionEvent): readonly string[] {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace ?? ''
  const items = Array.isArray(data) ? data.slice(0, 1_000) : []
  return items.flatMap((item: unknown) => {
    if (typeof item !== 'string' || item === '') return []
    if (!item.includes(':')) return [item]
    return parseCaipAddress(item, [namespace])?.address ?? []
  })
}

/** Seconds. By default, enough for a user to read and decide. */
const expiryLimits = { min: 300, max: 604_800, default: 300 } as const

/** Validates the seconds that a wallet has to reply. Throws `INVALID_PARAMS` outside of 300 s to 7 days. [S5.19] */
export function toExpiry(seconds: number = expiryLimits.default): number {
  const { min, max } = expiryLimits
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return seconds
  throw new RpcError(-32602, 'INVALID_PARAMS', {
    details: `The expiry of a request is ${min} to ${max} seconds, not ${seconds}.`,
  })
}

/**
 * The wallet's name and icon, limited to what is safe to show. Only icons that are data URLs are used, as others would
 * contact a host that the wallet chooses.
 */
export function toIdentity(metadata: unknown): WalletIdentity | undefined {
  if (!isRecord(metadata)) return undefined
  const name = toWalletName(metadata['name'])
  if (!name) return undefined
  const icons = Array.isArray(metadata['icons']) ? metadata['icons'].slice(0, 10) : []
  const icon = icons.map(toWalletIcon).find((found) => found !== undefined)
  return { name, ...(icon && { icon }) }
}
