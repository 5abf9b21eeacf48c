import type { IncomingMessage } from 'node:http'
import { readBytes } from '../../http/readBytes.js'
import { SiteFault } from './SiteFault.js'

/** The body of a request, at most `limit` bytes of UTF-8. */
export async function readBody(request: IncomingMessage, { limit }: { limit: number }): Promise<string> {
  const bytes = await readBytes(request, { limit })
  if (!bytes) throw new SiteFault(`At most ${limit} bytes are read.`, { status: 413, code: 'TOO_LARGE' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SiteFault('The body is no UTF-8.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}
