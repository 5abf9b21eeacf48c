import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import { GatewayError } from '../errors.js'

/** What a caller asks. */
export type RouteRequest = {
  /** Parts of the path by the names that the route gives them, decoded; none is empty. */
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** What was posted, parsed as JSON; undefined with GET. */
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  /** The address of the caller. Not to be logged. */
  readonly client: string
  /** The time of the route is over, the caller went away, or the gateway ends. */
  readonly signal: AbortSignal
}

export type Route = {
  /** GET answers HEAD as well. */
  readonly method: 'GET' | 'POST'
  /** With names in braces for parts that a caller chooses: `/v1/identity/{address}`. */
  readonly path: string
  readonly answer: (question: RouteRequest) => RouteResponse | Promise<RouteResponse>
  /** Bytes of a body, 64 KiB unless told. */
  readonly bodyLimit?: number | undefined
  /** Milliseconds, 15 s unless told. */
  readonly timeLimit?: number | undefined
}

/** What a route gives. */
export type RouteResponse = {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  /** Seconds that anybody may keep it; not at all unless told. */
  readonly maxAge?: number | undefined
}

export function toJsonResponse(value: unknown, { status = 200, maxAge }: Partial<RouteResponse> = {}): RouteResponse {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value), maxAge }
}

export type FoundRoute = { readonly route: Route; readonly path: RouteRequest['path'] }

/** The routes of a path, one for each method that it answers; none where there is nothing. Throws where it is not well encoded. */
export function findRoute(routes: readonly Route[], pathname: string): readonly FoundRoute[] {
  const parts = pathname.split('/')
  return routes.flatMap((route) => {
    const path = matchPath(route.path.split('/'), parts)
    return path ? [{ route, path }] : []
  })
}

function matchPath(template: readonly string[], parts: readonly string[]): RouteRequest['path'] | undefined {
  if (template.length !== parts.length) return undefined
  const named = template.map((one, index) => [one, parts[index] ?? ''] as const)
  if (!named.every(([one, part]) => (isParameter(one) ? part !== '' : one === part))) return undefined
  return Object.fromEntries(
    named.filter(([one]) => isParameter(one)).map(([one, part]) => [one.slice(1, -1), decodePart(part)]),
  )
}

function isParameter(part: string): boolean {
  return part.startsWith('{')
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw new GatewayError('The address is not well encoded.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}

/** What a caller sent, as the schema has it. Throws 400 that names the first field that is not good. */
export function parseInput<output>(schema: z.ZodType<output>, value: unknown): output {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const field = issue?.path.join('.') || 'body'
  throw new GatewayError(`${field}: ${issue?.message}`, { status: 400, code: 'BAD_REQUEST' })
}
