import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getClientNetwork } from '@latchkey/server-kit/http'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseClientToken } from './clientToken.js'
import type { RelayConfig } from './config.js'
import type { Hub, RelaySocket } from './hub.js'
import type { RelayMessage } from './mailbox.js'
import { handleFrame } from './methods.js'
import { type LimitScope, type Log, type RejectReason, type RelayMetrics, toShortId } from './monitoring.js'
import { protocolLimits } from './params.js'
import type { Webhooks } from './webhooks.js'

/** The client that publishes. */
export type Publisher = { readonly projectId: string; readonly clientId: string; readonly address: string }

type ServeSocketsOptions = {
  readonly server: Server
  readonly hub: Hub
  readonly webhooks: Webhooks | undefined
  readonly config: RelayConfig
  readonly metrics: RelayMetrics
  readonly log: Log
  readonly warn: (cause: unknown) => void
  readonly now: () => number
  /** Counts messages against the quotas of their publisher. Rejects when one is used up. */
  readonly admit: (publisher: Publisher, messages: readonly RelayMessage[]) => Promise<void>
}

export type ServedSockets = {
  /** Closes sockets that did not respond to the last ping, and pings the others. */
  readonly ping: () => void
  readonly count: () => number
  /** Refuses new sockets. */
  readonly refuseAll: () => void
  /**
   * Closes all sockets, each after the responses to its pending calls, spread over some milliseconds, so that their clients don't
   * reconnect all at once.
   */
  readonly drain: (milliseconds: number) => Promise<void>
  /** Ends all sockets at once. */
  readonly terminate: () => void
}

/** Unanswered calls of a socket, after which no more of it are read. */
const maxPendingCalls = 64

/** Bytes that a client has not read yet, after which no more messages are pushed to it. */
const pushBufferBytes = 1_048_576

/** Milliseconds after which the topics of an open socket are reported again. */
const reportInterval = 86_400_000

/** Milliseconds for a client to take the response that refuses it. */
const refusalTimeout = 2_000

/** Milliseconds between the groups of sockets that a drain closes. */
const drainStep = 50

/** The code of a close during a drain: the client should connect again, to another process. */
const serviceRestart = 1012

/** Accepts clients of known projects and origins with a valid token, and handles their frames. */
export function serveSockets(options: ServeSocketsOptions): ServedSockets {
  const { server, hub, webhooks, config, metrics, log, warn, now, admit } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: protocolLimits.frameBytes,
    perMessageDeflate: false,
  })
  const silent = new Set<WebSocket>()
  /** Close a socket once its pending calls have their responses. */
  const closers = new Map<WebSocket, () => void>()
  const socketsBy = { client: new Map<string, number>(), address: new Map<string, number>() }
  let isRefusing = false

  const count = (by: keyof typeof socketsBy, key: string, change: 1 | -1): void => {
    const next = (socketsBy[by].get(key) ?? 0) + change
    if (next === 0) socketsBy[by].delete(key)
    else socketsBy[by].set(key, next)
  }
  const isOver = (limit: number, used: number | undefined): boolean => limit > 0 && (used ?? 0) >= limit

  const welcome = (ws: WebSocket, publisher: Publisher): void => {
    const { clientId, address, projectId } = publisher
    metrics.connect()
    count('client', clientId, 1)
    count('address', address, 1)
    const begin = now()
    let reportedAt = begin
    const describe = { client: toShortId(clientId), project: projectId }
    if (config.logConnections) log('info', 'connected', describe)
    let pending = 0
    let isClosing = false
    const closeIfIdle = (): void => {
      if (isClosing && pending === 0) ws.close(serviceRestart, 'The relay restarts')
    }
    closers.set(ws, () => {
      isClosing = true
      closeIfIdle()
    })
    let turn: Promise<void> = Promise.resolve()
    const close = (reason: RejectReason): void => {
      metrics.reject(reason)
      log('info', 'closed', { ...describe, reason })
      ws.terminate()
    }
    const socket: RelaySocket = {
      clientId,
      topics: new Map(),
      inFlight: new Map(),
      behind: new Set(),
      isWritable: () => ws.bufferedAmount < pushBufferBytes,
      send: (frame) => {
        if (ws.readyState !== ws.OPEN) return
        let isFull = false
        ws.send(JSON.stringify(frame), () => isFull && void hub.resume(socket))
        isFull = !socket.isWritable()
        if (ws.bufferedAmount > config.bufferedBytes) close('slow')
      },
    }
    /** One after the other, so that messages are stored in the order in which they were sent. */
    const admitNext = (messages: readonly RelayMessage[]): Promise<void> => {
      const admitted = turn.then(() => admit(publisher, messages))
      turn = admitted.catch(() => undefined) // reported to the call
      return admitted
    }
    ws.on('message', (data, isBinary) => {
      const context = { hub, webhooks, socket, now: now(), admit: admitNext, warn, record: metrics.call }
      pending += 1
      if (pending === maxPendingCalls) ws.pause()
      void handleFrame(context, isBinary ? null : String(data)).then(() => {
        if (pending === maxPendingCalls) ws.resume()
        pending -= 1
        closeIfIdle()
      })
    })
    ws.on('pong', () => {
      silent.delete(ws)
      if (now() - reportedAt < reportInterval) return
      reportedAt = now()
      hub.report(socket)
    })
    ws.on('close', (code) => {
      silent.delete(ws)
      closers.delete(ws)
      count('client', clientId, -1)
      count('address', address, -1)
      hub.leave(socket)
      if (config.logConnections) log('info', 'disconnected', { ...describe, code, milliseconds: now() - begin })
    })
    // an invalid frame or a broken connection: `close` follows
    ws.on('error', () => undefined)
  }

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const refuse = (status: string, reason: RejectReason, scope?: LimitScope): void => {
      metrics.reject(reason, scope)
      stream.on('error', () => undefined)
      const end = (): void => void stream.destroy()
      // nothing else would close it: the HTTP server has given it away
      const deadline = setTimeout(end, refusalTimeout)
      stream.once('close', () => clearTimeout(deadline))
      stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, end)
    }
    if (isRefusing) return refuse('503 Service Unavailable', 'draining')
    // the URL is client input: `//` alone is invalid
    const query = new URLSearchParams(request.url?.split('?')[1])
    const projectId = query.get('projectId') ?? ''
    if (projectId === '') return refuse('401 Unauthorized', 'project')
    const project = getProject(config, projectId)
    if (!project) return refuse('403 Forbidden', 'project')
    const { origin } = request.headers
    if (origin !== undefined && project.allowedOrigins && !project.allowedOrigins.includes(origin))
      return refuse('403 Forbidden', 'origin')
    const clientId = parseClientToken(query.get('auth') ?? '', { audiences: config.publicUrls, now: now() })
    if (clientId === null) return refuse('401 Unauthorized', 'token')
    const address = getClientNetwork(request, { trustsProxy: config.trustProxy }) ?? ''
    const isFull = {
      client: isOver(config.socketsPerClient, socketsBy.client.get(clientId)),
      address: isOver(config.socketsPerAddress, socketsBy.address.get(address)),
    }
    if (isFull.client || isFull.address)
      return refuse('429 Too Many Requests', 'sockets', isFull.client ? 'client' : 'address')
    sockets.handleUpgrade(request, stream, head, (ws) => welcome(ws, { projectId, clientId, address }))
  })

  return {
    ping: () => {
      for (const ws of sockets.clients) {
        if (silent.has(ws)) {
          metrics.reject('silent')
          ws.terminate()
        }
        silent.add(ws)
        ws.ping()
      }
    },
    count: () => sockets.clients.size,
    refuseAll: () => {
      isRefusing = true
    },
    drain: async (milliseconds) => {
      const all = [...closers.values()]
      const steps = Math.max(1, Math.floor(milliseconds / drainStep))
      const share = Math.ceil(all.length / steps)
      while (all.length > 0) {
        for (const close of all.splice(0, share)) close()
        if (all.length > 0) await sleep(drainStep)
      }
    },
    terminate: () => {
      for (const ws of sockets.clients) ws.terminate()
    },
  }
}

/** The settings of a project; undefined if it is unknown. */
export function getProject({ projects }: RelayConfig, id: string): RelayConfig['projects'][string] | undefined {
  if (id !== '*' && Object.hasOwn(projects, id)) return projects[id]
  return Object.hasOwn(projects, '*') ? projects['*'] : undefined
}
