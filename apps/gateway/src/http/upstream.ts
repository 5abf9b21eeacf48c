import { GatewayError } from '../errors.js'

/** Milliseconds. */
const timeout = 10_000

type UpstreamOptions = {
  /** Bytes of a reply, however it is packed; 2 MiB unless told. */
  readonly size?: number | undefined
}

/**
 * `fetch` for what the gateway asks others: only what is configured, by scheme, host and port; nothing that sends it elsewhere;
 * 10 s and so many bytes at most. Rejects with a TypeError for all else.
 */
export function createUpstreamFetch(
  urls: readonly string[],
  { size = 2_097_152 }: UpstreamOptions = {},
): typeof globalThis.fetch {
  const origins = new Set(urls.map((url) => new URL(url).origin))
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!origins.has(url.origin)) throw new TypeError(`${url.origin} is not configured.`)
    const late = AbortSignal.timeout(timeout)
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late
    const response = await globalThis.fetch(input, { ...init, redirect: 'error', signal })
    const { status, statusText, headers, body } = response
    return new Response(body && limitSize(body, size), { status, statusText, headers })
  }
}

function limitSize(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > most) controller.error(new TypeError(`The reply is larger than ${most} bytes.`))
        else controller.enqueue(chunk)
      },
    }),
  )
}

type DeadlineOptions = {
  /** Aborted when the gateway ends. */
  readonly ended: AbortSignal
  readonly milliseconds: number
}

/**
 * Does work that is for more than the one who asks: with a signal that aborts when the time is over or the gateway ends, and that
 * leaves nothing behind. (`AbortSignal.any` would leave a trace on a signal that lasts as long as the process.)
 */
export async function withDeadline<value>(
  { ended, milliseconds }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<value> {
  ended.throwIfAborted()
  const controller = new AbortController()
  const end = (): void => controller.abort(ended.reason)
  const late = setTimeout(() => {
    controller.abort(new GatewayError('A node takes too long.', { status: 504, code: 'TIMED_OUT', retryAfter: 5 }))
  }, milliseconds)
  ended.addEventListener('abort', end)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(late)
    ended.removeEventListener('abort', end)
  }
}
