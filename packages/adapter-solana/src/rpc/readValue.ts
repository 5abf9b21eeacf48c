import { isRecord } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'

/** The `value` of a result that comes with the slot that it is of. */
export function readValue(result: unknown): unknown {
  return isRecord(result) ? result['value'] : undefined
}

/** The fault of a node that answers with something else than its method gives. */
export function toStrangeReply(method: string): RpcError {
  return new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method} was answered with something else.` })
}
