import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NodeRequest } from '@latchkey/siwx/server'

export type Listening = { readonly url: string; readonly port: number; readonly stop: () => Promise<void> }

/** Milliseconds to wait for pending responses, and between checks for idle connections. */
const stopTimes = { max: 5_000, check: 20 } as const

/** Listens on a port; 0 for a free one. Rejects if it is taken. */
export async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<Listening> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    stop: async () => {
      const check = setInterval(() => server.closeIdleConnections(), stopTimes.check)
      const end = setTimeout(() => server.closeAllConnections(), stopTimes.max)
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearInterval(check)
      clearTimeout(end)
    },
  }
}

/** Identifies clients by the address of the connection, or by the last entry of `X-Forwarded-For` behind a trusted proxy. */
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
