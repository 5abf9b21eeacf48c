import { type CallBundleStatus, isRecord } from '@latchkey/core'
import { parseHash } from '../features/hex.js'

type Receipt = { readonly hash: string; readonly isDone: boolean }

/** More transactions than any bundle has. */
const most = 1_000

/** By the hundreds of the wallet's number (EIP-5792). */
const classes: Readonly<Record<number, CallBundleStatus['status']>> = {
  1: 'pending',
  2: 'confirmed',
  4: 'failed',
  5: 'reverted',
  6: 'partial',
}

/**
 * The reply to `wallet_getCallsStatus`: a number in version 2.0.0, in older ones a word, where only the receipts tell
 * whether the calls succeeded. Null for what is neither.
 */
export function parseCallsStatus(reply: unknown): CallBundleStatus | null {
  try {
    if (!isRecord(reply)) return null
    const { status: given, atomic, receipts: list } = reply
    const receipts = parseReceipts(list)
    const code = receipts && toCode(given, receipts)
    const status = code && classes[Math.floor(code / 100)]
    if (!receipts || !code || !status) return null
    // older wallets do not say: what came into the chain as one transaction did so as a whole
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
  if (!Array.isArray(list) || list.length > most) return null
  const receipts = Array.from({ length: list.length }, (_, index) => parseReceipt(list[index]))
  return receipts.every((receipt) => receipt !== null) ? receipts : null
}

function parseReceipt(value: unknown): Receipt | null {
  if (!isRecord(value)) return null
  const { transactionHash, status } = value
  const hash = parseHash(transactionHash)
  return hash && { hash, isDone: status === '0x1' || status === 'success' }
}
