import type { IncomingMessage } from 'node:http'
import { readBytes } from '../../http/readBytes.js'

/** Bytes. A message to be signed may have 1 MB, and is JSON in JSON. */
const limit = 4_000_000

/** The JSON of a request's body, or undefined where it is none or too much. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request, { limit })
  try {
    return bytes && JSON.parse(bytes.toString())
  } catch {
    return undefined // no JSON
  }
}
