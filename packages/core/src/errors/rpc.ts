import { isRecord, readField } from '../utils/records.js'
import { type RpcErrorName, toRpcErrorName } from './codes.js'
import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** A wallet or a node answered with one of the codes that the standards define. */
export class RpcError extends LatchkeyError {
  override readonly name = 'RpcError'
  /** The code as it came: -32700 … 5760. */
  readonly rpcCode: number

  constructor(rpcCode: number, name: RpcErrorName, options?: LatchkeyErrorOptions) {
    super(name, `The request failed: ${name.toLowerCase().replaceAll('_', ' ')}.`, options)
    this.rpcCode = rpcCode
  }
}

/** Codes that say only that something failed: whatever an inner error says is better. */
const genericCodes = [-32603, -32000]

/** Where wallets and libraries hide the error that caused theirs; a text may hold it as JSON. */
const nestedFields = ['error', 'data', 'originalError', 'cause', 'info', 'value', 'reason', 'message'] as const

/**
 * The JSON-RPC code inside whatever a wallet threw, or undefined. Wallets nest it, write it as a string or put JSON in
 * the message; the words around it are never interpreted, as they are translated.
 */
export function getRpcCode(thrown: unknown): number | undefined {
  const codes: number[] = []
  const queue: unknown[] = [thrown]
  // errors may point at themselves: fifty steps reach every shape that was seen
  for (let step = 0; step < 50 && queue.length > 0; step++) {
    const value = queue.shift()
    const record = typeof value === 'string' ? parseEmbedded(value) : value
    if (!isRecord(record)) continue
    const code = toCode(readField(record, 'code'))
    if (code !== undefined) codes.push(code)
    queue.push(...nestedFields.map((field) => readField(record, field)).filter((inner) => inner !== undefined))
  }
  // an HTTP status or a library's own number may stand around the code that has a name
  const clear = codes.filter((code) => !genericCodes.includes(code))
  return clear.find(toRpcErrorName) ?? clear[0] ?? codes[0]
}

function toCode(code: unknown): number | undefined {
  if (code === 'ACTION_REJECTED') return 4001 // ethers
  if (typeof code === 'number') return Number.isInteger(code) ? code : undefined
  return typeof code === 'string' && /^-?\d{4,5}$/.test(code) ? Number(code) : undefined
}

/** JSON inside a longer text, as in `[ethjs-query] … '{"value":{"code":4902}}'`. */
function parseEmbedded(text: string): unknown {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start < 0 || end < start || text.length > 100_000) return undefined
  try {
    return JSON.parse(text.slice(start, end + 1))
  } catch {
    return undefined // braces that are no JSON say nothing about a code
  }
}
