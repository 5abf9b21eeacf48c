import { withDeadline } from '@latchkey/server-kit/deadline'
import { type Lookup, lookupAll } from '@latchkey/server-kit/hosts'
import { getRemoteImage } from '../api/wallets.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import { fetchRemoteImage } from './remoteImage.js'

export type ImageProxySettings = {
  /** Origins that are allowed anywhere, e.g. `http://localhost:8080`. Others need https and a public address. */
  readonly origins?: readonly string[] | undefined
  /** Resolves `ipfs://` URLs as `{ipfsGateway}/ipfs/{cid}`. Default: such images are rejected. */
  readonly ipfsGateway?: string | undefined
  /** Resolves a host name to addresses. Default: this machine's resolver. */
  readonly lookup?: Lookup | undefined
}

/** Seconds in caches, milliseconds per image, characters of a URL. */
const limits = { maxAge: 86_400, time: 5_000, url: 2_048 } as const

/** Concurrent images: up to `shared` of any client, and beyond that the first few of each, so that no client keeps others waiting. */
const concurrency = { shared: 64, perClient: 8, max: 256 } as const

/**
 * `GET /v1/image?url=…`: proxies images of tokens, NFTs and names, so that their hosts don't learn who views them. Every
 * failure is the same 404, so that callers can't probe the gateway's network. Throws for invalid settings.
 */
export function createImageProxyRoute(settings: ImageProxySettings | false = {}): Route {
  const { origins = [], ipfsGateway, lookup: resolve = lookupAll } = settings || {}
  const trusted = origins.map((origin) => toWebUrl(origin, 'origins').origin)
  const ipfs =
    ipfsGateway === undefined ? undefined : toWebUrl(`${ipfsGateway.replace(/\/$/, '')}/ipfs/`, 'ipfsGateway')
  const isTrusted = (url: URL): boolean =>
    trusted.includes(url.origin) || (ipfs !== undefined && url.href.startsWith(ipfs.href))
  const loading = new Map<string, number>()
  let total = 0
  const count = (client: string, change: 1 | -1): void => {
    total += change
    const own = (loading.get(client) ?? 0) + change
    if (own === 0) loading.delete(client)
    else loading.set(client, own)
  }
  const isFull = (client: string): boolean =>
    total >= concurrency.max || (total >= concurrency.shared && (loading.get(client) ?? 0) >= concurrency.perClient)
  return createRoute(
    getRemoteImage,
    async ({ query, client, signal }) => {
      const url = settings === false ? undefined : toUpstreamUrl(query.url, ipfs)
      if (!url) throw toNotFound()
      if (isFull(client))
        throw new GatewayError('Too many images at once.', { status: 429, code: 'RATE_LIMITED', retryAfter: 1 })
      count(client, 1)
      try {
        const image = await withDeadline({ signal, milliseconds: limits.time }, (limited) =>
          fetchRemoteImage(url, { lookup: resolve, isTrusted, signal: limited }),
        )
        return { status: 200, maxAge: limits.maxAge, ...image }
      } catch (cause) {
        throw toNotFound(cause)
      } finally {
        count(client, -1)
      }
    },
    // every failure is the same 404, also a missing or overlong URL
    { parseQuery: (query) => ({ url: query.get('url') ?? '' }) },
  )
}

/** The URL to load an image from; undefined for an unsupported one. */
function toUpstreamUrl(text: string, ipfs: URL | undefined): URL | undefined {
  if (text.length > limits.url) return undefined
  const [, cid, path = ''] = /^ipfs:\/\/(?:ipfs\/)?([a-z\d]{32,128})(\/[^?#]*)?$/i.exec(text) ?? []
  if (cid !== undefined) {
    const url = ipfs && new URL(`${ipfs.href}${cid}${path}`)
    return url?.href.startsWith(`${ipfs?.href}${cid}`) ? url : undefined
  }
  return URL.canParse(text) ? new URL(text) : undefined
}

function toWebUrl(text: string, option: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text)
  throw new Error(`imageProxy.${option}: ${text} is not an http or https URL.`)
}

function toNotFound(cause?: unknown): GatewayError {
  return new GatewayError('Image not found.', { status: 404, code: 'NOT_FOUND', cause })
}
