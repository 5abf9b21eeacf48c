import type { IncomingMessage } from 'node:http'

/** Bytes. A message to be signed may have 1 MB, and is JSON in JSON. */
const limit = 4_000_000

/** The JSON of a request's body, or undefined where it is none or too much. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > limit) return undefined
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString())
  } catch {
    return undefined // no JSON
  }
}
