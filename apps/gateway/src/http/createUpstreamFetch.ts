/** Milliseconds, and bytes of a reply however it is packed. */
const limits = { time: 10_000, size: 2_097_152 } as const

/**
 * `fetch` for what the gateway asks others: only what is configured, by scheme, host and port; nothing that sends it elsewhere;
 * 10 s and 2 MiB at most. Rejects with a TypeError for all else.
 */
export function createUpstreamFetch(urls: readonly string[]): typeof globalThis.fetch {
  const origins = new Set(urls.map((url) => new URL(url).origin))
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!origins.has(url.origin)) throw new TypeError(`${url.origin} is not configured.`)
    const late = AbortSignal.timeout(limits.time)
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late
    const response = await globalThis.fetch(input, { ...init, redirect: 'error', signal })
    const { status, statusText, headers, body } = response
    return new Response(body && limit(body), { status, statusText, headers })
  }
}

function limit(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > limits.size) controller.error(new TypeError(`The reply is larger than ${limits.size} bytes.`))
        else controller.enqueue(chunk)
      },
    }),
  )
}
