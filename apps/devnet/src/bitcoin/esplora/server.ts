import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { allowEveryOrigin, type Listening, listen, readBody } from '../../http/server.js'

/** Handles a request. Text is sent as it is, anything else as JSON. Throws `EsploraError`. */
type Handler = (parts: Readonly<Record<string, string>>, body: string) => unknown

/** By method and path, e.g. `GET /tx/:txid`; `:name` matches any segment. */
export type Routes = Readonly<Record<string, Handler>>

export type EsploraRequest = { readonly method: string; readonly path: string }

export type ServeEsploraOptions = {
  readonly routes: Routes
  /** Preferred port; 0 for a free one. */
  readonly port: number
  readonly onRequest: (request: EsploraRequest) => void
}

/** Serves the routes over HTTP to any origin. Errors are as in Esplora: a status and a line of text. */
export function serveEsplora({ routes, port, onRequest }: ServeEsploraOptions): Promise<Listening> {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (allowEveryOrigin(request, response)) return
    const method = request.method ?? 'GET'
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    const body = await readBody(request)
    onRequest({ method, path })
    try {
      const match = matchRoute(routes, method, path)
      if (!match) throw new EsploraError(`endpoint does not exist ${JSON.stringify(path)}`, { status: 404 })
      const answer = await match.handler(match.parts, body)
      if (typeof answer === 'string') response.writeHead(200, { 'content-type': 'text/plain' }).end(answer)
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    } catch (error) {
      const status = error instanceof EsploraError ? error.status : 500
      const words = error instanceof Error ? error.message : String(error)
      response.writeHead(status, { 'content-type': 'text/plain' }).end(words)
    }
  }
  // an error here means that the client disconnected
  return listen(
    createServer((request, response) => void serve(request, response).catch(() => response.destroy())),
    port,
  )
}

type RouteMatch = { readonly handler: Handler; readonly parts: Readonly<Record<string, string>> }

/** Finds the first matching route. */
function matchRoute(routes: Routes, method: string, path: string): RouteMatch | undefined {
  const given = path.split('/')
  for (const [route, handler] of Object.entries(routes)) {
    const [wantedMethod, pattern = ''] = route.split(' ')
    const wanted = pattern.split('/')
    if (wantedMethod !== method || wanted.length !== given.length) continue
    const isFit = wanted.every((part, index) => part.startsWith(':') || part === given[index])
    if (!isFit) continue
    const parts = wanted.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), given[index] ?? '']] : []))
    return { handler, parts: Object.fromEntries(parts) as Record<string, string> }
  }
  return undefined
}

/** An error response of Esplora. */
export class EsploraError extends Error {
  readonly status: number

  constructor(message: string, { status, cause }: { readonly status: number; readonly cause?: unknown }) {
    super(message, { cause })
    this.name = 'EsploraError'
    this.status = status
  }
}
