import { isRecord, readField } from '../utils/records.js'
import { type RpcErrorName, toRpcErrorName } from './codes.js'
import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** A wallet or a node returned a standard error code. */
export class RpcError extends LatchkeyError {
  override readonly name = 'RpcError'
  /** The original numeric code: -32700 … 5760. */
  readonly rpcCode: number

  constructor(rpcCode: number, name: RpcErrorName, options?: LatchkeyErrorOptions) {
    super(name, shortMessages[name] ?? `The request failed: ${name.toLowerCase().replaceAll('_', ' ')}.`, options)
    this.rpcCode = rpcCode
  }
}

/** For codes whose names could be read as something else; `details` has the reason. */
const shortMessages: { readonly [name in RpcErrorName]?: string } = {
  INVALID_PARAMS: 'The request has invalid parameters.',
  TRANSACTION_REJECTED: 'The network rejects the transaction.',
  USER_REJECTED: 'The user declined the request.',
}

/** Codes that only say that something failed: an inner error's code is preferred. */
const genericCodes = [-32603, -32000]

/** Fields in which wallets and libraries nest the original error; a string may include it as JSON. */
const nestedFields = ['error', 'data', 'originalError', 'cause', 'info', 'value', 'message'] as const

/**
 * Returns the JSON-RPC code of whatever a wallet threw, or undefined. Wallets nest it, write it as a string or put JSON
 * in the message. Messages themselves are never interpreted, as they are translated. The reason of a contract that reverts
 * is ignored, as anyone can write it.
 */
export function getRpcCode(thrown: unknown): number | undefined {
  const codes: number[] = []
  const queue: unknown[] = [thrown]
  // errors can be circular; fifty steps reach every known shape
  for (let step = 0; step < 50 && queue.length > 0; step++) {
    const value = queue.shift()
    const record = typeof value === 'string' ? parseEmbedded(value) : value
    if (!isRecord(record)) continue
    const code = toCode(readField(record, 'code'))
    if (code !== undefined) codes.push(code)
    queue.push(...nestedFields.map((field) => readField(record, field)).filter((inner) => inner !== undefined))
    // the original error, or as text the reason of a contract
    const reason = readField(record, 'reason')
    if (isRecord(reason)) queue.push(reason)
  }
  // an HTTP status or a library's own code may wrap the standard code
  const clear = codes.filter((code) => !genericCodes.includes(code))
  return clear.find(toRpcErrorName) ?? clear[0] ?? codes[0]
}

function toCode(code: unknown): number | undefined {
  if (code === 'ACTION_REJECTED') return 4001 // ethers
  if (typeof code === 'number') return Number.isInteger(code) ? code : undefined
  return typeof code === 'string' && /^-?\d{4,5}$/.test(code) ? Number(code) : undefined
}

/** Parses JSON inside a longer text, as in `[ethjs-query] … '{"value":{"code":4902}}'`. */
function parseEmbedded(text: string): unknown {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start < 0 || end < start || text.length > 100_000) return undefined
  // what follows, as in `execution reverted: {"code":4001}`, was written by a contract
  if (/revert/i.test(text.slice(0, start))) return undefined
  try {
    return JSON.parse(text.slice(start, end + 1))
  } catch {
    return undefined // not JSON, so there is no code
  }
}
