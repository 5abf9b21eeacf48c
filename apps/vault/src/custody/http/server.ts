import { once } from 'node:events'
import { access, chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { dirname } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { parseJson, prepareStop, readBody, requestTimeouts, type StopOptions } from '@latchkey/server-kit/http'
import { assertProtected, isPeer, type MutualTls, type PeerRole, toServerOptions } from '../../tls/mutualTls.js'

/**
 * The address that a program listens on: a Unix socket that by default only this account may open, or a port on a
 * private network, 0 for a free one.
 */
export type ListenPlace =
  | {
      readonly socket: string
      /** Whether its group may open it too. Default: false. */
      readonly isShared?: boolean | undefined
    }
  | {
      readonly port: number
      readonly host?: string | undefined
      /** Required if the port is reachable from other machines. */
      readonly tls?: MutualTls | undefined
    }

type ListenOptions = StopOptions & {
  readonly where: ListenPlace
  /** The role that a client certificate must have. */
  readonly peer: PeerRole
  /** Name of the option for the host, for error messages. */
  readonly option: string
  /** Called when a connection is refused. */
  readonly warn: (cause: unknown) => void
}

/** Connections of sites or operators. Each long poll keeps one. */
const maxConnections = 4_000

type Listening = { readonly address: string; readonly stop: () => Promise<void> }

/**
 * Listens where only one kind of peer can connect: on a Unix socket of this account, on this machine, or over TLS with client certificates.
 * Rejects for any other place, and if it is taken.
 */
export async function listen(
  serve: RequestListener,
  { where, peer, option, warn, ...stopOptions }: ListenOptions,
): Promise<Listening> {
  if ('socket' in where) {
    const server = createServer(requestTimeouts, serve)
    const stop = prepareStop(server, stopOptions)
    server.maxConnections = maxConnections
    // Node reports a missing folder as EACCES
    await access(dirname(where.socket))
    await removeDeadSocket(where.socket)
    // the socket is created within this call, so there is no moment in which others may open it
    const mask = process.umask(where.isShared ? 0o117 : 0o177)
    server.listen(where.socket)
    process.umask(mask)
    await once(server, 'listening')
    await chmod(where.socket, where.isShared ? 0o660 : 0o600)
    return { address: where.socket, stop }
  }
  const { port, host = '127.0.0.1', tls } = where
  assertProtected({ host, tls, option })
  const server = tls
    ? createTlsServer({ ...toServerOptions(tls), ...requestTimeouts }, forPeer(serve, { peer, warn }))
    : createServer(requestTimeouts, serve)
  const stop = prepareStop(server, stopOptions)
  server.maxConnections = maxConnections
  server.on('tlsClientError', ({ message }: Error) =>
    warn(new Error(`A connection was refused: no accepted certificate (${message}).`)),
  )
  server.listen(port, host)
  await once(server, 'listening')
  const { address, family, port: taken } = server.address() as AddressInfo
  const url = `${tls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${taken}`
  return { address: url, stop }
}

/** A certificate of the right authority isn't enough: it has to name the right role. */
function forPeer(serve: RequestListener, { peer, warn }: Pick<ListenOptions, 'peer' | 'warn'>): RequestListener {
  return (request, response) => {
    if (isPeer(request.socket as TLSSocket, peer)) return serve(request, response)
    warn(new Error(`A connection was refused: its certificate is not that of a ${peer}.`))
    request.socket.destroy()
  }
}

/** Removes the socket that a killed process left behind. */
async function removeDeadSocket(path: string): Promise<void> {
  const socket = connect(path)
  const isAlive = await once(socket, 'connect').then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ECONNREFUSED' && cause.code !== 'ENOENT') throw cause
      return false
    },
  )
  socket.destroy()
  if (isAlive) throw new Error(`Another custody process is listening on ${path}.`)
  await rm(path, { force: true })
}

/** Bytes. A message to be signed may have 1 MB, and is JSON inside JSON. */
const maxBodySize = 4_000_000

/** Parses the JSON body of a request; undefined if it is invalid or too large. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, { limit: maxBodySize })
  try {
    return bytes && parseJson(bytes)
  } catch {
    return undefined // not JSON
  }
}
