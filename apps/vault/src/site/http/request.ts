import type { IncomingMessage } from 'node:http'
import { readBody } from '@latchkey/server-kit/http'
import type { z } from 'zod'
import { SiteError } from './SiteError.js'

/** Bytes. */
const maxJsonSize = 262_144

/** Parses the JSON body of a request with a schema. */
export async function readJson<schema extends z.ZodType>(
  request: IncomingMessage,
  { schema }: { schema: schema },
): Promise<z.output<schema>> {
  // only our own pages send this type: a form of another site can't
  if (!/^application\/json(;|$)/.test(request.headers['content-type'] ?? ''))
    throw new SiteError('The body is JSON, and says so.', { status: 415, code: 'BAD_REQUEST' })
  const { success, data } = schema.safeParse(toJson(await readText(request, { limit: maxJsonSize })))
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

/** Reads the body of a request, at most `limit` bytes of UTF-8. */
export async function readText(request: IncomingMessage, { limit }: { limit: number }): Promise<string> {
  const bytes = await readBody(request, { limit })
  if (!bytes) throw new SiteError(`At most ${limit} bytes are read.`, { status: 413, code: 'TOO_LARGE' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SiteError('The body is no UTF-8.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}

/**
 * Throws unless one of this site's own pages sent the request. Browsers report that in `Sec-Fetch-Site` or `Origin`, which pages can't
 * change: no form, image or script of another site acts with a user's cookie here.
 */
export function assertOwnPage({ headers }: IncomingMessage, { origin }: { origin: string }): void {
  const from = headers['sec-fetch-site']
  const isOwn =
    (from === undefined || from === 'same-origin') &&
    (headers.origin === undefined ? from !== undefined : headers.origin === origin)
  if (!isOwn) throw new SiteError('Only pages of this site may ask that.', { status: 403, code: 'FOREIGN_PAGE' })
}
