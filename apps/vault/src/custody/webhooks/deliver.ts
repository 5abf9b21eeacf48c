import { isDatabaseUnavailable } from '@latchkey/server-kit/database'
import { withDeadline } from '@latchkey/server-kit/deadline'
import { type Lookup, lookupAll, requestUntrusted } from '@latchkey/server-kit/hosts'
import { appendAudit } from '../audit/appendAudit.js'
import type { DeliveryRow, WebhookRow } from '../audit/queueDeliveries.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { signWebhook } from '../crypto/signWebhook.js'
import type { Custody } from '../custody.js'
import { openSecrets } from './webhooks.js'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** Milliseconds. */
const times = {
  /** Between two checks for due deliveries. */
  poll: second,
  /** Until a response. */
  response: 10 * second,
  /** Real time for which a process owns a webhook: longer than one attempt takes. */
  claim: 30 * second,
  /** After which a delivery fails, and a webhook without a success is disabled. */
  kept: 3 * day,
  /** Before each retry; the last one repeats. */
  pauses: [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 3 * hour, 6 * hour],
} as const

/** Webhooks that a process sends to at once. */
const maxConcurrent = 8

type WebhooksOptions = Pick<Custody, 'database' | 'instance' | 'now' | 'warn' | 'auditHead'> & {
  readonly getKeys: () => Custody['keys']
  /** Whether `http:`, any port and private addresses are allowed. */
  readonly allowsPrivate: boolean
  /** For tests. Default: the system's resolver. */
  readonly lookup?: Lookup | undefined
}

/**
 * Sends queued webhook deliveries. Any number of processes may do so: each webhook is claimed by one at a time. A
 * process that dies between the response and its own update sends the delivery again, under the same id.
 */
export function startWebhooks({
  database,
  getKeys,
  instance,
  now,
  warn,
  auditHead,
  allowsPrivate,
  lookup = lookupAll,
}: WebhooksOptions): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let polling: Promise<void> | undefined

  async function claim(): Promise<WebhookRow | undefined> {
    const [row] = await database.query<WebhookRow>(
      `UPDATE webhooks SET claimed_until = now() + $2 * interval '1 millisecond' WHERE id = (
         SELECT id FROM webhooks WHERE state = 'enabled' AND (claimed_until IS NULL OR claimed_until <= now())
           AND EXISTS (SELECT 1 FROM deliveries WHERE webhook_id = webhooks.id AND state = 'pending' AND next_at <= $1)
         ORDER BY claimed_until NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [now(), times.claim],
    )
    return row
  }

  async function work(webhook: WebhookRow): Promise<void> {
    const [row] = await database.query<DeliveryRow>(
      `SELECT * FROM deliveries WHERE webhook_id = $1 AND state = 'pending' AND next_at <= $2
       ORDER BY next_at, place_in_order LIMIT 1`,
      [webhook.id, now()],
    )
    try {
      if (row) await attempt(webhook, row)
    } finally {
      await database.query('UPDATE webhooks SET claimed_until = NULL WHERE id = $1', [webhook.id])
    }
  }

  async function attempt(webhook: WebhookRow, row: DeliveryRow): Promise<void> {
    const status = await send(webhook, row)
    // another process sends it
    if (status === undefined) return
    const isDone = typeof status === 'number' && status >= 200 && status < 300
    const result = String(status)
    if (isDone) {
      await database.query(
        "UPDATE deliveries SET state = 'delivered', attempts = attempts + 1, result = $2 WHERE id = $1",
        [row.id, result],
      )
      await database.query('UPDATE webhooks SET failing_since = NULL WHERE id = $1', [webhook.id])
      return
    }
    const attempts = row.attempts + 1
    const next = now() + (times.pauses[Math.min(attempts, times.pauses.length) - 1] ?? hour)
    const isOver = next > Number(row.created_at) + times.kept && row.attempts >= times.pauses.length
    await database.query('UPDATE deliveries SET state = $2, attempts = $3, next_at = $4, result = $5 WHERE id = $1', [
      row.id,
      isOver ? 'failed' : 'pending',
      attempts,
      next,
      result,
    ])
    const since = Number(webhook.failing_since ?? now())
    await database.query('UPDATE webhooks SET failing_since = $2 WHERE id = $1', [webhook.id, since])
    // 410: the receiver says that it is gone for good
    if (status === 410 || now() - since >= times.kept) await disable(webhook)
  }

  async function disable({ id, project }: WebhookRow): Promise<void> {
    await database.inTransaction(async (client) => {
      const [row] = await client.query<WebhookRow>('SELECT * FROM webhooks WHERE id = $1 FOR UPDATE', [id])
      if (row?.state !== 'enabled') return
      assertRow(getKeys(), 'webhooks', row)
      const next = { ...row, state: 'failed' as const }
      await client.query('UPDATE webhooks SET state = $2, mac = $3 WHERE id = $1', [
        ...[id, next.state],
        toRowMac(getKeys(), 'webhooks', next),
      ])
      const entry = { webhook: id, project }
      await appendAudit({ keys: getKeys(), now, auditHead }, client, { event: 'webhook.disabled', ...entry })
    })
    warn(
      new Error(`Webhook ${id} of ${project} was disabled: no delivery has succeeded for three days, or it is gone.`),
    )
  }

  /** Returns the status, or the reason for a failure; undefined if this process is stopping. */
  async function send(webhook: WebhookRow, row: DeliveryRow): Promise<number | string | undefined> {
    const toReason = (cause: unknown): string => {
      const { code } = cause as { readonly code?: unknown }
      if (typeof code === 'string') return `connection failed (${code})`
      return cause instanceof Error ? cause.message.slice(0, 200) : 'failed'
    }
    let headers: Readonly<Record<string, string>>
    try {
      headers = sign(webhook, row)
    } catch (cause) {
      warn(cause)
      return toReason(cause)
    }
    const url = new URL(webhook.url)
    const deadline = {
      signal: stopping.signal,
      milliseconds: times.response,
      toReason: () => new Error('no response within 10 seconds'),
    }
    try {
      const response = await withDeadline(deadline, (signal) =>
        requestUntrusted(url, { lookup, isTrusted: () => allowsPrivate, signal, headers, body: row.body }),
      )
      const { statusCode = 0 } = response
      // nothing of the response counts but its status
      response.destroy()
      return statusCode
    } catch (cause) {
      return stopping.signal.aborted ? undefined : toReason(cause)
    }
  }

  /** Throws if a row was changed from outside. */
  function sign(webhook: WebhookRow, row: DeliveryRow): Readonly<Record<string, string>> {
    assertRow(getKeys(), 'webhooks', webhook)
    assertRow(getKeys(), 'deliveries', row)
    const secrets = openSecrets({ keys: getKeys(), instance, now }, webhook)
    return signWebhook({ id: row.id, body: row.body, secrets, now: now() })
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted && running.size < maxConcurrent) {
      const webhook = await claim()
      if (!webhook) return
      const one = work(webhook)
        .catch(report)
        .finally(() => {
          running.delete(one)
          void poll()
        })
      running.add(one)
    }
  }

  function report(cause: unknown): void {
    if (!isDatabaseUnavailable(cause)) warn(cause)
  }

  function poll(): Promise<void> {
    polling ??= run()
      .catch(report)
      .finally(() => {
        polling = undefined
      })
    return polling
  }

  const timer = setInterval(() => void poll(), times.poll)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await polling
      await Promise.all(running)
    },
  }
}
