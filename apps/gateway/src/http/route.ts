import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { DeepReadonly, Endpoint } from '../api/endpoint.js'
import { GatewayError } from '../errors.js'

export type RouteRequest = {
  /** Path parameters by name, decoded and never empty. */
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The parsed JSON body; undefined with GET and DELETE. */
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  /** The client's address. Never log it. */
  readonly client: string
  /** Aborts on timeout, when the client disconnects, or when the gateway stops. */
  readonly signal: AbortSignal
}

export type RouteResponse = {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  /** Seconds for which caches may keep it. Default: not at all. */
  readonly maxAge?: number | undefined
}

export type Route = {
  /** GET routes respond to HEAD as well. */
  readonly method: Endpoint['method']
  /** With parameters in braces, e.g. `/v1/identity/{address}`. */
  readonly path: string
  readonly handle: (request: RouteRequest) => RouteResponse | Promise<RouteResponse>
  /** Its entry in the OpenAPI document. */
  readonly endpoint?: Endpoint | undefined
  /** Maximum bytes of a body. Default: 64 KiB. */
  readonly bodyLimit?: number | undefined
  /** Milliseconds. Default: 15 s. */
  readonly timeLimit?: number | undefined
  /** For load balancers and operators: requests don't count against a quota. */
  readonly isUncounted?: boolean | undefined
}

type Output<schema> = schema extends z.ZodType<infer output> ? output : undefined

/** A request whose query and body were validated by the endpoint's schemas. */
export type EndpointRequest<endpoint extends Endpoint> = Omit<RouteRequest, 'query' | 'body'> & {
  readonly query: DeepReadonly<Output<endpoint['query']>>
  readonly body: DeepReadonly<Output<endpoint['body']>>
}

type EndpointResult<endpoint extends Endpoint> = endpoint['response'] extends z.ZodType
  ? DeepReadonly<z.input<endpoint['response']>>
  : RouteResponse

export type CreateRouteOptions<endpoint extends Endpoint> = Pick<Route, 'bodyLimit' | 'timeLimit' | 'isUncounted'> & {
  /** Replaces the default validation of the query. */
  readonly parseQuery?: ((query: URLSearchParams) => DeepReadonly<Output<endpoint['query']>>) | undefined
  /** Replaces the default validation of the body. */
  readonly parseBody?: ((body: unknown) => DeepReadonly<Output<endpoint['body']>>) | undefined
}

/** Makes a route of an endpoint: validates the request by its schemas, and sends what `handle` returns as it declares. */
export function createRoute<endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: (request: EndpointRequest<endpoint>) => EndpointResult<endpoint> | Promise<EndpointResult<endpoint>>,
  { parseQuery, parseBody, ...limits }: CreateRouteOptions<endpoint> = {},
): Route {
  const { method, path, query: querySchema, body: bodySchema, response, status, maxAge } = endpoint
  const toQuery = parseQuery ?? ((query) => querySchema && parseInput(querySchema, Object.fromEntries(query)))
  const toBody = parseBody ?? ((body) => bodySchema && parseInput(bodySchema, body))
  return {
    ...limits,
    method,
    path,
    endpoint,
    async handle(request) {
      const input = { ...request, query: toQuery(request.query), body: toBody(request.body) }
      const result = await handle(input as EndpointRequest<endpoint>)
      return typeof response === 'string' ? (result as RouteResponse) : toJsonResponse(result, { status, maxAge })
    },
  }
}

export function toJsonResponse(
  value: unknown,
  { status = 200, maxAge }: { readonly status?: number | undefined; readonly maxAge?: number | undefined } = {},
): RouteResponse {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value), maxAge }
}

export type FoundRoute = { readonly route: Route; readonly path: RouteRequest['path'] }

/** Finds the routes of a path, one per method. Throws 400 for invalid percent-encoding. */
export type FindRoutes = (pathname: string) => readonly FoundRoute[]

export function createFindRoutes(routes: readonly Route[]): FindRoutes {
  const templates = routes.map((route) => ({ route, template: route.path.split('/') }))
  return (pathname) => {
    const parts = pathname.split('/')
    return templates
      .filter(({ template }) => matchesPath(template, parts))
      .map(({ route, template }) => ({ route, path: readParameters(template, parts) }))
  }
}

function matchesPath(template: readonly string[], parts: readonly string[]): boolean {
  return (
    template.length === parts.length &&
    template.every((one, index) => (isParameter(one) ? parts[index] !== '' : one === parts[index]))
  )
}

function readParameters(template: readonly string[], parts: readonly string[]): RouteRequest['path'] {
  const path: Record<string, string> = {}
  for (const [index, one] of template.entries())
    if (isParameter(one)) path[one.slice(1, -1)] = decodePart(parts[index] ?? '')
  return path
}

function isParameter(part: string): boolean {
  return part.startsWith('{')
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw new GatewayError('The path has invalid percent-encoding.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}

/** Validates input. Throws 400 with the first invalid field. */
function parseInput<output>(schema: z.ZodType<output>, value: unknown): output {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const field = issue?.path.join('.') || 'body'
  throw new GatewayError(`${field}: ${issue?.message}`, { status: 400, code: 'BAD_REQUEST' })
}
