import { getTraceHeaders, withSpan } from '@latchkey/server-kit/trace'
import { GatewayError } from '../errors.js'

/** Milliseconds per request. */
const timeout = 10_000

type UpstreamOptions = {
  /** Maximum bytes of a response after decompression. Default: 2 MiB. */
  readonly size?: number | undefined
  /** Origins of the operator's own servers, which get the request's id and trace. Nobody else learns them. */
  readonly traced?: readonly string[] | undefined
  /** Called after each request. `upstream` is a host of `urls`. */
  readonly observe?: ((call: UpstreamCall) => void) | undefined
}

export type UpstreamCall = { readonly upstream: string; readonly isOk: boolean; readonly seconds: number }

/**
 * `fetch` for upstream servers: only configured origins, no redirects, 10 s and a maximum size. Rejects with a TypeError otherwise.
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
    const deadline = AbortSignal.timeout(timeout)
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    const start = performance.now()
    const method = init?.method ?? 'GET'
    let isOk = false
    try {
      // never the path: that of a node often contains a key
      const attributes = { 'http.request.method': method, 'server.address': url.hostname }
      return await withSpan({ name: method, attributes }, async (add) => {
        const sent = new Headers(init?.headers)
        if (own.has(url.origin)) for (const [name, value] of Object.entries(getTraceHeaders())) sent.set(name, value)
        const response = await globalThis.fetch(input, { ...init, headers: sent, redirect: 'error', signal })
        const { status, statusText, headers, body } = response
        isOk = status < 500 && status !== 429
        add({ 'http.response.status_code': status })
        return new Response(body && limitSize(body, size), { status, statusText, headers })
      })
    } finally {
      // the caller's own end says nothing about the upstream
      if (!init?.signal?.aborted) observe({ upstream: url.host, isOk, seconds: (performance.now() - start) / 1_000 })
    }
  }
}

function limitSize(body: ReadableStream<Uint8Array>, max: number): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > max) controller.error(new TypeError(`The response is larger than ${max} bytes.`))
        else controller.enqueue(chunk)
      },
    }),
  )
}

type DeadlineOptions = {
  /** Aborted when the gateway stops. */
  readonly ended: AbortSignal
  readonly milliseconds: number
}

/**
 * Runs work that several requests share, with a signal that aborts on timeout or when the gateway stops. Unlike `AbortSignal.any`, it
 * leaves no listener behind on the long-lived signal.
 */
export async function withDeadline<value>(
  { ended, milliseconds }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<value> {
  ended.throwIfAborted()
  const controller = new AbortController()
  const end = (): void => controller.abort(ended.reason)
  const timer = setTimeout(() => {
    controller.abort(new GatewayError('A node took too long.', { status: 504, code: 'TIMED_OUT', retryAfter: 5 }))
  }, milliseconds)
  ended.addEventListener('abort', end)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    ended.removeEventListener('abort', end)
  }
}
