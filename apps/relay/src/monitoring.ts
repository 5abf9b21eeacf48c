import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCounter, createHistogram, toProcessLines } from '@latchkey/server-kit/metrics'
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
  readonly toText: (gauges: Gauges) => string
}

export function createRelayMetrics(): RelayMetrics {
  const rejects = createCounter('relay_rejects_total', 'Refused clients and calls, and sockets closed by the relay.')
  const connections = createCounter('relay_connections_total', 'Accepted sockets.')
  const messages = createCounter('relay_messages_total', 'Published messages.')
  const bytes = createCounter('relay_message_bytes_total', 'Bytes of published messages.')
  const calls = createCounter('relay_calls_total', 'Calls by method and error code; 0 is a success.')
  const durations = createHistogram('relay_call_seconds', 'Time to respond to a call.')
  const deliveries = createHistogram(
    'relay_delivery_seconds',
    'Time from publishing to pushing, for connected clients.',
  )
  const webhooks = createCounter('relay_webhook_attempts_total', 'Attempts to deliver an event to a webhook.')
  return {
    reject: (reason) => rejects.add(`reason="${reason}"`),
    connect: () => connections.add(''),
    publish: (count, size) => {
      messages.add('', count)
      bytes.add('', size)
    },
    call: (method, code, milliseconds) => {
      calls.add(`method="${method}",code="${code}"`)
      durations.observe(`method="${method}"`, milliseconds / 1_000)
    },
    push: (milliseconds) => deliveries.observe('kind="live"', Math.max(0, milliseconds) / 1_000),
    webhook: (outcome) => webhooks.add(`outcome="${outcome}"`),
    toText: ({ connections: open, topics, queueDepth, pushed, acknowledged, isReady }) => {
      const gauge = (name: string, help: string, value: number): readonly string[] => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} gauge`,
        `${name} ${value}`,
      ]
      const total = (name: string, help: string, value: number): readonly string[] => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} counter`,
        `${name} ${value}`,
      ]
      const lines = [
        ...gauge('relay_connections', 'Open sockets.', open),
        ...gauge('relay_topics', 'Topics with subscribers here.', topics),
        ...gauge('relay_queue_depth', 'Messages, reads and acknowledgements that wait for the database.', queueDepth),
        ...gauge('relay_ready', 'Whether clients can be served.', isReady ? 1 : 0),
        ...total('relay_pushes_total', 'Messages pushed to subscribers.', pushed),
        ...total('relay_deliveries_total', 'Pushes that subscribers acknowledged.', acknowledged),
        ...[rejects, connections, messages, bytes, calls, durations, deliveries, webhooks].flatMap((one) =>
          one.toLines(),
        ),
        ...toProcessLines(),
      ]
      return `${lines.join('\n')}\n`
    },
  }
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
