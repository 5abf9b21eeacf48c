import type { IncomingMessage } from 'node:http'
import { GatewayFault } from './GatewayFault.js'

/** What was posted. Throws where it is longer than that many bytes, or no JSON. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const tooLarge = (): GatewayFault =>
    new GatewayFault(`That is more than ${limit} bytes.`, { status: 413, code: 'BODY_TOO_LARGE' })
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > limit) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch (cause) {
    throw new GatewayFault('That is no JSON.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}
