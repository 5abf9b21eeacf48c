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
import { createHttpClient, getHttpStatus, type HttpParams, toServiceParams } from '../http.js'
import { caipNetworkId, required, rowsOf } from './fields.js'

type BlockchainRequest = {
  /** Path below the base URL with encoded segments. */
  readonly path: string
  readonly params?: HttpParams | undefined
  /** Sent as JSON by POST. */
  readonly body?: object | undefined
  readonly signal: AbortSignal
}

/**
 * Sends one request to the app's blockchain API, with `st`, `sv` and `projectId` [S7.1]. Throws
 * `SERVICE_NOT_CONFIGURED`, `RATE_LIMITED` (429), `SERVER_ERROR` (5xx or unreachable), `HTTP_STATUS`, `TIMED_OUT`,
 * `ABORTED`, and `INVALID_REPLY` if the response isn't JSON or is too large.
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

/** Whether the app has configured a service for balances, prices, names and swaps. */
export function hasBlockchainApi(modal: Modal): boolean {
  return modal[internals].options.services.blockchainApi !== undefined
}

/**
 * Whether the service supports a chain; other chains must not be queried. The list is fetched once per modal, unless
 * the request fails. False without a service. Throws like `callBlockchain`. [S7.2]
 */
export async function isChainServed(modal: Modal, id: CaipNetworkId, signal: AbortSignal): Promise<boolean> {
  if (!hasBlockchainApi(modal)) return false
  const inner = modal[internals]
  inner.loadServedChains ??= lazily(() => fetchSupportedChains(modal, { signal: inner.signal }))
  const chains = await waitFor(inner.loadServedChains(), { env: modal.env, signal })
  return chains.includes(id)
}

/** Fetches the chains that the service supports: `GET /v1/supported-chains` [S7.2]. Throws like `callBlockchain`. */
export async function fetchSupportedChains(
  modal: Modal,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly CaipNetworkId[]> {
  const reply = await callBlockchain(modal, { path: '/v1/supported-chains', signal })
  return required(
    reply,
    'http',
    rowsOf((id) => required({ id }, 'id', caipNetworkId)),
  )
}

/** Whether a request failed with HTTP 404. */
export function isNotFound(cause: unknown): boolean {
  return getHttpStatus(cause) === 404
}

/** Whether an error means that retrying is useless: the service is closed (503) or doesn't support the network. */
export function isServiceClosed(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  if (error.code === 'CHAIN_NOT_SUPPORTED') return true
  const status = getHttpStatus(error)
  return status === undefined ? isServiceClosed(error.cause) : status === 503
}

/**
 * Encodes one path segment. Throws `HTTP_STATUS` 404 for segments of dots, which would change the path even if encoded.
 */
export function toPathPart(value: string): string {
  if (/^\.*$/.test(value)) throw new HttpStatusError({ status: 404, details: `Invalid path segment: "${value}".` })
  return encodeURIComponent(value)
}

function toCallError(cause: unknown): LatchkeyError {
  if (cause instanceof SyntaxError) return new InvalidReplyError({ cause, details: 'The response is not JSON.' })
  if (cause instanceof RangeError) return new InvalidReplyError({ cause, details: 'The response is too large.' })
  if (!isLatchkeyError(cause)) return new ServerError({ cause, details: 'The service could not be reached.' })
  const status = getHttpStatus(cause)
  if (status === 429) return new RateLimitedError({ cause })
  return status !== undefined && status >= 500 ? new ServerError({ cause, details: cause.shortMessage }) : cause
}
