import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import { listen } from '../http/server.js'

export type StartBalancerOptions = {
  /** 0 for a free one. A busy one is an error. */
  readonly port: number
  /** Ports of 127.0.0.1. */
  readonly ports: readonly [number, ...number[]]
}

export type RunningBalancer = {
  readonly url: string
  readonly port: number
  /** Requests per port, in the order of `ports`. */
  readonly counts: () => readonly number[]
  /** Sends later requests to other ports, as a balancer does when servers become ready or stop being it. Resets the counts. */
  readonly lead: (ports: readonly [number, ...number[]]) => void
  readonly stop: () => Promise<void>
}

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const hopByHopHeaders = ['connection', 'keep-alive', 'transfer-encoding']

/**
 * Starts a round-robin load balancer for several equal servers, per request rather than per connection. Sets `X-Forwarded-For`. An
 * unreachable server is 502.
 */
export async function startBalancer({ port, ports: first }: StartBalancerOptions): Promise<RunningBalancer> {
  let ports = first
  let counts = ports.map(() => 0)
  let turn = 0
  const server = createServer((request, response) => {
    const place = turn++ % ports.length
    counts[place] = (counts[place] ?? 0) + 1
    forward(request, response, ports[place] ?? ports[0])
  })
  const { close, ...listening } = await listen(server, port)
  if (port !== 0 && listening.port !== port) {
    await close()
    throw new Error(`Another program listens on port ${port}.`)
  }
  return {
    ...listening,
    counts: () => [...counts],
    lead: (next) => {
      ports = next
      counts = next.map(() => 0)
    },
    stop: close,
  }
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url: path, socket } = request
  const headers = { ...request.headers, 'x-forwarded-for': socket.remoteAddress }
  for (const name of hopByHopHeaders) delete headers[name as keyof typeof headers]
  const onward: ClientRequest = sendRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    for (const name of hopByHopHeaders) delete answer.headers[name]
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
  // the client disconnected
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}
