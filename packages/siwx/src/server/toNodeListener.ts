import type { RequestContext, SiwxHandler } from './siwxHandlers.js'

/** What is used of node:http's IncomingMessage. */
export type NodeRequest = AsyncIterable<Uint8Array> & {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly originalUrl?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** What is used of node:http's ServerResponse. */
export type NodeResponse = {
  writeHead(status: number, headers: Record<string, string | string[]>): unknown
  end(body?: Uint8Array): unknown
  destroy(): unknown
}

export type ToNodeListenerOptions = {
  /** Whom open nonces are counted for. The address of the network unless told: behind a proxy, read what the proxy says. */
  readonly getClient?: ((request: NodeRequest) => string | undefined) | undefined
}

/** Bytes that are kept, one more than any handler takes, and bytes after which nobody is listened to any more. */
const maxBytes = { kept: 65_537, read: 1_048_576 } as const

/**
 * A handler for `node:http` and what is built on it, such as Express: before anything that reads bodies.
 *
 * @example
 * app.use('/siwx', toNodeListener(siwx.handle))
 */
export function toNodeListener(
  handler: SiwxHandler,
  { getClient = ({ socket }) => socket.remoteAddress }: ToNodeListenerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    try {
      const context: RequestContext = { client: getClient(request) }
      const answer = await handler(await toRequest(request), context)
      const body = new Uint8Array(await answer.arrayBuffer())
      const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers)
      // of all headers, these alone cannot be joined
      const cookies = answer.headers.getSetCookie()
      if (cookies.length > 0) headers['set-cookie'] = cookies
      if (answer.body) headers['content-length'] = String(body.byteLength)
      response.writeHead(answer.status, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    } catch {
      response.destroy() // the client went away, or it speaks no HTTP
    }
  }
}

async function toRequest(request: NodeRequest): Promise<Request> {
  const { method = 'GET', headers } = request
  const fields = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !name.startsWith(':'))
      fields.set(name, typeof value === 'string' ? value : value.join(', '))
  // the host is not looked at; what is mounted below a path still sees all of it
  const url = new URL(request.originalUrl ?? request.url ?? '/', 'http://localhost')
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readBody(request)
  return new Request(url, { method, headers: fields, ...(body && { body }) })
}

/** Reads on where nothing is kept any more: an answer to what is still being sent would be lost. */
async function readBody(request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Uint8Array(maxBytes.kept)
  let length = 0
  for await (const chunk of request) {
    body.set(chunk.subarray(0, Math.max(0, maxBytes.kept - length)), Math.min(length, maxBytes.kept))
    length += chunk.length
    if (length > maxBytes.read) throw new RangeError('The body does not end.')
  }
  return body.slice(0, length)
}
