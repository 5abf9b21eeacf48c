import type { IncomingMessage } from 'node:http'

/** Reads the body of a request; undefined if it is larger than `limit` bytes. The rest is not read then. */
export async function readBytes(request: IncomingMessage, { limit }: { limit: number }): Promise<Buffer | undefined> {
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

/** Whether a URL can't be read or altered in transit: https, or http on this machine. */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  const isLoopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}
