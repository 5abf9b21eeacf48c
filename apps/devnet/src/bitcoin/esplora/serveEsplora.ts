import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { allowEveryOrigin } from '../../http/allowEveryOrigin.js'
import { type Listening, listen } from '../../http/listen.js'
import { readBody } from '../../http/readBody.js'
import { EsploraError } from './EsploraError.js'
import { matchRoute } from './matchRoute.js'
import type { Routes } from './route.js'

export type EsploraRequest = { readonly method: string; readonly path: string }

export type ServeEsploraOptions = {
  readonly routes: Routes
  /** Preferred port; 0 for a free one. */
  readonly port: number
  readonly onRequest: (request: EsploraRequest) => void
}

/** The routes over HTTP, for pages of every origin. Faults are told as Esplora does: a status and a line of text. */
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
  // what breaks here is a client that went away
  return listen(
    createServer((request, response) => void serve(request, response).catch(() => response.destroy())),
    port,
  )
}
