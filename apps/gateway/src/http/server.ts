import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseJson, readBody } from '@latchkey/server-kit/http'
import type { RequestRecord } from '@latchkey/server-kit/metrics'
import { setRoute } from '@latchkey/server-kit/trace'
import { GatewayError, toGatewayError } from '../errors.js'
import type { Quotas } from './quotas.js'
import { createFindRoutes, type FoundRoute, type RouteRequest, type RouteResponse, toJsonResponse } from './route.js'

type ServeRoutesOptions = {
  readonly routes: readonly FoundRoute['route'][]
  readonly quotas: Quotas
  readonly getClient: (request: IncomingMessage) => string | undefined
  /** Aborted when the gateway stops, after pending responses. */
  readonly ended: AbortSignal
  readonly warn: (cause: unknown) => void
  /** @param projectId as the client sent it; empty without one */
  readonly record: (record: RequestRecord, projectId: string) => void
  /** For routes that are not public: rejects unless the caller may use them. Pages of other origins can't read the responses then. */
  readonly authorize?: ((caller: Pick<RouteRequest, 'headers' | 'client'>) => Promise<void>) | undefined
}

/** Bytes of a body, and milliseconds. */
const defaultLimits = { body: 65_536, time: 15_000 } as const

/** Serves routes: public ones to any origin, without credentials. */
export function serveRoutes(
  options: ServeRoutesOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { routes, getClient, warn, record, authorize } = options
  const findRoutes = createFindRoutes(routes)
  return async (request, response) => {
    const start = performance.now()
    let path = 'none'
    let projectId = ''
    let routeResponse: RouteResponse
    try {
      const url = toUrl(request)
      projectId = url.searchParams.get('projectId') ?? ''
      const found = findRoutes(url.pathname)
      path = found[0]?.route.path ?? path
      setRoute(path)
      await authorize?.({ headers: request.headers, client: getClient(request) ?? '' })
      if (!authorize && request.method === 'OPTIONS') {
        sendPreflight(response, found)
        record({ method: 'OPTIONS', path, status: 204, milliseconds: performance.now() - start }, '')
        return
      }
      routeResponse = await handleRequest(options, {
        request,
        response,
        url,
        route: chooseRoute(found, request.method),
      })
    } catch (cause) {
      const error = toGatewayError(cause)
      if (error.status >= 500) warn(cause)
      if (error.status === 405) response.setHeader('allow', toMethods(findRoutes(toUrl(request).pathname), !authorize))
      if (error.retryAfter !== undefined) response.setHeader('retry-after', String(error.retryAfter))
      const { code, message, details, status } = error
      routeResponse = toJsonResponse({ ...details, error: code, message }, { status })
    }
    // don't wait for the rest of a body that is too large
    if (routeResponse.status === 413) response.setHeader('connection', 'close')
    sendResponse(request, response, { ...routeResponse, isPublic: !authorize })
    request.resume()
    const { status } = routeResponse
    record({ method: request.method ?? '', path, status, milliseconds: performance.now() - start }, projectId)
  }
}

type IncomingRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly route: FoundRoute
}

async function handleRequest(
  { quotas, getClient, ended }: ServeRoutesOptions,
  { request, response, url, route: { route, path } }: IncomingRequest,
): Promise<RouteResponse> {
  const client = getClient(request) ?? ''
  if (!route.isUncounted) await quotas.take({ client, projectId: url.searchParams.get('projectId') ?? '' })
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new GatewayError('The request took too long.', { status: 504, code: 'TIMED_OUT', retryAfter: 5 }))
  }, route.timeLimit ?? defaultLimits.time)
  const { signal } = controller
  const abort = (): void =>
    controller.abort(new GatewayError('The request was aborted.', { status: 499, code: 'ABORTED' }))
  response.once('close', abort)
  ended.addEventListener('abort', abort)
  try {
    return await Promise.race([
      (async () => {
        const body = /^P/.test(route.method)
          ? await readJsonBody(request, route.bodyLimit ?? defaultLimits.body)
          : undefined
        return route.handle({ path, query: url.searchParams, body, headers: request.headers, client, signal })
      })(),
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    ])
  } finally {
    clearTimeout(timer)
    response.off('close', abort)
    ended.removeEventListener('abort', abort)
  }
}

function chooseRoute(found: readonly FoundRoute[], method: string | undefined): FoundRoute {
  if (found.length === 0) throw new GatewayError('Unknown path.', { status: 404, code: 'NOT_FOUND' })
  const route = found.find((one) => one.route.method === (method === 'HEAD' ? 'GET' : method))
  if (route) return route
  throw new GatewayError(`Allowed methods: ${toMethods(found)}.`, { status: 405, code: 'METHOD_NOT_ALLOWED' })
}

function sendPreflight(response: ServerResponse, found: readonly FoundRoute[]): void {
  response
    .writeHead(204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': toMethods(found),
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    })
    .end()
}

function toMethods(found: readonly FoundRoute[], withOptions = false): string {
  const methods = found.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
  return [...(methods.length === 0 ? ['GET', 'HEAD'] : methods), ...(withOptions ? ['OPTIONS'] : [])].join(', ')
}

function toUrl({ url = '/' }: IncomingMessage): URL {
  try {
    return new URL(url, 'http://gateway')
  } catch (cause) {
    throw new GatewayError('Invalid URL.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}

/** Reads a JSON body. Throws 413 above the limit, 400 for invalid JSON. */
async function readJsonBody(request: IncomingMessage, limit: number): Promise<unknown> {
  const bytes = await readBody(request, { limit })
  if (!bytes) throw new GatewayError(`The body is larger than ${limit} bytes.`, { status: 413, code: 'BODY_TOO_LARGE' })
  try {
    return parseJson(bytes)
  } catch (cause) {
    throw new GatewayError('The body is not valid JSON.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}

const publicHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, retry-after, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/**
 * Sends a response, or 304 if the client has it already. Any origin may read a public one. The policy keeps served content from running
 * or loading anything, however it is opened.
 */
function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: RouteResponse & { readonly isPublic: boolean },
): void {
  const { status, type, body, maxAge, isPublic } = answer
  const headers: Record<string, string> = {
    ...(isPublic ? publicHeaders : { 'cross-origin-resource-policy': 'same-origin' }),
    'cache-control': maxAge === undefined ? 'no-store' : `public, max-age=${maxAge}`,
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'content-type': type,
    'x-content-type-options': 'nosniff',
    ...(maxAge !== undefined && { etag: toEtag(body) }),
  }
  if (headers['etag'] !== undefined && matchesEtag(request.headers['if-none-match'], headers['etag'])) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  // a text is sent in one piece with the headers
  response.end(request.method === 'HEAD' ? undefined : body)
}

function toEtag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

/** RFC 9110, 13.1.2: a list of tags, or `*`; compared weakly. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
