import type { IncomingMessage } from 'node:http'

/** The body of a request, or undefined where it is more than `limit` bytes: the rest is not read then. */
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
