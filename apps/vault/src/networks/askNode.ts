import { withDeadline } from '@latchkey/server-kit/deadline'
import { z } from 'zod'

export type NodeRequest = {
  readonly method: string
  readonly params?: unknown
  readonly signal: AbortSignal
  /** Milliseconds for all nodes together. Default: 10,000. */
  readonly timeout?: number | undefined
}

export type NodeAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** Thrown if no node answered; `cause` has the reason of each. */
export class NodeFailedError extends Error {
  override readonly name = 'NodeFailedError'
}

/** A JSON-RPC 2.0 response; errors are left to the caller. */
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

/** Calls the first node that answers. Doesn't follow redirects. Throws {@link NodeFailedError}. */
export async function askNode(
  urls: readonly string[],
  { method, params, signal, timeout = 10_000 }: NodeRequest,
): Promise<NodeAnswer> {
  const deadline = performance.now() + timeout
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) })
  const causes: unknown[] = []
  for (const url of urls) {
    try {
      const milliseconds = Math.max(0, deadline - performance.now())
      return await withDeadline({ signal, milliseconds }, async (limited) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: limited })
        return nodeAnswer.parse(JSON.parse(await readText(response)))
      })
    } catch (cause) {
      causes.push(cause)
      if (signal.aborted || performance.now() >= deadline) break
    }
  }
  throw new NodeFailedError('No node of this network answered.', { cause: new AggregateError(causes) })
}

async function readText({ body }: Response): Promise<string> {
  if (!body) throw new Error('The node sent an empty response.')
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    // leaving the loop closes the connection
    if (size > limit) throw new Error(`The node sent more than ${limit} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
