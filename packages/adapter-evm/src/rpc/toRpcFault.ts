import { isLatchkeyError, isRecord, type LatchkeyError } from '@latchkey/core'
import { getRpcCode, RpcError, RpcFailedError, TimedOutError, toLatchkeyError } from '@latchkey/core/plugin'

/** What nodes answer to a call that the chain refuses: each of them would. */
export const reverted = 3

/** The named fault of what viem or a node reports. Its details leave out the URL, which may hold a key. */
export function toRpcFault(cause: unknown): LatchkeyError {
  const name = cause instanceof Error ? cause.name : undefined
  if (isLatchkeyError(cause) || name === 'AbortError') return toLatchkeyError(cause)
  const details = toDetails(cause)
  if (name === 'TimeoutError') return new TimedOutError({ cause, details })
  const code = getRpcCode(cause)
  if (code === reverted) return new RpcError(-32003, 'TRANSACTION_REJECTED', { cause, details })
  const fault = toLatchkeyError(Object.assign(new Error(details, { cause }), code === undefined ? {} : { code }))
  // that one speaks of wallets
  return fault.code === 'CONNECTOR_FAILED' ? new RpcFailedError({ cause, details }) : fault
}

/** What viem and the node say, without what was asked where. */
function toDetails(cause: unknown): string {
  if (!isRecord(cause)) return 'The node could not be asked.'
  const { shortMessage, details, status } = cause
  const known = [shortMessage, details !== shortMessage && details, status && `Status: ${status}`]
  return known.filter(Boolean).join(' ').slice(0, 500)
}
