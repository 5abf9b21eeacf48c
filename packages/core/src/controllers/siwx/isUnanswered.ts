import type { ErrorCode } from '../../errors/codes.js'
import type { HttpStatusError } from '../../errors/http.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'

const codes: readonly ErrorCode[] = ['RATE_LIMITED', 'SERVER_ERROR', 'TIMED_OUT', 'RPC_FAILED']

/** Whether nobody has said no yet: the same may be sent again. A `TypeError` is what fetch throws without a network. */
export function isUnanswered(cause: unknown): boolean {
  if (!isLatchkeyError(cause)) return cause instanceof TypeError
  if (cause.code === 'HTTP_STATUS') return ((cause as HttpStatusError).status ?? 0) >= 500
  return codes.includes(cause.code)
}
