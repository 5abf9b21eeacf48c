import { isRecord, type LatchkeyError } from '@latchkey/core'
import { RpcError, RpcFailedError, toLatchkeyError } from '@latchkey/core/plugin'

/** A node refuses a transaction: its simulation failed, or its signatures do not hold. */
const rejections: readonly unknown[] = [-32002, -32003, -32006, -32013]
/** What JSON-RPC 2.0 itself names. Other codes mean something else at nodes of Solana than at wallets. */
const standard: readonly unknown[] = [-32700, -32600, -32601, -32602, -32603]

/** The named fault of the `error` of a node's reply. Its details hold the node's reason and the end of the logs. */
export function toNodeFault(error: unknown): LatchkeyError {
  const { code, message, data } = isRecord(error) ? error : {}
  const { err, logs } = isRecord(data) ? data : {}
  const lines = Array.isArray(logs) ? logs.slice(-10).filter((line) => typeof line === 'string') : []
  const reason = err === undefined || err === null ? [] : [toReason(err)]
  const details = [typeof message === 'string' ? message : 'The node gave no reason.', ...reason, ...lines]
    .join('\n')
    .slice(0, 2_000)
  if (rejections.includes(code)) return new RpcError(Number(code), 'TRANSACTION_REJECTED', { cause: error, details })
  if (standard.includes(code)) return toLatchkeyError({ code, message: details, cause: error })
  return new RpcFailedError({ cause: error, details })
}

/** What the chain says of a transaction that failed, e.g. `{"InstructionError":[0,{"Custom":1}]}`. */
export function toReason(err: unknown): string {
  return (typeof err === 'string' ? err : (JSON.stringify(err) ?? 'unknown')).slice(0, 500)
}
