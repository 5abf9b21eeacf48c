import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMetrics, type Gauge } from '@latchkey/server-kit/metrics'
import type { WebhookOutcome } from './webhooks.js'

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

/** Why a client or one of its calls was refused, or its socket closed. */
export type RejectReason =
  | 'draining'
  | 'project'
  | 'origin'
  | 'token'
  | 'sockets'
  | 'quota'
  | 'full'
  | 'slow'
  | 'silent'
  | 'invalid'
  | 'unavailable'

/** What is read when the metrics are. */
type Gauges = {
  readonly connections: number
  readonly topics: number
  readonly queueDepth: number
  readonly pushed: number
  readonly acknowledged: number
  readonly isReady: boolean
}

export type RelayMetrics = {
  readonly reject: (reason: RejectReason) => void
  readonly connect: () => void
  readonly publish: (messages: number, bytes: number) => void
  readonly call: (method: string, code: number, milliseconds: number) => void
  readonly push: (milliseconds: number) => void
  readonly webhook: (outcome: WebhookOutcome) => void
  readonly toText: (gauges: Gauges) => Promise<string>
}

export function createRelayMetrics(): RelayMetrics {
  const { addCounter, addGauges, addHistogram, toText } = createMetrics()
  const countReject = addCounter({
    name: 'relay_rejects_total',
    help: 'Refused clients and calls, and sockets closed by the relay.',
  })
  const countConnection = addCounter({ name: 'relay_connections_total', help: 'Accepted sockets.', series: [{}] })
  const countMessages = addCounter({ name: 'relay_messages_total', help: 'Published messages.', series: [{}] })
  const countBytes = addCounter({
    ...{ name: 'relay_message_bytes_total', help: 'Bytes of published messages.', series: [{}] },
  })
  const countCall = addCounter({ name: 'relay_calls_total', help: 'Calls by method and error code; 0 is a success.' })
  const observeCall = addHistogram({ name: 'relay_call_seconds', help: 'Time to respond to a call.' })
  const observeDelivery = addHistogram({
    name: 'relay_delivery_seconds',
    help: 'Time from publishing to pushing, for connected clients.',
  })
  const countWebhook = addCounter({
    name: 'relay_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook.',
  })
  let state: Gauges | undefined
  addGauges({ name: 'relay', read: () => (state ? toGauges(state) : []) })
  return {
    reject: (reason) => countReject({ reason }),
    connect: () => countConnection(),
    publish: (count, size) => {
      countMessages({}, count)
      countBytes({}, size)
    },
    call: (method, code, milliseconds) => {
      countCall({ method, code: String(code) })
      observeCall({ method }, milliseconds / 1_000)
    },
    push: (milliseconds) => observeDelivery({ kind: 'live' }, Math.max(0, milliseconds) / 1_000),
    webhook: (outcome) => countWebhook({ outcome }),
    toText: (gauges) => {
      state = gauges
      return toText()
    },
  }
}

function toGauges(state: Gauges): readonly Gauge[] {
  const toGauge = (name: string, help: string, value: number): Gauge => ({ name, help, samples: [{ value }] })
  return [
    toGauge('relay_connections', 'Open sockets.', state.connections),
    toGauge('relay_topics', 'Topics with subscribers here.', state.topics),
    toGauge('relay_queue_depth', 'Messages, reads and acknowledgements that wait for the database.', state.queueDepth),
    toGauge('relay_ready', 'Whether clients can be served.', state.isReady ? 1 : 0),
    toGauge('relay_pushes_total', 'Messages pushed to subscribers.', state.pushed),
    toGauge('relay_deliveries_total', 'Pushes that subscribers acknowledged.', state.acknowledged),
  ]
}

type ServeHealthOptions = {
  /** Resolves with what keeps the relay from serving clients. */
  readonly findProblem: () => Promise<string | undefined>
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
