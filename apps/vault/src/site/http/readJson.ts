import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { readBody } from './readBody.js'
import { SiteFault } from './SiteFault.js'

/** Bytes. */
const limit = 262_144

/** The JSON body of a request, which its schema takes. */
export async function readJson<schema extends z.ZodType>(
  request: IncomingMessage,
  { schema }: { schema: schema },
): Promise<z.output<schema>> {
  // only what a page of ours sends itself: a form of another site cannot have this type
  if (!/^application\/json(;|$)/.test(request.headers['content-type'] ?? ''))
    throw new SiteFault('The body is JSON, and says so.', { status: 415, code: 'BAD_REQUEST' })
  const { success, data } = schema.safeParse(toJson(await readBody(request, { limit })))
  if (!success) throw new SiteFault('The body is not what is read here.', { status: 400, code: 'BAD_REQUEST' })
  return data
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SiteFault('The body is no JSON.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}
