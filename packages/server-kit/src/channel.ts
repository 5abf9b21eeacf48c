import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

type ListenToChannelOptions = {
  /** Without a pooler that shares connections between clients: those drop notifications. */
  readonly url: string
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  /** A name that is never input. */
  readonly channel: string
  readonly onNotification: (payload: string) => void
  /** Called before a connection counts as listening; notifications since then are passed. */
  readonly onListening: () => Promise<void>
  readonly warn: (cause: unknown) => void
}

export type ChannelListener = {
  readonly isListening: () => boolean
  readonly stop: () => Promise<void>
}

/** Milliseconds. `check`: how often a connection proves that it still works. */
const listenTimes = { connect: 3_000, check: 5_000, retry: 500 } as const

/**
 * Listens to notifications on a separate connection, which is reopened whenever it breaks. A lasting failure is reported once.
 */
export function listenToChannel(options: ListenToChannelOptions): ChannelListener {
  const { url, applicationName, channel, onNotification, onListening, warn } = options
  const ended = new AbortController()
  let isListening = false
  let isFailing = false

  const serve = async (): Promise<void> => {
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: listenTimes.connect,
      query_timeout: listenTimes.connect,
      keepAlive: true,
    })
    const lost = new AbortController()
    client.on('error', (cause) => lost.abort(cause))
    client.on('end', () => lost.abort(new Error('The connection for notifications has ended.')))
    const over = AbortSignal.any([ended.signal, lost.signal])
    client.on('notification', ({ payload = '' }) => onNotification(payload))
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      await onListening()
      isListening = true
      isFailing = false
      for (;;) {
        await sleep(listenTimes.check, undefined, { signal: over }).catch(() => undefined) // stopped, or lost
        lost.signal.throwIfAborted()
        if (ended.signal.aborted) return
        await client.query('SELECT 1')
      }
    } finally {
      isListening = false
      // it may be broken already
      await client.end().catch(() => undefined)
    }
  }
  const keepServing = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await serve().catch((cause: unknown) => {
        if (!ended.signal.aborted && !isFailing) warn(cause)
        isFailing = true
      })
      await sleep(listenTimes.retry, undefined, { signal: ended.signal }).catch(() => undefined) // stopped
    }
  }
  const serving = keepServing()
  return {
    isListening: () => isListening,
    stop: async () => {
      ended.abort()
      await serving
    },
  }
}
