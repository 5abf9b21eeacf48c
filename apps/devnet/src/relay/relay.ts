import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { migrate, readConfig, startRelay as startRelayApp } from '@latchkey/relay'
import { listen } from '../http/server.js'
import { providePostgres } from '../postgres/providePostgres.js'
import { proxyRelay, type RelayControls, serveControls } from './proxy.js'

export type StartRelayOptions = {
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** A database for its messages, which it keeps. Default: a new one, which is removed with the relay. */
  readonly databaseUrl?: string | undefined
  /** A server for the new database, with a user who may create databases. Default: `DATABASE_URL`, or a new server. */
  readonly databaseServer?: string | undefined
}

export type RunningRelay = RelayControls & {
  /** `ws://127.0.0.1:…`, the URL for clients and the audience of their tokens. */
  readonly url: string
  /** URL of the control API, see the README. */
  readonly controlUrl: string
  /** Sent to the control API as `Authorization: Bearer …`. */
  readonly controlToken: string
  readonly port: number
  /** Addresses that it connects to, as `host:port`: the relay behind the proxy, and the database. */
  readonly contacts: readonly string[]
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Settings that tests and developers never meet: all limits per minute are off. */
const unlimited = Object.fromEntries(
  ['MESSAGES', 'BYTES'].flatMap((what) =>
    ['PROJECT', 'CLIENT', 'ADDRESS'].map((who) => [`RELAY_${what}_PER_${who}`, '0'] as const),
  ),
)

/** Starts the relay of `apps/relay` on a database, with a proxy in front of it that simulates faults. Both are in this process. */
export async function startRelay(options: StartRelayOptions = {}): Promise<RunningRelay> {
  const { port = 0, now, databaseUrl, databaseServer } = options
  const postgres =
    databaseUrl === undefined ? await providePostgres({ databases: ['relay'], server: databaseServer }) : undefined
  const started: (() => Promise<void>)[] = [async () => postgres?.stop()]
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    for (const end of started.toReversed()) await end()
  }
  try {
    const url = databaseUrl ?? postgres?.urls['relay'] ?? ''
    await migrate(url)
    const server = createServer()
    let relayUrl: string | undefined
    const proxy = proxyRelay(server, () => relayUrl)
    const { url: controlUrl, port: taken, close } = await listen(server, port)
    started.push(async () => {
      proxy.stop()
      await close()
    })
    const config = await readConfig({
      ...unlimited,
      RELAY_DATABASE_URL: url,
      RELAY_PUBLIC_URLS: `ws://127.0.0.1:${taken},ws://localhost:${taken}`,
      RELAY_PORT: '0',
      RELAY_METRICS_PORT: '0',
      RELAY_SOCKETS_PER_CLIENT: '0',
      RELAY_SOCKETS_PER_ADDRESS: '0',
    })
    const relay = await startRelayApp({
      config,
      now,
      log: (level, event, fields) => level === 'error' && console.error(event, fields),
    })
    started.push(() => relay.stop({ isAtOnce: true }))
    relayUrl = relay.url.replace('http:', 'ws:')
    const controlToken = randomBytes(16).toString('hex')
    const { cutSockets, setFaults, pause, resume, stats } = proxy
    const controls: RelayControls = { cutSockets, setFaults, pause, resume, stats }
    serveControls(server, controls, controlToken)
    return {
      ...controls,
      url: controlUrl.replace('http:', 'ws:'),
      controlUrl,
      controlToken,
      port: taken,
      contacts: [relay.url, url].map((one) => new URL(one).host),
      stop: () => (stopping ??= stop()),
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}
