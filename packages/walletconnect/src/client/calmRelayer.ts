import type { Client } from './client.js'

/** Parts of the client that its types keep to themselves. */
type Inner = {
  readonly connected: boolean
  connect(relayUrl?: string): Promise<void>
  readonly subscriber: { start(): Promise<void> }
}

/**
 * Mends two things of client 2.21.8, by which a relay that cannot be reached is called ever more often: it subscribes over a
 * socket that did not open, which makes it open another one within the first, and so on; and each request that finds no
 * socket opens one of its own. Returns its end, after which what still waits for a socket fails.
 */
export function calmRelayer(relayer: Client['core']['relayer']): () => void {
  const inner = relayer as unknown as Inner
  const { subscriber } = inner
  const connect = inner.connect.bind(inner)
  const start = subscriber.start.bind(subscriber)
  let connecting: Promise<void> | undefined
  let isEnded = false

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
  return () => {
    isEnded = true
  }
}
