import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NodeRequest } from '@latchkey/siwx/server'

export type Listening = { readonly url: string; readonly port: number; readonly stop: () => Promise<void> }

/** Milliseconds that answers under way are waited for, and between two looks for connections that nothing comes over. */
const stopTimes = { end: 5_000, look: 20 } as const

/** Listens on the port, 0 for a free one. Rejects where it is taken. */
export async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<Listening> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    stop: async () => {
      const look = setInterval(() => server.closeIdleConnections(), stopTimes.look)
      const end = setTimeout(() => server.closeAllConnections(), stopTimes.end)
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearInterval(look)
      clearTimeout(end)
    },
  }
}

/** Whom open sign-ins are counted for: the address of the connection, or what the last proxy before us says that it saw. */
export function createGetClient(trustsProxy: boolean): (request: NodeRequest) => string | undefined {
  return ({ headers, socket }) => {
    if (!trustsProxy) return socket.remoteAddress
    return (
      String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
        .slice(0, 64) || socket.remoteAddress
    )
  }
}
