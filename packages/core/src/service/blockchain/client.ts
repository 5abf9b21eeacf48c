import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import {
  HttpStatusError,
  InvalidReplyError,
  RateLimitedError,
  ServerError,
  ServiceNotConfiguredError,
} from '../../errors/services.js'
import { internals, type Modal } from '../../modal/modal.js'
import { waitFor } from '../../rpc/wait.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { lazily } from '../../utils/loadModule.js'
import { readField } from '../../utils/records.js'
import { createHttpClient, type HttpParams, toServiceParams } from '../http.js'
import { caipNetworkId, need, rowsOf } from './fields.js'

type BlockchainRequest = {
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

/** Whether the app has named a service for balances, prices, names and swaps. */
export function hasBlockchainApi(modal: Modal): boolean {
  return modal[internals].options.services.blockchainApi !== undefined
}

/**
 * Whether the service serves a chain: nothing is asked of it for others. It is asked once per modal; an answer that failed
 * is not kept. False without a service. Throws as `callBlockchain` does. [S7.2]
 */
export async function isChainServed(modal: Modal, id: CaipNetworkId, signal: AbortSignal): Promise<boolean> {
  if (!hasBlockchainApi(modal)) return false
  const inner = modal[internals]
  inner.loadServedChains ??= lazily(() => fetchSupportedChains(modal, { signal: inner.signal }))
  const chains = await waitFor(inner.loadServedChains(), { env: modal.env, signal })
  return chains.includes(id)
}

/** The chains that the service serves: `GET /v1/supported-chains` [S7.2]. Throws as `callBlockchain` does. */
export async function fetchSupportedChains(
  modal: Modal,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly CaipNetworkId[]> {
  const reply = await callBlockchain(modal, { path: '/v1/supported-chains', signal })
  return need(
    reply,
    'http',
    rowsOf((id) => need({ id }, 'id', caipNetworkId)),
  )
}

/** Whether a call failed as there is no such thing (HTTP 404). */
export function isNotFound(cause: unknown): boolean {
  return isLatchkeyError(cause) && cause.code === 'HTTP_STATUS' && readField(cause, 'status') === 404
}

/** Whether a failed call says that asking again is of no use: the service is closed (503), or does not serve the network. */
export function isServiceClosed(fault: unknown): boolean {
  if (!isLatchkeyError(fault)) return false
  if (fault.code === 'CHAIN_NOT_SUPPORTED') return true
  if (fault instanceof HttpStatusError) return readField(fault, 'status') === 503
  return isServiceClosed(fault.cause)
}

/** One part of a path. Throws `HTTP_STATUS` 404 for what would name another path, as `..` does however it is written. */
export function toPathPart(value: string): string {
  if (/^\.*$/.test(value)) throw new HttpStatusError({ status: 404, details: `"${value}" cannot be asked for.` })
  return encodeURIComponent(value)
}
