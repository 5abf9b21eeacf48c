import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertSchema, deleteExpired, isDatabaseUnavailable, listenToChannel } from '@latchkey/server-kit/database'
import { listen } from '@latchkey/server-kit/http'
import { createQuotaCounters } from '@latchkey/server-kit/quotas'
import type { RelayConfig } from './config.js'
import { openRelayDatabase, schema } from './database.js'
import { createHub } from './hub.js'
import { createMailbox, type RelayMessage } from './mailbox.js'
import { createRelayMetrics, describeError, type Log, type RelayProblem, serveHealth } from './monitoring.js'
import { errorCodes, RelayCallError } from './params.js'
import { getProject, type Publisher, serveSockets } from './sockets.js'
import { channel, createWebhooks } from './webhooks.js'

export type StartRelayOptions = {
  readonly config: RelayConfig
  readonly log: Log
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

export type RunningRelay = {
  /** `http://…`, for clients (as `ws://…`) and health. */
  readonly url: string
  readonly port: number
  readonly metricsUrl: string
  /**
   * Reports itself as not ready, and serves clients for `pauseSeconds` more, until load balancers have noticed. Then accepts no new clients,
   * closes sockets over `drainSeconds`, and stores received messages. May be called more than once.
   *
   * @param options.isAtOnce ends all sockets now
   */
  readonly stop: (options?: { readonly isAtOnce?: boolean | undefined }) => Promise<void>
}

/** Milliseconds. Node clients drop a socket after 35 s of silence. */
const intervals = { ping: 25_000, cleaning: 10_000 } as const

/** Milliseconds. `health`: for the database, less than a probe and the metrics wait. */
const timeouts = { request: 10_000, health: 1_500, flush: 5_000, close: 2_000 } as const

/** Milliseconds for which the state of the database is not asked for again. */
const healthAge = 500

/** Tables whose rows are deleted when they expire. */
const expiring = [
  'relay_messages',
  'relay_deliveries',
  'relay_webhook_events',
  'relay_webhooks',
  'relay_watched_topics',
] as const

/** Pending connections. Node's default of 511 is too small when all clients reconnect at once: the rest waits for seconds. */
const backlog = 4_096

/**
 * Starts a relay of the WalletConnect 2 protocol. It stores messages in PostgreSQL until they expire, and pushes each to subscribers,
 * on any process with the same database, until they acknowledge it. It can't read them: peers encrypt end to end.
 *
 * Throws a `SchemaError` if the database was not migrated. If the database is unavailable, the relay starts, and is ready once it is back.
 */
export async function startRelay({ config, log, now = Date.now }: StartRelayOptions): Promise<RunningRelay> {
  const warn = (cause: unknown): void => log('warn', 'failure', describeError(cause))
  const database = openRelayDatabase({
    url: config.databaseUrl,
    maxConnections: config.databaseConnections,
    warn,
  })
  const metrics = createRelayMetrics({
    read: () => ({
      ...hub.count(),
      connections: sockets.count(),
      queueDepth: mailbox.depth(),
      pool: database.getPool(),
    }),
    findProblem: () => findProblem(),
    readWebhooks: async () => webhooks?.readQueue(),
  })
  const { messagesPerTopic, bytesPerTopic, topicsPerClient } = config
  const mailbox = createMailbox({ database, limits: { messagesPerTopic, bytesPerTopic }, now, warn })
  const hub = createHub({
    mailbox,
    now,
    limits: { topicsPerClient },
    isListening: () => listener.isListening(),
    warn,
    onPush: metrics.push,
    onSubscription: (clientId, topic, isSubscribed) => webhooks?.follow(clientId, topic, isSubscribed),
  })
  const quotas = createQuotaCounters({ database, table: 'relay_quotas', now })

  const admit = async (
    { projectId, clientId, address }: Publisher,
    messages: readonly RelayMessage[],
  ): Promise<void> => {
    const bytes = messages.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0)
    const project = getProject(config, projectId)
    const takes = [
      ['client', clientId, config.messagesPerClient, config.bytesPerClient],
      ['address', address, config.messagesPerAddress, config.bytesPerAddress],
      ['project', projectId, project?.messages ?? config.messagesPerProject, project?.bytes ?? config.bytesPerProject],
    ] as const
    for (const [scope, id, perMinute, bytesPerMinute] of takes) {
      const key = `${scope}:${id}`
      const wait =
        (await quotas.take(`messages:${key}`, perMinute, messages.length)) ||
        (await quotas.take(`bytes:${key}`, bytesPerMinute, bytes))
      if (wait === 0) continue
      metrics.reject('quota', scope)
      throw new RelayCallError(errorCodes.limit, `Too many messages. Try again in ${wait} seconds.`)
    }
    metrics.publish(messages.length, bytes)
  }

  // an outage is reported once, not with every attempt to connect
  let lastProblem = ''
  const warnOnce = (cause: unknown): void => {
    const problem = JSON.stringify(describeError(cause))
    if (problem !== lastProblem) warn(cause)
    lastProblem = problem
  }
  let isDraining = false
  let isChecked = false
  const check = async (): Promise<void> => {
    await assertSchema(database, schema)
    isChecked = true
  }
  try {
    await check()
  } catch (cause) {
    if (!isDatabaseUnavailable(cause)) {
      await database.close()
      throw cause
    }
    warn(cause)
  }
  const listener = listenToChannel({
    url: config.listenUrl ?? config.databaseUrl,
    applicationName: 'latchkey-relay-listen',
    channel,
    onNotification: hub.receive,
    onListening: async () => {
      if (!isChecked) await check()
      hub.catchUp()
      lastProblem = ''
    },
    warn: warnOnce,
  })
  const findDatabaseProblem = async (): Promise<RelayProblem | undefined> => {
    const isAvailable = await Promise.race([
      database.query('SELECT 1').then(
        () => true,
        () => false,
      ),
      sleep(timeouts.health, false, { ref: false }),
    ])
    if (!isAvailable) return 'database'
    return listener.isListening() ? undefined : 'notifications'
  }
  // anybody may ask, as often as they like
  let checked: { readonly at: number; readonly problem: Promise<RelayProblem | undefined> } | undefined
  const findProblem = async (): Promise<RelayProblem | undefined> => {
    if (isDraining) return 'draining'
    const at = performance.now()
    if (!checked || at - checked.at > healthAge) checked = { at, problem: findDatabaseProblem() }
    return checked.problem
  }

  const { webhookKey, webhookOrigins, publicUrls } = config
  const webhooks =
    webhookKey === undefined
      ? undefined
      : createWebhooks({
          database,
          key: webhookKey,
          origins: webhookOrigins,
          audiences: publicUrls,
          now,
          warn: warnOnce,
          onAttempt: metrics.webhook,
          topicsOf: hub.topicsOf,
        })
  const health = serveHealth({ findProblem, publicKey: webhooks?.publicKey })
  const server = createServer({ requestTimeout: timeouts.request }, (request, response) => {
    if (isDraining) response.setHeader('connection', 'close')
    health(request, response).catch(() => response.destroy())
  })
  const sockets = serveSockets({ server, hub, webhooks, config, metrics, log, warn, now, admit })
  const metricsServer = createServer({ requestTimeout: timeouts.request }, ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
    void metrics.toText().then((text) => response.writeHead(200, headers).end(text))
  })

  const clean = (): void => {
    const value = now()
    const expiries = expiring.map((table) => ({
      table,
      condition: 'expires_at <= $1',
      value,
    }))
    const counts = { table: 'relay_quotas', condition: 'valid_until <= $1', value }
    deleteExpired(database, [...expiries, counts]).catch(warn)
  }
  const timers = [setInterval(sockets.ping, intervals.ping), setInterval(clean, intervals.cleaning)]
  const close = async (): Promise<void> => {
    for (const timer of timers) clearInterval(timer)
    await webhooks?.stop()
    await listener.stop()
    await database.close()
  }
  try {
    const listening = await listen(server, {
      port: config.port,
      host: config.host,
      backlog,
      stopTimeout: timeouts.close,
    })
    const serving = await listen(metricsServer, { port: config.metricsPort, host: config.metricsHost }).catch(
      async (cause: unknown) => {
        await listening.stop()
        throw cause
      },
    )
    let stopping: Promise<void> | undefined
    const stop = async (isAtOnce: boolean): Promise<void> => {
      isDraining = true
      if (!isAtOnce && config.pauseSeconds > 0) await sleep(config.pauseSeconds * 1_000)
      sockets.refuseAll()
      const closed = listening.stop()
      if (!isAtOnce) {
        await sockets.drain(config.drainSeconds * 1_000)
        // received messages are stored, and their senders get the response
        await Promise.race([mailbox.settled(), sleep(timeouts.flush, undefined, { ref: false })])
        await Promise.race([closed, sleep(timeouts.close, undefined, { ref: false })])
      }
      sockets.terminate()
      await closed
      await mailbox.settled().catch(() => undefined)
      await serving.stop()
      await close()
    }
    return {
      url: listening.url,
      port: listening.port,
      metricsUrl: `${serving.url}/metrics`,
      stop: ({ isAtOnce = false } = {}) => (stopping ??= stop(isAtOnce)),
    }
  } catch (cause) {
    await close()
    throw cause
  }
}
