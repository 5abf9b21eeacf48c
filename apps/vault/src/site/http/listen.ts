import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listening = { readonly url: string; readonly port: number; readonly stop: () => Promise<void> }

/** Listens on the port, 0 for a free one. Rejects where it is taken. */
export async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<Listening> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
