/** Milliseconds. */
const patience = 10_000

export type UpstreamOptions = {
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
    const late = AbortSignal.timeout(patience)
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late
    const response = await globalThis.fetch(input, { ...init, redirect: 'error', signal })
    const { status, statusText, headers, body } = response
    return new Response(body && limit(body, size), { status, statusText, headers })
  }
}

function limit(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
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
