import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '@latchkey/server-kit/database'
import { assertPublicUrl } from '@latchkey/server-kit/hosts'
import type { DeliveryView, WebhookEvent, WebhookView } from '../../protocol/operators.js'
import type { DeliveryRow, WebhookRow } from '../audit/queueDeliveries.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { type Place, seal, unseal } from '../crypto/seal.js'
import { formatWebhookSecret } from '../crypto/signWebhook.js'
import type { Custody } from '../custody.js'

type Context = Pick<Custody, 'keys' | 'instance' | 'now'>

/** Milliseconds for which deliveries are signed with the former secret too. */
const overlap = 86_400_000

const columns = [
  ...(['id', 'project', 'url', 'events', 'state', 'secret', 'previous_secret', 'previous_until'] as const),
  'created_at',
] as const

/** Whether a URL may be a webhook's: https on port 443 to a host name, or anything that is http if private ones are allowed. */
export function isWebhookUrl(text: string, { allowsPrivate }: { readonly allowsPrivate: boolean }): boolean {
  if (!URL.canParse(text) || /[\s#]/.test(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  if (allowsPrivate) return url.protocol === 'https:' || url.protocol === 'http:'
  try {
    assertPublicUrl(url)
    return true
  } catch {
    return false // its host is checked again when it is connected to
  }
}

const toPlaces = ({ instance }: Context, id: string): { readonly current: Place; readonly previous: Place } => ({
  current: ['webhook', instance, id],
  previous: ['webhook before', instance, id],
})

/** The secrets that deliveries are signed with now, as bytes. */
export function openSecrets(context: Context, row: WebhookRow): readonly Buffer[] {
  const { current, previous } = toPlaces(context, row.id)
  const own = unseal(context.keys.email, { sealed: row.secret, place: current })
  if (row.previous_secret === null || Number(row.previous_until) <= context.now()) return [own]
  return [own, unseal(context.keys.email, { sealed: row.previous_secret, place: previous })]
}

type SavedWebhook = {
  readonly project: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly isEnabled: boolean
}

/** Creates a webhook. Returns its secret, which is shown once. */
export async function createWebhook(
  context: Context,
  client: Queryable,
  { project, url, events, isEnabled }: SavedWebhook,
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = randomBytes(16).toString('hex')
  const secret = randomBytes(32)
  await writeWebhook(context, client, {
    id,
    project,
    url,
    events: JSON.stringify(events),
    state: isEnabled ? 'enabled' : 'disabled',
    secret: seal(context.keys.email, { plain: secret, place: toPlaces(context, id).current }),
    previous_secret: null,
    previous_until: null,
    created_at: String(context.now()),
  })
  return { id, secret: formatWebhookSecret(secret) }
}

/** Returns whether something changed. */
export async function changeWebhook(
  context: Context,
  client: Queryable,
  { row, url, events, isEnabled }: Omit<SavedWebhook, 'project'> & { readonly row: WebhookRow },
): Promise<boolean> {
  const state = isEnabled ? 'enabled' : 'disabled'
  const text = JSON.stringify(events)
  if (row.url === url && row.events === text && row.state === state) return false
  await writeWebhook(context, client, { ...row, url, events: text, state })
  // it has three days again
  if (isEnabled) await client.query('UPDATE webhooks SET failing_since = NULL WHERE id = $1', [row.id])
  return true
}

/** Returns the new secret, which is shown once. The one before stays valid for a day. */
export async function rotateWebhook(context: Context, client: Queryable, row: WebhookRow): Promise<string> {
  const { keys, now } = context
  const places = toPlaces(context, row.id)
  const before = unseal(keys.email, { sealed: row.secret, place: places.current })
  const secret = randomBytes(32)
  await writeWebhook(context, client, {
    ...row,
    secret: seal(keys.email, { plain: secret, place: places.current }),
    previous_secret: seal(keys.email, { plain: before, place: places.previous }),
    previous_until: String(now() + overlap),
  })
  return formatWebhookSecret(secret)
}

async function writeWebhook(
  { keys }: Context,
  { query }: Queryable,
  row: Omit<WebhookRow, 'mac' | 'failing_since'>,
): Promise<void> {
  const values = columns.map((name) => row[name])
  await query(
    `INSERT INTO webhooks (${columns.join(', ')}, mac) VALUES (${[...columns, 'mac'].map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${[...columns, 'mac'].map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [...values, toRowMac(keys, 'webhooks', row)],
  )
}

/** Locks a webhook for a change. */
export async function findWebhook(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await query<WebhookRow>('SELECT * FROM webhooks WHERE id = $1 FOR UPDATE', [id])
  if (row) assertRow(keys, 'webhooks', row)
  return row
}

/** Sends a delivery again, under its id. Returns its webhook; undefined if there is no such delivery. */
export async function redeliver(
  { keys, now }: Context,
  client: Queryable,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await client.query<DeliveryRow>('SELECT * FROM deliveries WHERE id = $1 FOR UPDATE', [id])
  if (!row) return undefined
  assertRow(keys, 'deliveries', row)
  await client.query("UPDATE deliveries SET state = 'pending', attempts = 0, next_at = $2 WHERE id = $1", [id, now()])
  return findWebhook({ keys }, client, row.webhook_id)
}

type ListedRow = WebhookRow & { readonly pending: number }

/** Lists webhooks, with their newest deliveries. */
export async function listWebhooks(
  { database, keys, now }: Context & { readonly database: Database },
  { project }: { readonly project?: string | undefined },
): Promise<readonly WebhookView[]> {
  const rows = await database.query<ListedRow>(
    `SELECT *, (SELECT count(*)::int FROM deliveries WHERE webhook_id = webhooks.id AND state = 'pending') AS pending
     FROM webhooks WHERE $1::text IS NULL OR project = $1 ORDER BY project, created_at, id LIMIT 500`,
    [project ?? null],
  )
  const deliveries = await database.query<DeliveryRow>(
    `SELECT recent.* FROM unnest($1::text[]) AS one (id), LATERAL (
       SELECT * FROM deliveries WHERE webhook_id = one.id ORDER BY place_in_order DESC LIMIT 20
     ) AS recent`,
    [rows.map(({ id }) => id)],
  )
  return rows.map((row) => {
    assertRow(keys, 'webhooks', row)
    const until = row.previous_until === null ? 0 : Number(row.previous_until)
    return {
      id: row.id,
      project: row.project,
      url: row.url,
      events: JSON.parse(row.events) as readonly WebhookEvent[],
      state: row.state,
      createdAt: Number(row.created_at),
      ...(until > now() && { previousSecretUntil: until }),
      pending: row.pending,
      deliveries: deliveries.filter((one) => one.webhook_id === row.id).map(toView),
    }
  })
}

function toView({ id, event, state, attempts, created_at, next_at, result }: DeliveryRow): DeliveryView {
  return {
    id,
    event: event as WebhookEvent,
    state,
    attempts,
    createdAt: Number(created_at),
    ...(state === 'pending' && { nextAt: Number(next_at) }),
    ...(result !== null && { result }),
  }
}
