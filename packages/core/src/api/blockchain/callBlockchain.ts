import { RateLimitedError, ServerError } from '../../errors/http.js'
import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { InvalidReplyError, ServiceNotConfiguredError } from '../../errors/services.js'
import { internals, type Modal } from '../../modal.js'
import { readField } from '../../utils/readField.js'
import { createHttpClient, type HttpParams } from '../http.js'
import { toServiceParams } from '../toServiceParams.js'

export type BlockchainRequest = {
  /** Below the base, its parts encoded. */
  readonly path: string
  readonly params?: HttpParams | undefined
  /** Sent as JSON by POST. */
  readonly body?: object | undefined
  readonly signal: AbortSignal
}

/**
 * One call of the app's blockchain API, with `st`, `sv` and `projectId` [S7.1]. Throws `SERVICE_NOT_CONFIGURED`,
 * `RATE_LIMITED` (429), `SERVER_ERROR` (5xx, or not reached), `HTTP_STATUS`, `TIMED_OUT`, `ABORTED`, and `INVALID_REPLY`
 * where what comes is no JSON or too large.
 */
export async function callBlockchain(modal: Modal, { body, ...request }: BlockchainRequest): Promise<unknown> {
  const baseUrl = modal[internals].options.services.blockchainApi
  if (baseUrl === undefined) throw new ServiceNotConfiguredError({ service: 'blockchainApi' })
  const client = createHttpClient({ baseUrl, env: modal.env, params: () => toServiceParams(modal) })
  try {
    return await (body ? client.post({ ...request, body }) : client.get(request))
  } catch (cause) {
    throw toCallError(cause)
  }
}

function toCallError(cause: unknown): LatchkeyError {
  if (cause instanceof SyntaxError) return new InvalidReplyError({ cause, details: 'The reply is not JSON.' })
  if (cause instanceof RangeError) return new InvalidReplyError({ cause, details: 'The reply is too large.' })
  if (!isLatchkeyError(cause)) return new ServerError({ cause, details: 'The service could not be reached.' })
  const status = cause.code === 'HTTP_STATUS' ? readField(cause, 'status') : undefined
  if (status === 429) return new RateLimitedError({ cause })
  return typeof status === 'number' && status >= 500 ? new ServerError({ cause, details: cause.shortMessage }) : cause
}
