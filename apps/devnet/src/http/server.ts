import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'

export type Listening = {
  readonly port: number
  readonly url: string
  /** Closes all connections, including hanging ones. May be called more than once. */
  readonly close: () => Promise<void>
}

/** Pending connections. Node's default of 511 is too small when all clients reconnect at once: the rest waits for seconds. */
const backlog = 4_096

/** Listens on 127.0.0.1, on the preferred port, or on a free one if it is busy or 0. */
export async function listen(server: Server, port: number): Promise<Listening> {
  const free = port !== 0 && (await isPortFree(port)) ? port : 0
  server.listen({ port: free, host: '127.0.0.1', backlog })
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Allows any origin (CORS). Returns true if the request was a preflight, which is then complete. */
export function allowEveryOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', '*')
  if (request.method !== 'OPTIONS') return false
  const allowed = { 'access-control-allow-methods': 'GET, POST', 'access-control-allow-headers': '*' }
  response.writeHead(204, allowed).end()
  return true
}

/** Reads the body of a request as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/**
 * Finds a free port of 127.0.0.1, for programs that can't choose one. It is below the ports that systems give to outgoing
 * connections, so that none of those takes it before the program listens.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_000)
    if (await isPortFree(port)) return port
  }
  throw new Error('No port of 127.0.0.1 between 20000 and 32000 is free.')
}

/** Whether a server may listen on this port of 127.0.0.1 right now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
