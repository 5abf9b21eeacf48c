import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { WebhookEvent } from '../../protocol/operators.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { UnknownKeyError } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { AuditEntry, AuditEvent } from './events.js'

export type WebhookRow = {
  readonly id: string
  readonly project: string
  readonly url: string
  /** JSON of a list of {@link WebhookEvent}. */
  readonly events: string
  readonly state: 'enabled' | 'disabled' | 'failed'
  readonly secret: Buffer
  readonly previous_secret: Buffer | null
  readonly previous_until: string | null
  readonly created_at: string
  /** Since when no delivery succeeded. */
  readonly failing_since: string | null
  readonly mac: Buffer
}

/** A delivery to a webhook. */
export type DeliveryRow = {
  readonly id: string
  readonly webhook_id: string
  readonly event: string
  readonly body: string
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  readonly next_at: string
  readonly result: string | null
  readonly created_at: string
  readonly mac: Buffer
}

/** Webhook events sent to apps, by audit event. */
const webhookEvents: Readonly<Partial<Record<AuditEvent, WebhookEvent>>> = {
  'user.created': 'user.created',
  'login.done': 'user.login',
  'user.frozen': 'user.frozen',
  'wallet.frozen': 'user.frozen',
  'user.unfrozen': 'user.unfrozen',
  'wallet.unfrozen': 'user.unfrozen',
  'device.revoked': 'device.revoked',
  'devices.revoked': 'device.revoked',
  'update.done': 'email.changed',
  'update.undone': 'email.changed',
  'login.linked': 'login.added',
  'passkey.added': 'login.added',
  'login.removed': 'login.removed',
  'recovery.started': 'recovery.started',
  'recovery.cancelled': 'recovery.canceled',
  'recovery.done': 'recovery.finished',
  'export.done': 'wallet.exported',
  'transfer.held': 'transfer.held',
  'transfer.cancelled': 'transfer.canceled',
  'limit.reached': 'limit.reached',
  'signing.stopped': 'signing.stopped',
  'signing.started': 'signing.started',
}

/** Milliseconds for which a delivery is kept: it is retried for three days, and can be sent again after that. */
const deliveryTime = 14 * 86_400_000

/**
 * Queues the webhook deliveries for an audit entry in its transaction: they are sent if and only if it commits. Runs no
 * query for events without webhooks, such as signatures.
 */
export async function queueDeliveries(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { event, entry }: { readonly event: AuditEvent; readonly entry: AuditEntry },
): Promise<void> {
  const type = webhookEvents[event]
  if (type === undefined) return
  const { user, project, device, devices, by, provider, newDevice } = entry
  const webhooks = await (user === undefined
    ? client.query<WebhookRow>("SELECT * FROM webhooks WHERE $1 IN (project, '*')", [project])
    : client.query<WebhookRow>(
        'SELECT webhooks.* FROM webhooks JOIN users ON users.project = webhooks.project WHERE users.id = $1',
        [user],
      ))
  const at = now()
  for (const webhook of webhooks) {
    if (webhook.state === 'disabled' || !isOwn({ keys }, webhook)) continue
    const wanted = JSON.parse(webhook.events) as readonly WebhookEvent[]
    const causer =
      type.startsWith('user.') && type.endsWith('frozen') ? { by: by ?? 'operator' } : by !== undefined && { by }
    const data = {
      project: webhook.project,
      ...(user !== undefined && { user }),
      ...(device !== undefined && { device }),
      ...(devices !== undefined && { devices }),
      ...(provider !== undefined && { provider }),
      ...causer,
    }
    for (const one of newDevice === undefined ? [type] : [type, 'device.added' as const]) {
      if (!wanted.includes(one)) continue
      const body = JSON.stringify({ type: one, timestamp: new Date(at).toISOString(), data })
      const row = { id: randomBytes(16).toString('hex'), webhook_id: webhook.id, event: one, body, created_at: at }
      await client.query(
        `INSERT INTO deliveries (id, webhook_id, event, body, created_at, state, attempts, next_at, valid_until, mac)
         VALUES ($1, $2, $3, $4, $5, 'pending', 0, $5, $6, $7)`,
        [...Object.values(row), at + deliveryTime, toRowMac(keys, 'deliveries', row)],
      )
    }
  }
}

/** Whether a webhook is unchanged. A change from outside must not make logins fail: the list of webhooks reports it. */
function isOwn({ keys }: Pick<Custody, 'keys'>, webhook: WebhookRow): boolean {
  try {
    assertRow(keys, 'webhooks', webhook)
    return true
  } catch (cause) {
    // this process is about to read the key
    if (cause instanceof UnknownKeyError) throw cause
    return false
  }
}
