import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** Where the site finds custody: a unix socket that only this account may open, or a port of a private network, 0 for a free one. */
export type ListenPlace = { readonly socket: string } | { readonly port: number; readonly host?: string | undefined }

export type Listening = { readonly address: string; readonly stop: () => Promise<void> }

/** Listens where only the site gets: on a socket that is this account's own, or a port. Rejects where somebody else is there. */
export async function listen(server: Server, where: ListenPlace): Promise<Listening> {
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  if ('socket' in where) {
    await removeDeadSocket(where.socket)
    // it is made within this call: there is no moment in which others may open it
    const mask = process.umask(0o177)
    server.listen(where.socket)
    process.umask(mask)
    await once(server, 'listening')
    await chmod(where.socket, 0o600)
    return { address: where.socket, stop }
  }
  server.listen(where.port, where.host ?? '127.0.0.1')
  await once(server, 'listening')
  const { address, family, port } = server.address() as AddressInfo
  return { address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`, stop }
}

/** A process that was killed leaves its socket behind, on which nobody answers. */
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
  if (isAlive) throw new Error(`Another custody answers on ${path}.`)
  await rm(path, { force: true })
}
