import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PoolState } from '@latchkey/server-kit/database'
import {
  createMetrics,
  type Gauge,
  type Labels,
  toGauge,
  toPoolGauges,
  toReadyGauges,
} from '@latchkey/server-kit/metrics'
import { type WebhookOutcome, type WebhookQueue, webhookOutcomes } from './webhooks.js'

/** Writes a line of JSON. Never pass contents of messages, or a client id in full. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, fields?: Readonly<Record<string, unknown>>) => void

/** Enough of a client id to find the lines of a client, and too little to know it. */
export function toShortId(clientId: string): string {
  return `…${clientId.slice(-8)}`
}

/** Describes an error for the log, without values of rows. */
export function describeError(cause: unknown): Readonly<Record<string, unknown>> {
  if (!(cause instanceof Error)) return { message: String(cause).slice(0, 500) }
  const { code } = cause as { readonly code?: unknown }
  return { error: cause.name, message: cause.message.slice(0, 500), ...(typeof code === 'string' && { code }) }
}

/** Why clients or their calls are refused, or their sockets closed. */
const rejectReasons = ['draining', 'project', 'origin', 'token', 'sockets', 'quota', 'slow', 'silent'] as const
export type RejectReason = (typeof rejectReasons)[number]

/** Scopes of limits, by the reason of the rejection. */
const limitScopes = { sockets: ['client', 'address'], quota: ['client', 'address', 'project'] } as const
export type LimitScope = (typeof limitScopes)['quota'][number]

/** Outcome of a call: `refused` if the client can change it or retry later, `failed` by an error of the relay or its database. */
export type CallOutcome = 'done' | 'refused' | 'failed'

const readyChecks = ['database', 'notifications'] as const
/** A problem that keeps a relay from serving clients. */
export type RelayProblem = (typeof readyChecks)[number] | 'draining'

/** State that is read for each scrape. */
export type RelayState = {
  readonly connections: number
  readonly topics: number
  readonly queueDepth: number
  readonly pushed: number
  readonly acknowledged: number
  readonly pool: PoolState
}

type CreateRelayMetricsOptions = {
  readonly read: () => RelayState
  readonly findProblem: () => Promise<RelayProblem | undefined>
  /** Resolves with undefined where webhooks are off. */
  readonly readWebhooks: () => Promise<WebhookQueue | undefined>
}

export type RelayMetrics = {
  readonly reject: (reason: RejectReason, scope?: LimitScope) => void
  readonly connect: () => void
  readonly publish: (messages: number, bytes: number) => void
  readonly call: (call: {
    readonly method: string
    /** The JSON-RPC error code; 0 for a success. */
    readonly code: number
    readonly outcome: CallOutcome
    readonly milliseconds: number
  }) => void
  readonly push: (milliseconds: number) => void
  readonly webhook: (outcome: WebhookOutcome) => void
  readonly toText: () => Promise<string>
}

/** Creates the metrics of a relay. Nothing is read before {@link RelayMetrics.toText} is called. */
export function createRelayMetrics({ read, findProblem, readWebhooks }: CreateRelayMetricsOptions): RelayMetrics {
  const { addCounter, addGauges, addHistogram, toText } = createMetrics()
  const countReject = addCounter({
    name: 'relay_rejects_total',
    help: 'Refused clients and calls, and sockets closed by the relay.',
    series: rejectReasons.flatMap((reason): readonly Labels[] =>
      reason === 'sockets' || reason === 'quota'
        ? limitScopes[reason].map((scope) => ({ reason, scope }))
        : [{ reason }],
    ),
  })
  const countConnection = addCounter({ name: 'relay_connections_total', help: 'Accepted sockets.', series: [{}] })
  const countMessages = addCounter({ name: 'relay_messages_total', help: 'Published messages.', series: [{}] })
  const countBytes = addCounter({
    ...{ name: 'relay_message_bytes_total', help: 'Bytes of published messages.', series: [{}] },
  })
  const countCall = addCounter({
    name: 'relay_calls_total',
    help: 'Calls by method, error code (0 is a success) and outcome: done, refused, or failed by the relay.',
  })
  const observeCall = addHistogram({ name: 'relay_call_seconds', help: 'Time to respond to a call.' })
  const observeDelivery = addHistogram({
    name: 'relay_delivery_seconds',
    help: 'Time from publishing to pushing, for connected clients.',
  })
  const countWebhook = addCounter({
    name: 'relay_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook.',
    series: webhookOutcomes.map((outcome) => ({ outcome })),
  })
  addGauges({ name: 'relay', read: () => toGauges(read()) })
  addGauges({
    name: 'ready',
    read: async () => {
      const problem = await findProblem()
      return toReadyGauges(readyChecks, problem === undefined ? [] : [problem])
    },
  })
  addGauges({
    name: 'webhooks',
    read: async () => {
      const queue = await readWebhooks()
      if (!queue) return []
      return [
        toGauge('relay_webhook_events', 'Events that wait to be sent or repeated.', queue.events),
        toGauge('relay_webhook_overdue_seconds', 'How long the first of them is due.', queue.overdueSeconds),
      ]
    },
  })
  return {
    reject: (reason, scope) => countReject({ reason, ...(scope !== undefined && { scope }) }),
    connect: () => countConnection(),
    publish: (count, size) => {
      countMessages({}, count)
      countBytes({}, size)
    },
    call: ({ method, code, outcome, milliseconds }) => {
      countCall({ method, code: String(code), outcome })
      observeCall({ method }, milliseconds / 1_000)
    },
    push: (milliseconds) => observeDelivery({ kind: 'live' }, Math.max(0, milliseconds) / 1_000),
    webhook: (outcome) => countWebhook({ outcome }),
    toText,
  }
}

function toGauges(state: RelayState): readonly Gauge[] {
  return [
    toGauge('relay_connections', 'Open sockets.', state.connections),
    toGauge('relay_topics', 'Topics with subscribers here.', state.topics),
    toGauge('relay_queue_depth', 'Messages, reads and acknowledgements that wait for the database.', state.queueDepth),
    toGauge('relay_pushes_total', 'Messages pushed to subscribers.', state.pushed),
    toGauge('relay_deliveries_total', 'Pushes that subscribers acknowledged.', state.acknowledged),
    ...toPoolGauges(state.pool),
  ]
}

type ServeHealthOptions = {
  /** Resolves with the problem that keeps the relay from serving clients, if any. */
  readonly findProblem: () => Promise<RelayProblem | undefined>
  /** The key that webhooks are signed with, in hex; undefined where they are off. */
  readonly publicKey: string | undefined
}

/**
 * Serves `GET /health/live`, while the process runs, `GET /health/ready`, while it can serve clients, and `GET /public-key`, the key of
 * webhooks.
 */
export function serveHealth({
  findProblem,
  publicKey,
}: ServeHealthOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const respond = (response: ServerResponse, status: number, body: object): void => {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    response.writeHead(status, headers).end(`${JSON.stringify(body)}\n`)
  }
  return async ({ method, url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path] = url.split('?')
    if (method !== 'GET' && method !== 'HEAD') return respond(response, 405, { error: 'METHOD_NOT_ALLOWED' })
    if (path === '/health/live') return respond(response, 200, { ok: true })
    if (path === '/public-key' && publicKey !== undefined)
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end(publicKey)
    if (path !== '/health/ready') return respond(response, 404, { error: 'NOT_FOUND' })
    const problem = await findProblem()
    respond(response, problem === undefined ? 200 : 503, problem === undefined ? { ok: true } : { ok: false, problem })
  }
}
