import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'

export type Listening = {
  readonly port: number
  readonly url: string
  /** Closes every connection, hanging ones too. May be called often. */
  readonly close: () => Promise<void>
}

/** How many may wait to be let in. Node's own 511 is little when all come back at once: who finds no room waits for seconds. */
const backlog = 4_096

/** Listens on 127.0.0.1, on the preferred port or, where it is busy or 0, on a free one. */
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

/** Lets pages of every origin read the answer; true when the request only asked for that and is answered. */
export function allowEveryOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', '*')
  if (request.method !== 'OPTIONS') return false
  const allowed = { 'access-control-allow-methods': 'GET, POST', 'access-control-allow-headers': '*' }
  response.writeHead(204, allowed).end()
  return true
}

/** The whole body of a request, as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** A port of 127.0.0.1 that is free now, for programs that cannot choose one themselves. Another may take it first. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Whether a server may listen on this port of 127.0.0.1 right now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
