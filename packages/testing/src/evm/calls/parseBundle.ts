import { createRpcError } from '../../scripted/rpc.js'
import { firstParam, parseChainId } from '../methods/parameters.js'
import { parseTransaction, type TransactionRequest } from '../transaction/parseTransaction.js'

/** Parsed parameters of `wallet_sendCalls`. */
export type BundleRequest = {
  readonly version: '1.0' | '2.0.0'
  readonly id: string | undefined
  readonly chainId: number
  readonly from: unknown
  readonly isAtomicRequired: boolean
  readonly calls: readonly TransactionRequest[]
  /** The context of the permission to use, instead of a prompt (ERC-7715). */
  readonly permission: string | undefined
}

/** Maximum number of calls in a bundle. */
const maxCalls = 100
/** 4096 bytes as 0x hex. */
const maxIdLength = 8_194

/** Parses the parameter of `wallet_sendCalls` (EIP-5792). Throws -32602 with the invalid field, or 5700 and 5740. */
export function parseBundle(params: unknown): BundleRequest {
  const { version, id, chainId, from, atomicRequired, calls, capabilities } = firstParam(params)
  if (version !== '1.0' && version !== '2.0.0')
    throw createRpcError(-32_006, `Version ${String(version)} is not supported.`)
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > maxIdLength))
    throw invalid('id', `a text of up to ${maxIdLength} characters`)
  if (version === '2.0.0' && typeof atomicRequired !== 'boolean') throw invalid('atomicRequired', 'a boolean')
  if (!Array.isArray(calls) || calls.length === 0) throw invalid('calls', 'at least one call')
  if (calls.length > maxCalls)
    throw createRpcError(5_740, `Too many calls: ${calls.length}. The maximum is ${maxCalls}.`)
  const { permissions, ...others } = capabilities === undefined ? {} : firstParam([capabilities])
  const permission = permissions === undefined ? undefined : firstParam([permissions])['context']
  if (permission !== undefined && typeof permission !== 'string') throw invalid('permissions', 'a context')
  assertCapabilities(others)
  return {
    version,
    id,
    chainId: parseChainId(chainId),
    from,
    isAtomicRequired: version === '2.0.0' && atomicRequired === true,
    calls: calls.map(parseCall),
    permission,
  }
}

function parseCall(call: unknown, index: number): TransactionRequest {
  const { to, data, value, capabilities } = firstParam([call])
  assertCapabilities(capabilities)
  if (to === undefined && data === undefined) throw invalid(`calls[${index}]`, 'to, data or both')
  return parseTransaction({ to, data, value })
}

/** The wallet has no other capabilities, so only optional ones are allowed. */
function assertCapabilities(capabilities: unknown): void {
  if (capabilities === undefined) return
  for (const [name, value] of Object.entries(firstParam([capabilities]))) {
    const isOptional = (value as { readonly optional?: unknown } | null)?.optional === true
    if (!isOptional) throw createRpcError(5_700, `The wallet does not support the capability ${name}.`)
  }
}

function invalid(field: string, expected: string): Error {
  return createRpcError(-32_602, `Invalid ${field}: expected ${expected}.`)
}
