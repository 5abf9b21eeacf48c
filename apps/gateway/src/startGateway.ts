import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Answer, toJsonAnswer } from './http/answer.js'
import { GatewayFault } from './http/GatewayFault.js'
import { listen } from './http/listen.js'
import { sendAnswer } from './http/sendAnswer.js'
import { createRoutes, type Route } from './routes.js'
import { readWallets } from './wallets/readWallets.js'

export type StartGatewayOptions = {
  /** 0 for a free one; 4174 unless told. */
  readonly port?: number | undefined
  /** The address to listen on; only this machine unless told. */
  readonly host?: string | undefined
  /** A JSON list of wallets; those that come with Latchkey unless told. */
  readonly walletsFile?: string | undefined
  /** Images in `wallets`, `assets`, `tokens` and `currencies` below it; monograms where there is none. */
  readonly imagesFolder?: string | undefined
  /** Tells what broke here, not what a caller did wrong. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type RunningGateway = { readonly url: string; readonly port: number; stop(): Promise<void> }

/** Serves the wallet list and images. It keeps nothing: as many as needed may run side by side. */
export async function startGateway({
  port = 4174,
  host = '127.0.0.1',
  walletsFile,
  imagesFolder,
  warn = console.error,
}: StartGatewayOptions = {}): Promise<RunningGateway> {
  const { wallets, dropped } = await readWallets(walletsFile)
  if (dropped > 0) warn(`${dropped} rows of ${walletsFile} are no wallets, or come twice.`)
  const routes = createRoutes({ wallets, imagesFolder })

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    // what breaks outside of an answer is a client that went away
    void serve(request, response).catch(() => response.destroy())
  })
  return listen(server, { port, host })
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
