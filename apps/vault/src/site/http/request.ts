import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { readBytes } from '../../http/http.js'
import { SiteError } from './SiteError.js'

/** Bytes. */
const maxJsonSize = 262_144

/** The JSON body of a request, which its schema takes. */
export async function readJson<schema extends z.ZodType>(
  request: IncomingMessage,
  { schema }: { schema: schema },
): Promise<z.output<schema>> {
  // only what a page of ours sends itself: a form of another site cannot have this type
  if (!/^application\/json(;|$)/.test(request.headers['content-type'] ?? ''))
    throw new SiteError('The body is JSON, and says so.', { status: 415, code: 'BAD_REQUEST' })
  const { success, data } = schema.safeParse(toJson(await readBody(request, { limit: maxJsonSize })))
  if (!success) throw new SiteError('The body is not what is read here.', { status: 400, code: 'BAD_REQUEST' })
  return data
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SiteError('The body is no JSON.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}

/** The body of a request, at most `limit` bytes of UTF-8. */
export async function readBody(request: IncomingMessage, { limit }: { limit: number }): Promise<string> {
  const bytes = await readBytes(request, { limit })
  if (!bytes) throw new SiteError(`At most ${limit} bytes are read.`, { status: 413, code: 'TOO_LARGE' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SiteError('The body is no UTF-8.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}

/** Whom limits count for: the address of the connection, or what the last proxy before us says that it saw. */
export function readClient({ headers, socket }: IncomingMessage, { trustsProxy }: { trustsProxy: boolean }): string {
  const seen = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
    .slice(0, 64)
  return (trustsProxy && seen) || (socket.remoteAddress ?? '')
}

/**
 * Throws unless a page of this very site asks. Browsers say so by `Sec-Fetch-Site` or `Origin`, and pages cannot change
 * either: no form, image or script of another site acts with a visitor's cookie here.
 */
export function assertOwnPage({ headers }: IncomingMessage, { origin }: { origin: string }): void {
  const from = headers['sec-fetch-site']
  const isOwn =
    (from === undefined || from === 'same-origin') &&
    (headers.origin === undefined ? from !== undefined : headers.origin === origin)
  if (!isOwn) throw new SiteError('Only pages of this site may ask that.', { status: 403, code: 'FOREIGN_PAGE' })
}
