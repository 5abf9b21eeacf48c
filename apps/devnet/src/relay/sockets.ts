import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseClientToken } from './clientToken.js'
import { handleFrame } from './frames.js'
import type { Hub } from './hub.js'
import { relayLimits } from './params.js'
import type { RelaySocket } from './subscriptions.js'

type ServeSocketsOptions = {
  readonly server: Server
  readonly hub: Hub
  readonly now: () => number
  readonly audiences: () => readonly string[]
}

type ServedSockets = {
  /** Closes sockets that did not respond to the last ping, and pings the others. */
  readonly ping: () => void
  readonly cut: () => void
  /** Cuts and rejects all sockets, or accepts them again. */
  readonly pause: (isPaused: boolean) => void
  readonly count: () => {
    readonly sockets: number
    readonly opened: number
    readonly refused: number
    readonly isPaused: boolean
  }
}

/** Accepts clients with a valid token, and handles their frames. */
export function serveSockets({ server, hub, now, audiences }: ServeSocketsOptions): ServedSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: relayLimits.frameBytes })
  const silent = new Set<WebSocket>()
  let isPaused = false
  let refused = 0
  let opened = 0

  const welcome = (ws: WebSocket, clientId: string): void => {
    opened += 1
    const socket: RelaySocket = {
      clientId,
      topics: new Set(),
      inFlight: new Map(),
      waiting: new Set(),
      send: (frame) => {
        if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(frame))
      },
    }
    ws.on('message', (data, isBinary) => handleFrame({ hub, socket, now: now() }, isBinary ? null : data.toString()))
    ws.on('pong', () => silent.delete(ws))
    ws.on('close', () => {
      silent.delete(ws)
      hub.leave(socket)
    })
    // an invalid frame or a broken connection: `close` follows
    ws.on('error', () => undefined)
  }
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const refuse = (status: string): void => {
      refused += 1
      stream.on('error', () => undefined)
      stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    }
    if (isPaused) return refuse('503 Service Unavailable')
    // the URL is client input: `//` alone is invalid
    const query = new URLSearchParams(request.url?.split('?')[1])
    const clientId = parseClientToken(query.get('auth') ?? '', { audiences: audiences(), now: now() })
    if (!query.get('projectId') || !clientId) return refuse('401 Unauthorized')
    sockets.handleUpgrade(request, stream, head, (ws) => welcome(ws, clientId))
  })

  const cut = (): void => {
    for (const ws of sockets.clients) ws.terminate()
  }
  return {
    ping: () => {
      for (const ws of sockets.clients) {
        if (silent.has(ws)) ws.terminate()
        silent.add(ws)
        ws.ping()
      }
    },
    cut,
    pause: (next) => {
      isPaused = next
      if (next) cut()
    },
    count: () => ({ sockets: sockets.clients.size, opened, refused, isPaused }),
  }
}
