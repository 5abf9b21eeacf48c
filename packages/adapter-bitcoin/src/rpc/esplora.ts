import type { Env, Network } from '@latchkey/core'
import { type NodeReply, RpcFailedError, RpcUrlMissingError, requestNode } from '@latchkey/core/plugin'

export type EsploraLink = {
  readonly env: Env
  /** The URL of the option `esplora` for a network. */
  readonly findUrl: (caipNetworkId: string) => string | undefined
}

export type EsploraRequest = {
  readonly network: Network
  /** Below the base URL, e.g. `/tx/…/status`. */
  readonly path: string
  readonly body?: string | undefined
  readonly signal: AbortSignal
}

/** The base URLs of the network's nodes: its own, else that of the option `esplora`. Throws `RPC_URL_MISSING`. */
export function toNodeUrls(
  { findUrl }: EsploraLink,
  { caipNetworkId, rpcUrls }: Network,
): readonly [string, ...string[]] {
  const own = rpcUrls.default.http
  const [first, ...rest] = own.length > 0 ? own : [findUrl(caipNetworkId)]
  if (!first) throw new RpcUrlMissingError({ caipNetworkId })
  return [first, ...rest.filter((url) => url !== undefined)]
}

/** Sends a request to an Esplora-style HTTP API. Resolves with the reply, whatever its status. */
export async function fetchEsplora(
  link: EsploraLink,
  { network, path, body, signal }: EsploraRequest,
): Promise<NodeReply> {
  const [first, ...rest] = toNodeUrls(link, network).map((base) => `${base.replace(/\/+$/, '')}${path}`)
  const urls = [first ?? '', ...rest] as const
  return requestNode(link.env, { urls, body, contentType: 'text/plain', isNodeFailure, signal })
}

/** Statuses of replies that every node would give: a result, a refusal, and a transaction that isn't known. */
const replyStatuses: readonly number[] = [200, 400, 404]

function isNodeFailure({ status }: NodeReply): boolean {
  return !replyStatuses.includes(status)
}

/** Sends a request and parses the JSON of the reply. Throws `RPC_FAILED` for another reply. */
export async function fetchEsploraJson(link: EsploraLink, request: EsploraRequest): Promise<unknown> {
  const reply = await fetchEsplora(link, request)
  if (reply.status !== 200) throw toEsploraError(request, reply)
  try {
    return JSON.parse(reply.text) as unknown
  } catch (cause) {
    throw toEsploraError(request, reply, cause)
  }
}

export function toEsploraError(
  { path }: Pick<EsploraRequest, 'path'>,
  { status, text }: NodeReply,
  cause?: unknown,
): RpcFailedError {
  return new RpcFailedError({ cause, details: `${path}: ${status} ${text.slice(0, 300)}` })
}
