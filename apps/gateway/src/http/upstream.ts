import { isLatchkeyError } from '@latchkey/core'
import { withDeadline } from '@latchkey/server-kit/deadline'
import { getTraceHeaders, withSpan } from '@latchkey/server-kit/trace'
import { GatewayError } from '../errors.js'

/** Milliseconds per request. */
const timeout = 10_000

type UpstreamOptions = {
  /** Maximum bytes of a response after decompression. Default: 2 MiB. */
  readonly size?: number | undefined
  /** Origins of the operator's own servers. Only they get the request's id and trace. */
  readonly traced?: readonly string[] | undefined
  /** Called after each request. `upstream` is a host of `urls`. */
  readonly observe?: ((call: UpstreamCall) => void) | undefined
}

export type UpstreamCall = { readonly upstream: string; readonly isOk: boolean; readonly seconds: number }

/**
 * `fetch` for upstream servers: only configured origins, no redirects, 10 s with the body, and a maximum size. Rejects with a TypeError
 * otherwise.
 */
export function createUpstreamFetch(
  urls: readonly string[],
  { size = 2_097_152, traced = [], observe = () => undefined }: UpstreamOptions = {},
): typeof globalThis.fetch {
  const origins = new Set(urls.map((url) => new URL(url).origin))
  const own = new Set(traced.map((url) => new URL(url).origin))
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!origins.has(url.origin)) throw new TypeError(`${url.origin} is not configured.`)
    const ended = init?.signal ?? new AbortController().signal
    const start = performance.now()
    const method = init?.method ?? 'GET'
    let isOk = false
    try {
      // never the path: that of a node often contains a key
      const attributes = { 'http.request.method': method, 'server.address': url.hostname }
      return await withSpan({ name: method, attributes }, async (add) => {
        const sent = new Headers(init?.headers)
        if (own.has(url.origin)) for (const [name, value] of Object.entries(getTraceHeaders())) sent.set(name, value)
        return withDeadline({ signal: ended, milliseconds: timeout }, async (signal) => {
          const response = await globalThis.fetch(input, { ...init, headers: sent, redirect: 'error', signal })
          const { status, statusText, headers, body } = response
          isOk = status < 500 && status !== 429
          add({ 'http.response.status_code': status })
          return new Response(body && (await readAll(body, size)), { status, statusText, headers })
        })
      })
    } finally {
      // the caller's own end says nothing about the upstream
      if (!init?.signal?.aborted) observe({ upstream: url.host, isOk, seconds: (performance.now() - start) / 1_000 })
    }
  }
}

class TooLargeError extends TypeError {}

/** Whether a node's response was larger than it may be: for this limit, or for that of the client of nodes (a RangeError). */
export function isTooLarge(cause: unknown): boolean {
  return isLatchkeyError(cause) && (cause.cause instanceof TooLargeError || cause.cause instanceof RangeError)
}

/** Leaving the loop closes the connection. */
async function readAll(body: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > max) throw new TooLargeError(`The response is larger than ${max} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Runs work with a signal that aborts after a time, or when the gateway stops. */
export function withNodeDeadline<value>(
  { signal, milliseconds }: { readonly signal: AbortSignal; readonly milliseconds: number },
  work: (signal: AbortSignal) => Promise<value>,
): Promise<value> {
  const toReason = (): GatewayError =>
    new GatewayError('A node took too long.', { status: 504, code: 'TIMED_OUT', retryAfter: 5 })
  return withDeadline({ signal, milliseconds, toReason }, work)
}
