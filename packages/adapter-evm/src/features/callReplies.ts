import { type CaipNetworkId, type CallBundleStatus, type Capabilities, isRecord } from '@latchkey/core'
import { parseChainId, parseHash } from '../encoding.js'

type Receipt = { readonly hash: string; readonly isDone: boolean }

/** More transactions than any bundle has; longer lists are invalid. */
const maxReceipts = 1_000

/** Statuses by the hundreds digit of the wallet's status code (EIP-5792). */
const statusClasses: Readonly<Record<number, CallBundleStatus['status']>> = {
  1: 'pending',
  2: 'confirmed',
  4: 'failed',
  5: 'reverted',
  6: 'partial',
}

/**
 * Parses the reply to `wallet_getCallsStatus`; null for an invalid one. In version 2.0.0 the status is a number; in older ones
 * it is a word, and the receipts show whether the calls succeeded.
 */
export function parseCallsStatus(reply: unknown): CallBundleStatus | null {
  try {
    if (!isRecord(reply)) return null
    const { status: given, atomic, receipts: list } = reply
    const receipts = parseReceipts(list)
    const code = receipts && toCode(given, receipts)
    const status = code && statusClasses[Math.floor(code / 100)]
    if (!receipts || !code || !status) return null
    // older wallets don't say: calls that were mined as one transaction were atomic
    const isAtomic = atomic === undefined ? receipts.length === 1 : atomic === true
    return { status, code, isAtomic, hashes: receipts.map(({ hash }) => hash) }
  } catch {
    return null // a getter that throws
  }
}

function toCode(given: unknown, receipts: readonly Receipt[]): number | null {
  if (Number.isInteger(given)) return given as number
  if (given === 'PENDING') return 100
  if (given !== 'CONFIRMED') return null
  const done = receipts.filter(({ isDone }) => isDone).length
  if (done === receipts.length) return 200
  return done === 0 ? 500 : 600
}

function parseReceipts(list: unknown): readonly Receipt[] | null {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list) || list.length > maxReceipts) return null
  const receipts = Array.from({ length: list.length }, (_, index) => parseReceipt(list[index]))
  return receipts.every((receipt) => receipt !== null) ? receipts : null
}

function parseReceipt(value: unknown): Receipt | null {
  if (!isRecord(value)) return null
  const { transactionHash, status } = value
  const hash = parseHash(transactionHash)
  return hash && { hash, isDone: status === '0x1' || status === 'success' }
}

/** Characters of JSON, more than any wallet needs. */
const maxLength = 100_000

/**
 * Parses the reply to `wallet_getCapabilities` into capabilities by CAIP-2 id; null for an invalid one. Entries under `0x0`
 * apply to every chain that is `wanted` or listed; an entry of the chain itself takes precedence.
 */
export function parseCapabilities(reply: unknown, wanted: readonly CaipNetworkId[]): Capabilities | null {
  const chains = toPlain(reply)
  if (!isRecord(chains)) return null
  const entries = Object.entries(chains)
  if (!entries.every(([, capabilities]) => isRecord(capabilities))) return null
  const common = entries.filter(([chain]) => Number(chain) === 0).map(([, capabilities]) => capabilities as object)
  const own = new Map<CaipNetworkId, object>()
  if (common.length > 0) for (const id of wanted) own.set(id, {})
  for (const [chain, capabilities] of entries) {
    const chainId = parseChainId(chain)
    if (chainId !== null) own.set(`eip155:${chainId}`, capabilities as object)
  }
  const merged = [...own].map(([id, capabilities]) => [id, merge([...common, capabilities])] as const)
  return Object.fromEntries(merged)
}

/** Merges without assignment, which would set the prototype for a key `__proto__`. */
function merge(parts: readonly object[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
}

/** Copies a reply as plain data, without getters and functions. */
function toPlain(reply: unknown): unknown {
  try {
    const text = JSON.stringify(reply)
    return text.length > maxLength ? null : JSON.parse(text)
  } catch {
    return null // circular, undefined, or a getter that throws
  }
}
