import { z } from 'zod'
import { SiteFault } from '../http/SiteFault.js'

export type NodeQuestion = { readonly method: string; readonly params: unknown; readonly signal: AbortSignal }

export type NodeAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** What nodes answer, by JSON-RPC 2.0; an error is the caller's to read, as far as it is one. */
const nodeAnswer: z.ZodType<NodeAnswer> = z.union([
  z.object({
    error: z.object({
      code: z.number(),
      message: z.string().transform((text) => text.slice(0, 1_000)),
      data: z.unknown().optional(),
    }),
  }),
  z.object({ result: z.unknown() }),
])

/** Bytes. */
const limit = 2_097_152
/** Milliseconds, for all nodes together. */
const deadline = 10_000

/** Asks the first node that answers. Never goes where a node redirects to. */
export async function askNode(urls: readonly string[], { method, params, signal }: NodeQuestion): Promise<NodeAnswer> {
  const ended = AbortSignal.any([AbortSignal.timeout(deadline), signal])
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) })
  const causes: unknown[] = []
  for (const url of urls) {
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: ended })
      return nodeAnswer.parse(JSON.parse(await readText(response)))
    } catch (cause) {
      causes.push(cause)
      if (ended.aborted) break
    }
  }
  throw new SiteFault('The network does not answer. Please try again.', {
    status: 502,
    code: 'NODE_FAILED',
    cause: new AggregateError(causes),
  })
}

async function readText({ body }: Response): Promise<string> {
  if (!body) throw new Error('The node answers nothing.')
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    // leaving the loop ends the connection
    if (size > limit) throw new Error(`The node answers more than ${limit} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
