import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { toNetwork } from './addresses.js'
import { logError } from './log.js'

/** Reads the body of a request; undefined if it is larger than `limit` bytes. The rest is not read then. */
export async function readBody(
  request: IncomingMessage,
  { limit }: { readonly limit: number },
): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > limit) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Decodes UTF-8 and parses JSON. Throws for anything else. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

export type Listening = {
  readonly url: string
  readonly port: number
  /** See {@link prepareStop}. */
  readonly stop: () => Promise<void>
}

/** Options for stopping a server. */
export type StopOptions = {
  /** Milliseconds for which it still listens, until load balancers have noticed that it is not ready. Default: 0. */
  readonly stopPause?: number | undefined
  /** Milliseconds for pending responses after that. Default: 5 seconds. */
  readonly stopTimeout?: number | undefined
  /** Called when the server begins to stop. */
  readonly onStop?: (() => void) | undefined
  /** Called when it no longer listens: ends responses that would wait for long. */
  readonly onClose?: (() => void) | undefined
}

/** Options of `createServer`: a whole request has to arrive within ten seconds, and late ones are looked for twice a second. */
export const requestTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 500,
} as const

type ListenOptions = StopOptions & {
  /** 0 for a free one. */
  readonly port: number
  readonly host: string
  /** Connections that may wait to be accepted. Default: 511, as in Node. */
  readonly backlog?: number | undefined
}

/** Milliseconds between checks for connections that became idle while the server stops. */
const idleCheck = 20

/** Listens on a port. Rejects if it is taken. */
export async function listen(
  server: Server,
  { port, host, backlog = 511, ...options }: ListenOptions,
): Promise<Listening> {
  const stop = prepareStop(server, options)
  server.listen({ port, host, backlog })
  await once(server, 'listening')
  const { address, family, port: own } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${own}`,
    port: own,
    stop,
  }
}

/**
 * Returns a function that stops a server without breaking a connection in use. From then on, responses have `Connection: close`, so that
 * clients open the next connection elsewhere. After `stopPause` the server stops listening and closes idle connections, and after
 * `stopTimeout` all others.
 */
export function prepareStop(
  server: Server,
  { stopPause = 0, stopTimeout = 5_000, onStop, onClose }: StopOptions = {},
): () => Promise<void> {
  const pending = new Set<ServerResponse>()
  const unused = new Set<Socket>()
  let stopping: Promise<void> | undefined
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    unused.delete(request.socket)
    pending.add(response)
    response.once('close', () => pending.delete(response))
    if (stopping) response.shouldKeepAlive = false
  })
  const closeIdle = (): void => {
    server.closeIdleConnections()
    // browsers open connections in advance
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }
  const run = async (): Promise<void> => {
    onStop?.()
    for (const response of pending) if (!response.headersSent) response.shouldKeepAlive = false
    if (stopPause > 0) await sleep(stopPause)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    onClose?.()
    closeIdle()
    const check = setInterval(closeIdle, idleCheck)
    const end = setTimeout(() => server.closeAllConnections(), stopTimeout)
    await closed
    clearInterval(check)
    clearTimeout(end)
  }
  return () => {
    stopping ??= run()
    return stopping
  }
}

type StopOnSignalsOptions = Pick<StopOptions, 'stopPause' | 'stopTimeout'> & { readonly stop: () => Promise<void> }

/** Milliseconds for cleaning up after the server has stopped. */
const exitTimeout = 5_000

/**
 * Stops a program on SIGTERM, SIGINT or SIGHUP, and exits: with 0 once it has stopped, with 1 if that fails or takes too long. A second
 * signal exits at once.
 */
export function stopOnSignals({ stop, stopPause = 0, stopTimeout = 0 }: StopOnSignalsOptions): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      setTimeout(() => process.exit(1), stopPause + stopTimeout + exitTimeout).unref()
      stop().then(
        () => process.exit(0),
        (cause: unknown) => {
          logError(cause)
          process.exit(1)
        },
      )
    })
}

type Caller = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

type ProxyOptions = { readonly trustsProxy: boolean }

/** The whole address of a client: the connection's, or behind a trusted proxy the last entry of `X-Forwarded-For`. */
export function getClientAddress({ headers, socket }: Caller, { trustsProxy }: ProxyOptions): string | undefined {
  if (!trustsProxy) return socket.remoteAddress
  const entries = String(headers['x-forwarded-for'] ?? '').split(',')
  const entry = entries.at(-1)?.trim().slice(0, 64) ?? ''
  // some proxies add the port of each connection, for which no limit would ever be reached
  return entry.replace(/^\[(.+)\](?::\d+)?$|^([^:]+):\d+$/, '$1$2') || socket.remoteAddress
}

/** The network of a client, which limits count for: see {@link toNetwork}. */
export function getClientNetwork(caller: Caller, options: ProxyOptions): string | undefined {
  const address = getClientAddress(caller, options)
  return address === undefined ? undefined : toNetwork(address)
}
