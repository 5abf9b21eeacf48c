import { type ErrorCode, toRpcErrorName } from './codes.js'
import { RpcError } from './rpc.js'
import { toLatchkeyError } from './toLatchkeyError.js'

/** An error in the form that apps and client libraries expect from a wallet: with a number in `code` (EIP-1193). */
export type ProviderRpcError = Error & { readonly code: number; readonly data?: unknown }

/** Numbers of errors that have only a code of ours. */
const codes: { readonly [code in ErrorCode]?: number } = {
  // wallets reject with 5000 to 5099 as well (CAIP-25); client libraries know 4001 only
  USER_REJECTED: 4001,
  // closing a request declines it
  REQUEST_ABORTED: 4001,
  ABORTED: 4001,
  NOT_APPROVED: 4100,
  CHAIN_NOT_SUPPORTED: 4902,
  CHAIN_NOT_SWITCHED: 4901,
  // the wallet can't be reached or doesn't respond
  FRAME_LOAD_FAILED: 4900,
  FRAME_REQUEST_TIMED_OUT: 4900,
  RELAY_UNREACHABLE: 4900,
  SESSION_EXPIRED: 4900,
  SESSION_NOT_FOUND: 4900,
  TIMED_OUT: 4900,
  UNVERIFIED_DOMAIN: 4900,
}
const internal = -32603
/** For errors without a better number that must not be retried. */
const failed = -32000
/** Client libraries such as viem retry requests that fail with these numbers, or with an unknown one. */
const retried: readonly number[] = [internal, -32005]

/**
 * Converts any error into one of EIP-1193; `cause` is the original. With `isPrompt`, the number is never one that makes
 * client libraries retry the request: the user would be prompted again and could pay twice.
 */
export function toProviderError(
  thrown: unknown,
  { isPrompt = false }: { readonly isPrompt?: boolean | undefined } = {},
): ProviderRpcError {
  const cause = toLatchkeyError(thrown)
  const { code: name, shortMessage, details } = cause
  const rpcCode = 'rpcCode' in cause && typeof cause.rpcCode === 'number' ? cause.rpcCode : undefined
  const code = codes[name] ?? rpcCode ?? internal
  const isRetried = retried.includes(code) || toRpcErrorName(code) === null
  // an RpcError's details say more than its name
  const message =
    cause instanceof RpcError ? (details ?? shortMessage) : [shortMessage, details].filter(Boolean).join(': ')
  return Object.assign(new Error(message, { cause }), {
    name: 'ProviderRpcError',
    code: isPrompt && isRetried ? failed : code,
  })
}
