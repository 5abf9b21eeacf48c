import { isRecord } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'

/** Codes of sats-connect, which mean other things in EIP-1474. */
const dialect = {
  [-32000]: 'USER_REJECTED',
  [-32001]: 'METHOD_NOT_SUPPORTED',
  [-32002]: 'UNAUTHORIZED',
} as const

/**
 * What is inside of a reply in the manner of sats-connect: `{ result }` or `{ error }` with or without the rest of
 * JSON-RPC, or the bare result. Throws the error, by its name where it has one.
 */
export function unwrapReply(reply: unknown): unknown {
  if (!isRecord(reply)) return reply
  const { error, result } = reply
  if (error !== undefined && error !== null) throw toError(error)
  return 'result' in reply ? result : reply
}

/** The same for what was thrown. */
export function toError(thrown: unknown): unknown {
  if (!isRecord(thrown)) return thrown
  const inner = isRecord(thrown['error']) ? thrown['error'] : thrown
  const { code, message } = inner
  const name =
    typeof code === 'number' && Object.hasOwn(dialect, code) ? dialect[code as keyof typeof dialect] : undefined
  const details = typeof message === 'string' ? message.slice(0, 500) : undefined
  return name ? new RpcError(code as number, name, { cause: thrown, details }) : thrown
}
