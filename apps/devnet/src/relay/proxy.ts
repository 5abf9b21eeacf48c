import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { readBody } from '../http/server.js'
import { createFaultyPush, type FaultySocket, type Push, parseRelayFaults, type RelayFaults } from './faults.js'

export type RelayStats = {
  readonly sockets: number
  /** Total number of accepted sockets. */
  readonly opened: number
  /** Calls that published messages. */
  readonly published: number
  readonly pushed: number
  readonly acknowledged: number
  /** Sockets rejected because of their token or a pause. */
  readonly refused: number
  readonly isPaused: boolean
}

export type RelayControls = {
  /** Cuts all sockets without a close frame, like a lost network. Clients may reconnect at once. */
  readonly cutSockets: () => void
  /** Replaces the faults; `{}` removes them. */
  readonly setFaults: (faults: RelayFaults) => void
  /** Cuts all sockets and rejects new ones until `resume()`, as if the relay were unreachable. */
  readonly pause: () => void
  readonly resume: () => void
  readonly stats: () => RelayStats
}

export type RelayProxy = RelayControls & {
  /** Drops delayed pushes and cuts all sockets. */
  readonly stop: () => void
}

/** Ids of repeated pushes: above those of relays, which begin with the time in microseconds. */
const firstOwnId = 2 ** 52

/** Passes the sockets of a server on to a relay. The relay behaves as it always does; the faults happen here. */
export function proxyRelay(server: Server, getRelayUrl: () => string | undefined): RelayProxy {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const faults = createFaultyPush()
  const counts = { opened: 0, published: 0, pushed: 0, acknowledged: 0, refused: 0 }
  let isPaused = false

  const serve = (client: WebSocket, relay: WebSocket, clientId: string): void => {
    counts.opened += 1
    const topics = new Set<string>()
    const pushes = new Map<number, Push>()
    const socket: FaultySocket = {
      clientId,
      topics,
      send: (frame) => {
        if (client.readyState === WebSocket.OPEN) client.send(JSON.stringify(frame))
      },
    }
    const push = (frame: Push): void => {
      counts.pushed += 1
      if (faults.send(socket, frame)) pushes.set(frame.id, frame)
      // the relay takes it as refused, and pushes it with the next subscription
      else relay.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', error: { code: -32_000, message: 'Dropped' } }))
    }
    const acknowledge = (id: number, frame: string): void => {
      const pushed = pushes.get(id)
      if (!pushed || faults.take('loseAcks')) return
      pushes.delete(id)
      counts.acknowledged += 1
      if (id < firstOwnId) relay.send(frame)
      if (faults.take('replay')) push({ ...pushed, id: firstOwnId + counts.pushed })
    }
    relay.on('message', (data) => {
      const text = String(data)
      const frame = parseFrame(text)
      if (frame?.['method'] === 'irn_subscription') push(frame as unknown as Push)
      else if (client.readyState === WebSocket.OPEN) client.send(text)
    })
    client.on('message', (data, isBinary) => {
      const text = String(data)
      const frame = isBinary ? undefined : parseFrame(text)
      const { id, method, params } = frame ?? {}
      if (typeof id === 'number' && frame?.['result'] === true) return acknowledge(id, text)
      if (method === 'irn_publish' && faults.take('refuse')) {
        const error = { code: -32_000, message: 'The relay is not available now. Try again in a moment.' }
        return client.send(JSON.stringify({ id, jsonrpc: '2.0', error }))
      }
      if (/publish|Session$/i.test(String(method))) counts.published += 1
      for (const topic of readTopics(params)) {
        if (/ubscribe$/.test(String(method))) topics.add(topic)
        if (/nsubscribe$/.test(String(method))) topics.delete(topic)
      }
      relay.send(data, { binary: isBinary })
    })
    for (const [one, other] of [
      [client, relay],
      [relay, client],
    ] as const) {
      one.on('close', (code) => {
        // 1005 and 1006 are never sent: there was no code, or no close
        if (code === 1005 || code === 1006) other.terminate()
        else other.close(code)
      })
      // `close` follows
      one.on('error', () => undefined)
    }
  }

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const refuse = (status: string): void => {
      if (stream.writableEnded) return
      counts.refused += 1
      stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    }
    stream.on('error', () => undefined) // the client has left
    const relayUrl = getRelayUrl()
    if (isPaused || relayUrl === undefined) return refuse('503 Service Unavailable')
    const { origin } = request.headers
    const relay = new WebSocket(`${relayUrl}${request.url}`, { perMessageDeflate: false, ...(origin && { origin }) })
    relay.on('unexpected-response', (attempt, { statusCode, statusMessage }) => {
      refuse(`${statusCode} ${statusMessage}`)
      attempt.destroy()
    })
    relay.on('error', () => refuse('502 Bad Gateway'))
    relay.once('open', () => {
      if (isPaused) {
        refuse('503 Service Unavailable')
        return relay.terminate()
      }
      const clientId = readClientId(request.url ?? '')
      sockets.handleUpgrade(request, stream, head, (client) => serve(client, relay, clientId))
    })
  })

  const cutSockets = (): void => {
    for (const client of sockets.clients) client.terminate()
  }
  const pause = (): void => {
    isPaused = true
    cutSockets()
  }
  return {
    cutSockets,
    setFaults: faults.set,
    pause,
    resume: () => {
      isPaused = false
    },
    stats: () => ({ sockets: sockets.clients.size, ...counts, isPaused }),
    stop: () => {
      faults.stop()
      pause()
    },
  }
}

function parseFrame(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
}

/** The topics of a call to subscribe or unsubscribe. */
function readTopics(params: unknown): readonly string[] {
  const { topic, topics, subscriptions } = (params ?? {}) as Readonly<Record<string, unknown>>
  const list = [topic, ...(Array.isArray(topics) ? topics : [])]
  if (Array.isArray(subscriptions)) list.push(...subscriptions.map((one) => (one as { topic?: unknown })?.topic))
  return list.filter((one) => typeof one === 'string')
}

/** The client id of a token that the relay has verified. */
function readClientId(url: string): string {
  const [, body = ''] = (new URLSearchParams(url.split('?')[1]).get('auth') ?? '').split('.')
  const { iss } = (parseJson(Buffer.from(body, 'base64url').toString()) ?? {}) as { readonly iss?: unknown }
  return String(iss)
}

/** Serves the controls on the port of the proxy, for other processes that know the token. */
export function serveControls(server: Server, controls: RelayControls, token: string): void {
  const actions: Readonly<Record<string, () => void>> = {
    '/cut': controls.cutSockets,
    '/pause': controls.pause,
    '/resume': controls.resume,
  }
  const expected = Buffer.from(`Bearer ${token}`)
  const answer = async (request: IncomingMessage): Promise<readonly [number, unknown]> => {
    const { method, url = '/', headers } = request
    if (method === 'GET' && url === '/health') return [200, { ready: true }]
    const given = Buffer.from(headers.authorization ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return [401, { error: 'The token of the controls is missing or wrong.' }]
    if (method === 'GET' && url === '/stats') return [200, controls.stats()]
    if (method !== 'POST') return [404, { error: `No such path: ${url}` }]
    if (url === '/faults') {
      const faults = parseRelayFaults(parseJson(await readBody(request)))
      if (!faults) return [400, { error: 'Not faults of a relay' }]
      controls.setFaults(faults)
      return [200, controls.stats()]
    }
    const run = Object.hasOwn(actions, url) ? actions[url] : undefined
    if (!run) return [404, { error: `No such path: ${url}` }]
    run()
    return [200, controls.stats()]
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      // the request was cut off, so there is nothing to respond to
      () => response.destroy(),
    )
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
