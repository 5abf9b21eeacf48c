import { withDeadline } from '@latchkey/server-kit/deadline'
import { createEndpointBook, type EndpointBook } from '@latchkey/server-kit/endpoints'
import { withSpan } from '@latchkey/server-kit/trace'
import { z } from 'zod'

/** Remembers which nodes work, so that requests don't wait for one that doesn't. */
export type NodeHealth = {
  /** Moves nodes that failed to the end, until they are to be tried again. */
  readonly order: (urls: readonly string[]) => readonly string[]
  readonly succeed: (url: string) => void
  readonly fail: (url: string) => void
}

/** @param now milliseconds since the epoch */
export function createNodeHealth({ now }: { readonly now: () => number }): NodeHealth {
  const books = new Map<string, EndpointBook>()
  const getBook = (url: string): EndpointBook => {
    const book = books.get(url) ?? createEndpointBook({ count: 1, now })
    books.set(url, book)
    return book
  }
  return {
    order(urls) {
      const isUsable = (url: string): boolean => books.get(url)?.isDue(0) ?? true
      return [...urls.filter(isUsable), ...urls.filter((url) => !isUsable(url))]
    },
    succeed: (url) => books.get(url)?.succeed(0), // one that never failed needs no entry
    fail: (url) => getBook(url).fail(0, 'FAILED'),
  }
}

export type NodeRequest = {
  readonly method: string
  readonly params?: unknown
  readonly signal: AbortSignal
  /** Milliseconds for all nodes together. Default: 10,000. */
  readonly timeout?: number | undefined
  readonly health?: NodeHealth | undefined
  /** Called after each node. */
  readonly observe?: ((call: NodeCall) => void) | undefined
}

/** `upstream`: the host of a node. */
export type NodeCall = { readonly upstream: string; readonly isOk: boolean }

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

/** Milliseconds for a node while there is another one to ask. */
const nodeTimeout = 3_000

/** JSON-RPC error of a node whose limit is used up. [EIP-1474] */
const limitExceeded = -32_005

/**
 * Calls the first node that answers: with `health`, those that failed lately come last. An error of the chain, such as a revert, is an
 * answer. Doesn't follow redirects. Throws {@link NodeFailedError}.
 */
export async function askNode(
  urls: readonly string[],
  { method, params, signal, timeout = 10_000, health, observe = () => undefined }: NodeRequest,
): Promise<NodeAnswer> {
  const deadline = performance.now() + timeout
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) })
  const causes: unknown[] = []
  const ordered = health?.order(urls) ?? urls
  for (const [index, url] of ordered.entries()) {
    const isLast = index === ordered.length - 1
    const { host: upstream, hostname } = new URL(url)
    // never the path, which often contains a key
    const attributes = { 'http.request.method': 'POST', 'server.address': hostname, 'rpc.method': method }
    try {
      const left = Math.max(0, deadline - performance.now())
      const milliseconds = isLast ? left : Math.min(left, nodeTimeout)
      const answer = await withSpan({ name: 'POST', attributes }, () =>
        withDeadline({ signal, milliseconds }, async (limited) => {
          const headers = { 'content-type': 'application/json' }
          const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: limited })
          return nodeAnswer.parse(JSON.parse(await readText(response)))
        }),
      )
      if (!isLast && 'error' in answer && answer.error.code === limitExceeded)
        throw new Error('The limit of the node is used up.')
      health?.succeed(url)
      observe({ upstream, isOk: true })
      return answer
    } catch (cause) {
      causes.push(cause)
      // a caller that left says nothing about the node
      if (!signal.aborted) {
        health?.fail(url)
        observe({ upstream, isOk: false })
      }
      if (signal.aborted || performance.now() >= deadline) break
    }
  }
  throw new NodeFailedError('No node of this network answered.', { cause: new AggregateError(causes) })
}

/** Reads a node's response, up to a limit. */
export async function readText({ body }: Response): Promise<string> {
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
