import type { IncomingMessage, ServerResponse } from 'node:http'
import { setRoute } from '@latchkey/server-kit/trace'
import { escapeHtml, type RouteResponse, sendResponse, toHtmlResponse, toJsonResponse } from './response.js'
import { SiteError } from './SiteError.js'

export type RouteRequest = {
  readonly request: IncomingMessage
  readonly params: URLSearchParams
  /** The rest of the path after the route's own. */
  readonly name: string
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

type Route = (routeRequest: RouteRequest) => RouteResponse | Promise<RouteResponse>

/** By method and path; a path with a trailing slash takes a name after it, one that ends with `**` any path. HEAD is answered like GET. */
export type Routes = Readonly<Record<`${'GET' | 'POST'} /${string}`, Route>>

type ServeRoutesOptions = {
  readonly routes: Routes
  /** The name of the stylesheet of error pages. */
  readonly style: string
  readonly isSecure: boolean
  readonly warn: (cause: unknown) => void
}

/** Answers requests by route. All errors have the shape `{ error: { code, message } }`; a browser that opens a page gets one with the message. */
export function serveRoutes({
  routes,
  style,
  isSecure,
  warn,
}: ServeRoutesOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    try {
      sendResponse(request, response, {
        answer: await answerRequest(routes, { request, signal: disconnected.signal }),
        isSecure,
      })
    } catch (cause) {
      if (disconnected.signal.aborted) return
      if (!(cause instanceof SiteError)) warn(cause)
      const { status, code, message, headers } =
        cause instanceof SiteError ? cause : new SiteError('Something went wrong.', { status: 500, code: 'INTERNAL' })
      // the rest of the body is not read: the connection closes with the response
      const close: Record<string, string> = request.complete ? {} : { connection: 'close' }
      const options = { status, headers: { ...headers, ...close } }
      const answer = request.headers.accept?.includes('text/html')
        ? toErrorPage(message, { ...options, style })
        : toJsonResponse({ error: { code, message } }, options)
      sendResponse(request, response, { answer, isSecure })
    }
  }
}

type ErrorPageOptions = Pick<RouteResponse, 'status' | 'headers'> & Pick<ServeRoutesOptions, 'style'>

function toErrorPage(message: string, { status, headers, style }: ErrorPageOptions): RouteResponse {
  return toHtmlResponse({
    status,
    title: message,
    head: `<link rel="stylesheet" href="/files/${style}">`,
    body: `<main><p role="alert">${escapeHtml(message)}</p></main>`,
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ...headers,
    },
  })
}

async function answerRequest(
  routes: Routes,
  { request, signal }: { request: IncomingMessage; signal: AbortSignal },
): Promise<RouteResponse> {
  const { url = '/', method } = request
  // used as it is: two leading slashes name no host here
  const address = `http://site${url}`
  if (!url.startsWith('/') || !URL.canParse(address))
    throw new SiteError('Invalid URL.', { status: 400, code: 'BAD_REQUEST' })
  const { pathname, searchParams: params } = new URL(address)
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1)
  const routeMethod = method === 'HEAD' ? 'GET' : method
  const find = (path: string): Route | undefined => {
    const key = `${routeMethod} ${path}`
    return Object.hasOwn(routes, key) ? routes[key as keyof Routes] : undefined
  }
  const whole = find(pathname)
  if (whole) setRoute(pathname)
  if (whole) return whole({ request, params, name: '', signal })
  const one = folder === '/' ? undefined : find(folder)
  if (one) setRoute(`${folder}{name}`)
  if (one && pathname !== folder) return one({ request, params, name: pathname.slice(folder.length), signal })
  const tree = Object.keys(routes).find((key) => key.endsWith('/**') && pathname.startsWith(toPrefix(key)))
  const any = tree === undefined ? undefined : find(`${toPrefix(tree)}**`)
  if (tree !== undefined && any) return any({ request, params, name: pathname.slice(toPrefix(tree).length), signal })
  const others = (['GET', 'POST'] as const).filter((other) =>
    Object.hasOwn(routes, `${other} ${tree === undefined ? pathname : `${toPrefix(tree)}**`}`),
  )
  if (others.length === 0) throw new SiteError('There is nothing here.', { status: 404, code: 'NOT_FOUND' })
  throw new SiteError(`Only ${others.join(' and ')} is answered here.`, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    headers: { allow: others.join(', ') },
  })
}

/** The path before `**`. */
function toPrefix(key: string): string {
  return key.slice(key.indexOf('/'), -2)
}
