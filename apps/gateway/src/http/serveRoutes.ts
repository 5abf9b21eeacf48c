import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '../routes.js'
import { type Answer, toJsonAnswer } from './answer.js'
import { GatewayFault } from './GatewayFault.js'
import { sendAnswer } from './sendAnswer.js'

export type ServeRoutesOptions = {
  readonly routes: Readonly<Record<string, Route>>
  readonly warn: (cause: unknown) => void
}

/** Answers what anybody may read. */
export function serveRoutes({
  routes,
  warn,
}: ServeRoutesOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    request.resume() // a body says nothing here
    if (request.method === 'OPTIONS') {
      answerPreflight(response)
      return
    }
    try {
      sendAnswer(request, response, await answerRequest(routes, request))
    } catch (cause) {
      if (!(cause instanceof GatewayFault)) warn(cause)
      const fault =
        cause instanceof GatewayFault
          ? cause
          : new GatewayFault('Something broke here.', { status: 500, code: 'SERVER_ERROR' })
      if (fault.status === 405) response.setHeader('allow', 'GET, HEAD, OPTIONS')
      sendAnswer(
        request,
        response,
        toJsonAnswer({ error: fault.code, message: fault.message }, { status: fault.status }),
      )
    }
  }
}

function answerPreflight(response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    })
    .end()
}

async function answerRequest(
  routes: Readonly<Record<string, Route>>,
  { method, url = '/' }: IncomingMessage,
): Promise<Answer> {
  if (!URL.canParse(url, 'http://gateway'))
    throw new GatewayFault('That is no address.', { status: 400, code: 'BAD_REQUEST' })
  const { pathname, searchParams: params } = new URL(url, 'http://gateway')
  const { route, name } = findRoute(routes, pathname)
  if (method !== 'GET' && method !== 'HEAD')
    throw new GatewayFault('Only GET and HEAD are answered.', { status: 405, code: 'METHOD_NOT_ALLOWED' })
  return route({ name, params })
}

function findRoute(
  routes: Readonly<Record<string, Route>>,
  pathname: string,
): { readonly route: Route; readonly name: string } {
  const whole = pathname.endsWith('/') ? undefined : getOwn(routes, pathname)
  if (whole) return { route: whole, name: '' }
  const start = pathname.lastIndexOf('/') + 1
  const route = getOwn(routes, pathname.slice(0, start))
  const name = toName(pathname.slice(start))
  if (!route || name === '') throw new GatewayFault('There is nothing here.', { status: 404, code: 'NOT_FOUND' })
  return { route, name }
}

function getOwn(routes: Readonly<Record<string, Route>>, path: string): Route | undefined {
  return Object.hasOwn(routes, path) ? routes[path] : undefined
}

function toName(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw new GatewayFault('The address is not well encoded.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}
