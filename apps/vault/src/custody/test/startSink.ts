import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type SinkLine = {
  readonly instance: string
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly entry: Readonly<Record<string, unknown>>
  readonly hash: string
}

export type SinkFault = 'hang' | 'fail' | 'refuse' | 'redirect' | 'take and cut off' | 'never ends'

export type Sink = {
  readonly url: string
  /** Sets how it responds from now on. Default: it accepts everything. */
  readonly behave: (how: SinkFault | 'take') => Promise<void>
  /** All received requests, whether or not it confirmed them. */
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** Returns all accepted lines, in the order of arrival. */
  readonly getLines: () => readonly SinkLine[]
  /** Number of followed redirects. */
  readonly getDetours: () => number
  readonly stop: () => Promise<void>
}

/** A server that collects an audit log, and fails on demand. */
export async function startSink(): Promise<Sink> {
  let how: SinkFault | 'take' = 'take'
  let detours = 0
  const requests: { headers: IncomingHttpHeaders; body: string }[] = []
  const taken: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/elsewhere') {
      detours += 1
      response.end()
      return
    }
    const body = await text(request)
    requests.push({ headers: request.headers, body })
    if (how === 'hang') return
    if (how === 'fail') response.writeHead(500).end('{"error":"full"}')
    else if (how === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end()
    else {
      taken.push(...body.split('\n').filter(Boolean))
      if (how === 'take and cut off') response.destroy()
      else if (how === 'never ends') response.writeHead(200).write('and '.repeat(1_000))
      else response.writeHead(204).end()
    }
  }
  // a client that disconnects early gets no response
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const close = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}/audit?key=sink-key`,
    requests,
    getLines: () => taken.map((line) => JSON.parse(line) as SinkLine),
    getDetours: () => detours,
    behave: async (next) => {
      how = next
      if (next === 'refuse') await close()
      else if (!server.listening) await listen(port)
    },
    stop: close,
  }
}
