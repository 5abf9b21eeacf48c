import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isPortFree } from './isPortFree.js'

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
