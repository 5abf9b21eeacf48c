import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  /** Stops listening, waits up to `stopTimeout` for pending responses, then closes every connection. */
  readonly stop: () => Promise<void>
}

type ListenOptions = {
  /** 0 for a free one. */
  readonly port: number
  readonly host: string
  /** Milliseconds. Default: 5 seconds. */
  readonly stopTimeout?: number | undefined
}

/** Milliseconds between checks for connections that became idle while the server stops. */
const idleCheck = 20

/** Listens on a port. Rejects if it is taken. */
export async function listen(server: Server, { port, host, stopTimeout = 5_000 }: ListenOptions): Promise<Listening> {
  server.listen(port, host)
  await once(server, 'listening')
  const { address, family, port: own } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${own}`,
    port: own,
    stop: async () => {
      const check = setInterval(() => server.closeIdleConnections(), idleCheck)
      const end = setTimeout(() => server.closeAllConnections(), stopTimeout)
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearInterval(check)
      clearTimeout(end)
    },
  }
}

type Caller = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** The address that limits count for: the connection's, or behind a trusted proxy the last entry of `X-Forwarded-For`. */
export function getClientAddress(
  { headers, socket }: Caller,
  { trustsProxy }: { readonly trustsProxy: boolean },
): string | undefined {
  if (!trustsProxy) return socket.remoteAddress
  const entries = String(headers['x-forwarded-for'] ?? '').split(',')
  return entries.at(-1)?.trim().slice(0, 64) || socket.remoteAddress
}
