import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestRecord } from '../metrics/requestRecord.js'
import type { Quotas } from '../quotas/quotas.js'
import { type Answer, toJsonAnswer } from './answer.js'
import { type FoundRoute, findRoute } from './findRoute.js'
import { GatewayFault } from './GatewayFault.js'
import { readJson } from './readJson.js'
import { sendAnswer } from './sendAnswer.js'
import { toFault } from './toFault.js'

export type ServeRoutesOptions = {
  readonly routes: readonly FoundRoute['route'][]
  readonly quotas: Quotas
  readonly getClient: (request: IncomingMessage) => string | undefined
  /** Aborted when the gateway ends, and has waited for answers under way. */
  readonly ended: AbortSignal
  readonly warn: (cause: unknown) => void
  readonly record: (record: RequestRecord) => void
}

/** Of a route that does not tell: bytes of a body, and milliseconds. */
const limits = { body: 65_536, time: 15_000 } as const

/** Answers what anybody may ask, from pages of every origin, and never with credentials. */
export function serveRoutes(
  options: ServeRoutesOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { routes, warn, record } = options
  return async (request, response) => {
    const begun = performance.now()
    let path = 'none'
    let answer: Answer
    try {
      const url = toUrl(request)
      const found = findRoute(routes, url.pathname)
      path = found[0]?.route.path ?? path
      if (request.method === 'OPTIONS') {
        answerPreflight(response, found)
        record({ method: 'OPTIONS', path, status: 204, milliseconds: performance.now() - begun })
        return
      }
      answer = await answerRequest(options, { request, response, url, route: chooseRoute(found, request.method) })
    } catch (cause) {
      const fault = toFault(cause)
      if (fault.status >= 500) warn(cause)
      if (fault.status === 405) response.setHeader('allow', toMethods(findRoute(routes, toUrl(request).pathname), true))
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter))
      const { code, message, details, status } = fault
      answer = toJsonAnswer({ ...details, error: code, message }, { status })
    }
    // the rest of what is too long is not waited for
    if (answer.status === 413) response.setHeader('connection', 'close')
    sendAnswer(request, response, answer)
    request.resume()
    record({ method: request.method ?? '', path, status: answer.status, milliseconds: performance.now() - begun })
  }
}

type Asked = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly route: FoundRoute
}

async function answerRequest(
  { quotas, getClient, ended }: ServeRoutesOptions,
  { request, response, url, route: { route, path } }: Asked,
): Promise<Answer> {
  const client = getClient(request) ?? ''
  if (route.path.startsWith('/v1/') || route.path === '/e')
    await quotas.take({ client, projectId: url.searchParams.get('projectId') ?? '' })
  const controller = new AbortController()
  const late = setTimeout(() => {
    controller.abort(new GatewayFault('That takes too long.', { status: 504, code: 'TIMED_OUT', retryAfter: 5 }))
  }, route.timeLimit ?? limits.time)
  const { signal } = controller
  const leave = (): void => controller.abort(new GatewayFault('That was given up.', { status: 499, code: 'ABORTED' }))
  response.once('close', leave)
  ended.addEventListener('abort', leave)
  try {
    return await Promise.race([
      (async () => {
        const body = route.method === 'POST' ? await readJson(request, route.bodyLimit ?? limits.body) : undefined
        return route.answer({ path, query: url.searchParams, body, headers: request.headers, client, signal })
      })(),
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    ])
  } finally {
    clearTimeout(late)
    response.off('close', leave)
    ended.removeEventListener('abort', leave)
  }
}

function chooseRoute(found: readonly FoundRoute[], method: string | undefined): FoundRoute {
  if (found.length === 0) throw new GatewayFault('There is nothing here.', { status: 404, code: 'NOT_FOUND' })
  const route = found.find((one) => one.route.method === (method === 'HEAD' ? 'GET' : method))
  if (route) return route
  throw new GatewayFault(`Only ${toMethods(found)} are answered.`, { status: 405, code: 'METHOD_NOT_ALLOWED' })
}

function answerPreflight(response: ServerResponse, found: readonly FoundRoute[]): void {
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
  const methods = found.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : ['POST']))
  return [...(methods.length === 0 ? ['GET', 'HEAD'] : methods), ...(withOptions ? ['OPTIONS'] : [])].join(', ')
}

function toUrl({ url = '/' }: IncomingMessage): URL {
  if (URL.canParse(url, 'http://gateway')) return new URL(url, 'http://gateway')
  throw new GatewayFault('That is no address.', { status: 400, code: 'BAD_REQUEST' })
}
