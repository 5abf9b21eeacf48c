import type { Env, Network } from '@latchkey/core'
import { type NodeReply, RpcFailedError, RpcUrlMissingError, requestNode } from '@latchkey/core/plugin'

export type EsploraLink = {
  readonly env: Env
  /** The URL that the app names for a network. */
  readonly findUrl: (caipNetworkId: string) => string | undefined
}

export type EsploraRequest = {
  readonly network: Network
  /** Below the base URL, e.g. `/tx/…/status`. */
  readonly path: string
  readonly body?: string | undefined
  readonly signal: AbortSignal
}

/** Base URLs of the network's nodes: its own, else the one that the app names for it. Throws `RPC_URL_MISSING`. */
export function toNodeUrls(
  { findUrl }: EsploraLink,
  { caipNetworkId, rpcUrls }: Network,
): readonly [string, ...string[]] {
  const own = rpcUrls.default.http
  const [first, ...rest] = own.length > 0 ? own : [findUrl(caipNetworkId)]
  if (!first) throw new RpcUrlMissingError({ caipNetworkId })
  return [first, ...rest.filter((url) => url !== undefined)]
}

/** Asks an Esplora-style HTTP API, as it answers, whatever the status. */
export async function fetchEsplora(
  link: EsploraLink,
  { network, path, body, signal }: EsploraRequest,
): Promise<NodeReply> {
  const [first, ...rest] = toNodeUrls(link, network).map((base) => `${base.replace(/\/+$/, '')}${path}`)
  return requestNode(link.env, { urls: [first ?? '', ...rest], body, contentType: 'text/plain', signal })
}

/** The same for a reply in JSON. Throws `RPC_FAILED` where there is none. */
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
