import type { RequestContext, SiwxHandler } from './siwxHandlers.js'

/** The used part of node:http's IncomingMessage. */
export type NodeRequest = AsyncIterable<Uint8Array> & {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly originalUrl?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** The used part of node:http's ServerResponse. */
export type NodeResponse = {
  writeHead(status: number, headers: Record<string, string | string[]>): unknown
  end(body?: Uint8Array): unknown
  destroy(): unknown
}

export type ToNodeListenerOptions = {
  /** The client that open nonces are counted for. Default: the remote address. Behind a proxy, use the address that the proxy reports. */
  readonly getClient?: ((request: NodeRequest) => string | undefined) | undefined
}

/** `kept`: one byte more than any handler accepts. `read`: bytes after which the connection is closed. */
const maxBytes = { kept: 65_537, read: 1_048_576 } as const

/**
 * Creates a handler for `node:http` and frameworks on top of it, such as Express. Mount it before any body parser.
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
      // the only header whose values can't be joined
      const cookies = answer.headers.getSetCookie()
      if (cookies.length > 0) headers['set-cookie'] = cookies
      if (answer.body) headers['content-length'] = String(body.byteLength)
      response.writeHead(answer.status, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    } catch {
      response.destroy() // the client has disconnected, or sent invalid HTTP
    }
  }
}

async function toRequest(request: NodeRequest): Promise<Request> {
  const { method = 'GET', headers } = request
  const fields = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !name.startsWith(':'))
      fields.set(name, typeof value === 'string' ? value : value.join(', '))
  // the host is not used; `originalUrl` contains the full path even under a mount point
  const url = new URL(request.originalUrl ?? request.url ?? '/', 'http://localhost')
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readBody(request)
  return new Request(url, { method, headers: fields, ...(body && { body }) })
}

/** Keeps reading after the limit, because a response sent during an upload would be lost. */
async function readBody(request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Uint8Array(maxBytes.kept)
  let length = 0
  for await (const chunk of request) {
    body.set(chunk.subarray(0, Math.max(0, maxBytes.kept - length)), Math.min(length, maxBytes.kept))
    length += chunk.length
    if (length > maxBytes.read) throw new RangeError('The body is too long.')
  }
  return body.slice(0, length)
}
