import type { ErrorCode } from '@latchkey/core'
import { RpcError, toLatchkeyError } from '@latchkey/core/plugin'

/** An error as apps and their libraries read it from a wallet: by the number in `code` (EIP-1193). */
export type ProviderRpcError = Error & { readonly code: number; readonly data?: unknown }

/** Faults of ours that the standards have a number for. */
const codes: { readonly [code in ErrorCode]?: number } = {
  // who leaves has declined
  REQUEST_ABORTED: 4001,
  ABORTED: 4001,
  CHAIN_NOT_SUPPORTED: 4902,
  // the wallet is not there
  FRAME_LOAD_FAILED: 4900,
  UNVERIFIED_DOMAIN: 4900,
}
const internal = -32603

/** The number of a fault; `cause` keeps the fault itself. */
export function toProviderError(thrown: unknown): ProviderRpcError {
  const cause = toLatchkeyError(thrown)
  const { code, shortMessage, details } = cause
  const own = 'rpcCode' in cause && typeof cause.rpcCode === 'number' ? cause.rpcCode : codes[code]
  // of a number that has a name the details say more than the name
  const message =
    cause instanceof RpcError ? (details ?? shortMessage) : [shortMessage, details].filter(Boolean).join(': ')
  return Object.assign(new Error(message, { cause }), { name: 'ProviderRpcError', code: own ?? internal })
}
