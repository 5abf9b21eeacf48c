import type { IncomingMessage } from 'node:http'
import { SiteFault } from './SiteFault.js'

/** The body of a request, at most `limit` bytes of UTF-8. */
export async function readBody(request: IncomingMessage, { limit }: { limit: number }): Promise<string> {
  const tooLarge = new SiteFault(`At most ${limit} bytes are read.`, { status: 413, code: 'TOO_LARGE' })
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > limit) throw tooLarge
    parts.push(part)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch (cause) {
    throw new SiteFault('The body is no UTF-8.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}
