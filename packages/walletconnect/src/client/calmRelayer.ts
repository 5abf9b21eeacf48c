import type { Client } from './client.js'

/** Parts of the client that its types keep to themselves. */
type Inner = {
  readonly connected: boolean
  connect(relayUrl?: string): Promise<void>
  readonly subscriber: { start(): Promise<void> }
  readonly publisher: Publisher
}

type Publisher = {
  initialPublishTimeout: number
  readonly queue: ReadonlyMap<string, { readonly request: object; readonly opts?: object | undefined }>
  rpcPublish(request: object, opts?: object): Promise<unknown>
  checkQueue(): void
}

/** Milliseconds that the relay has to say that it took a message, before it is given it again. The client's own: 15 s. */
const publishTimeout = 3_000

/**
 * Mends what client 2.21.8 makes of a bad network. A relay that cannot be reached is called ever more often: it subscribes
 * over a socket that did not open, which makes it open another one within the first, and so on; and each request that finds
 * no socket opens one of its own. What was under way when a socket fell waits for 15 s and more before it goes over the
 * next, and a second failure of it is told to nobody but the page, as an unhandled rejection. Returns its end, after which
 * what still waits for a socket fails.
 */
export function calmRelayer(relayer: Client['core']['relayer']): () => void {
  const inner = relayer as unknown as Inner
  const { subscriber, publisher } = inner
  const connect = inner.connect.bind(inner)
  const start = subscriber.start.bind(subscriber)
  const rpcPublish = publisher.rpcPublish.bind(publisher)
  let connecting: Promise<void> | undefined
  let isEnded = false

  /** An answer that the fallen socket would have brought comes no more: the message goes to those that wait for a new one. */
  const whileConnected = async (sent: Promise<unknown>): Promise<unknown> => {
    let onFall: (() => void) | undefined
    const fallen = new Promise<never>((_, reject) => {
      onFall = () => reject(new Error('The socket fell.'))
      relayer.on('relayer_disconnect', onFall)
    })
    try {
      return await Promise.race([sent, fallen])
    } finally {
      if (onFall) relayer.off('relayer_disconnect', onFall)
    }
  }
  inner.connect = (relayUrl) => {
    if (isEnded) return Promise.reject(new Error('The client was closed.'))
    connecting ??= connect(relayUrl).finally(() => {
      connecting = undefined
    })
    return connecting
  }
  subscriber.start = async () => {
    if (inner.connected) await start()
  }
  publisher.initialPublishTimeout = publishTimeout
  publisher.rpcPublish = (request, opts) => whileConnected(rpcPublish(request, opts))
  publisher.checkQueue = () => {
    if (!inner.connected) return
    for (const { request, opts } of publisher.queue.values()) publisher.rpcPublish(request, opts).catch(() => undefined) // it stays in the queue
  }
  relayer.on('relayer_connect', () => publisher.checkQueue())
  return () => {
    isEnded = true
  }
}
