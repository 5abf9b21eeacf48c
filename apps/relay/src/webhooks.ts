import type { Database } from '@latchkey/server-kit/database'
import { withDeadline } from '@latchkey/server-kit/deadline'
import { assertPublicUrl, type Lookup, lookupAll, requestUntrusted } from '@latchkey/server-kit/hosts'
import { z } from 'zod'
import { createBatcher, toColumns } from './batches.js'
import { createTokenSigner, type ParseTokenOptions, parseToken } from './clientToken.js'
import { errorCodes, invalidParams, RelayCallError } from './params.js'

/** Notifies services of messages that clients publish or get, so that they can wake a wallet with a push notification. */
export type Webhooks = {
  /** The public key that events are signed with, in hex. */
  readonly publicKey: string
  /** Registers the webhook of a token that the watched client has signed. Returns the relay's `did:key`. */
  readonly register: (token: string) => Promise<{ readonly relayId: string }>
  readonly unregister: (token: string) => Promise<true>
  /** Stores the topics of a client with a webhook, so that it is notified after it has disconnected. */
  readonly follow: (clientId: string, topic: string, isSubscribed: boolean) => void
  readonly readQueue: () => Promise<WebhookQueue>
  readonly stop: () => Promise<void>
}

/** Of all processes together. */
export type WebhookQueue = {
  /** Events that wait to be sent or repeated. */
  readonly events: number
  /** Seconds since the first of them should have been sent; 0 if none is late. */
  readonly overdueSeconds: number
}

/** Outcomes of attempts to deliver an event; `refused`: the relay doesn't send to this address. */
export const webhookOutcomes = ['delivered', 'failed', 'refused'] as const
export type WebhookOutcome = (typeof webhookOutcomes)[number]

export type CreateWebhooksOptions = {
  readonly database: Database
  /** The seed of the key that signs events, in hex. */
  readonly key: string
  /** Origins that are allowed anywhere, e.g. `http://push.internal:8080`. Others need https and a public address. */
  readonly origins: readonly string[]
  /** URLs of this relay, which registrations must name. */
  readonly audiences: ParseTokenOptions['audiences']
  readonly now: () => number
  readonly warn: (cause: unknown) => void
  readonly onAttempt: (outcome: WebhookOutcome) => void
  /** Topics that a client has subscribed at this process. */
  readonly topicsOf: (clientId: string) => readonly string[]
  /** Resolves a host name to addresses. Default: this machine's resolver. */
  readonly lookup?: Lookup | undefined
}

/** Channel on which relays notify each other of messages and webhooks. */
export const channel = 'relay_messages'

/** Of the protocol: webhooks per client, and milliseconds that a registration and an event last at most. */
const protocol = { perClient: 64, registration: 30 * 86_400_000, event: 3 * 86_400_000 } as const

/** Milliseconds. `lease`: another process repeats an event that was claimed by one that is gone. */
const times = { turn: 500, lease: 60_000, request: 10_000, firstRetry: 1_000, lastRetry: 3_600_000 } as const

/** Requests at once in a process: in all, and to webhooks of one client and at one host. A webhook gets one at a time from all processes. */
const maxRequests = { all: 32, perClient: 2, perHost: 8 } as const

/** Webhooks that a message is reported to, the oldest first, and events that wait for a webhook, after which further ones are dropped. */
const maxEvents = { perMessage: 16, waiting: 1_000 } as const

/** Milliseconds after which a message without an acknowledgement counts as `queued`: connected clients acknowledge at once. */
const queuedAfter = 2_000

/** Milliseconds for which subscriptions are remembered, as in the protocol. */
const subscriptionAge = 7 * 86_400_000

const eventColumns =
  'relay_webhook_events (webhook, status, message_id, topic, message, tag, attestation, published_at, next_at, expires_at)'

const matches = `w.expires_at > now.at AND (w.tags = '{}' OR m.tag = ANY(w.tags)) AND ${maxEvents.waiting} > (
    SELECT count(*) FROM (SELECT FROM relay_webhook_events AS e WHERE e.webhook = w.id LIMIT ${maxEvents.waiting}) AS waiting
  )`

/**
 * Part of the statement that adds messages (`added`): their events. $9 is the time. The locks wait for webhooks that are being removed, so
 * that no event refers to one that is gone.
 */
export const publishEvents: string = `now AS (SELECT $9::bigint AS at), watchers AS (
    SELECT m.id AS message, w.id AS webhook FROM added AS m CROSS JOIN now
      JOIN relay_webhooks AS w ON w.client = m.sender AND w.type = 'publisher' AND 'accepted' = ANY(w.statuses) AND ${matches}
    UNION ALL
    SELECT m.id, w.id FROM added AS m CROSS JOIN now
      JOIN relay_watched_topics AS t ON t.topic = m.topic AND t.client <> m.sender AND t.expires_at > now.at
      JOIN relay_webhooks AS w ON w.client = t.client AND w.type = 'subscriber' AND w.statuses && '{accepted,queued}' AND ${matches}
  ), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY message ORDER BY webhook) AS rank FROM watchers
  ), watching AS (
    SELECT w.id AS webhook, w.type, w.statuses, m.* FROM ranked JOIN added AS m ON m.id = ranked.message
      JOIN relay_webhooks AS w ON w.id = ranked.webhook WHERE rank <= ${maxEvents.perMessage} ORDER BY w.id FOR KEY SHARE OF w
  ), events AS (
    INSERT INTO ${eventColumns}
    SELECT webhook, status, id, topic, message, tag, attestation, published_at,
      now.at + CASE status WHEN 'queued' THEN ${queuedAfter} ELSE 0 END, least(expires_at, now.at + ${protocol.event})
    FROM watching CROSS JOIN now CROSS JOIN LATERAL unnest(statuses) AS status
    WHERE status = 'accepted' OR (status = 'queued' AND type = 'subscriber')
  )`

/** The end of the statement that stores acknowledgements (`delivered`): their events. $4 is the time. */
export const deliveryEvents: string = `, now AS (SELECT $4::bigint AS at), ranked AS (
    SELECT m.id AS message, w.id AS webhook, row_number() OVER (PARTITION BY m.id, w.client ORDER BY w.id) AS rank
    FROM delivered AS d CROSS JOIN now JOIN relay_messages AS m ON m.id = d.message
    JOIN relay_webhooks AS w ON w.client = d.client AND w.type = 'subscriber' AND 'delivered' = ANY(w.statuses) AND ${matches}
  ) INSERT INTO ${eventColumns}
  SELECT w.id, 'delivered', m.id, m.topic, m.message, m.tag, m.attestation, m.published_at, now.at,
    least(m.expires_at, now.at + ${protocol.event})
  FROM ranked CROSS JOIN now JOIN relay_messages AS m ON m.id = ranked.message
  JOIN relay_webhooks AS w ON w.id = ranked.webhook WHERE rank <= ${maxEvents.perMessage} ORDER BY w.id FOR KEY SHARE OF w`

/** Events of messages that were delivered meanwhile are not `queued`. */
const dropDeliveredStatement = `DELETE FROM relay_webhook_events AS e USING relay_webhooks AS w
  WHERE w.id = e.webhook AND e.status = 'queued' AND e.next_at <= $1
    AND EXISTS (SELECT 1 FROM relay_deliveries AS d WHERE d.message = e.message_id AND d.client = w.client)`

/**
 * Takes the first due event of each free webhook, a few of a client and of a host. $1 is the time, $2 the lease, $3 how many; $4 and $5 are
 * the clients and hosts of the events that this process sends already.
 */
const claimStatement = `WITH due AS (
    SELECT DISTINCT ON (e.webhook) e.id, e.webhook, e.next_at, w.client, coalesce(lower(substring(w.url FROM '//([^/?#]*)')), '') AS host
    FROM relay_webhook_events AS e JOIN relay_webhooks AS w ON w.id = e.webhook
    WHERE e.next_at <= $1 AND e.expires_at > $1 AND w.free_at <= $1 ORDER BY e.webhook, e.next_at, e.attempts, e.id
  ), of_clients AS (
    SELECT *, row_number() OVER (PARTITION BY client ORDER BY next_at, id)
      + (SELECT count(*) FROM unnest($4::text[]) AS busy WHERE busy = due.client) AS of_client
    FROM due
  ), of_hosts AS (
    SELECT *, row_number() OVER (PARTITION BY host ORDER BY next_at, id)
      + (SELECT count(*) FROM unnest($5::text[]) AS busy WHERE busy = of_clients.host) AS of_host
    FROM of_clients WHERE of_client <= ${maxRequests.perClient}
  ), chosen AS (
    SELECT first.id, first.host FROM of_hosts AS first JOIN relay_webhooks AS w ON w.id = first.webhook
    WHERE of_host <= ${maxRequests.perHost} AND w.free_at <= $1
    ORDER BY first.next_at, first.id LIMIT $3 FOR NO KEY UPDATE OF w SKIP LOCKED
  ), claimed AS (
    UPDATE relay_webhook_events AS e SET next_at = $1 + $2, attempts = attempts + 1 FROM chosen
    WHERE e.id = chosen.id AND e.next_at <= $1 RETURNING e.*, chosen.host
  ), taken AS (
    UPDATE relay_webhooks AS w SET free_at = $1 + $2 FROM claimed WHERE w.id = claimed.webhook
    RETURNING w.id, w.failures, w.client, w.service, w.url, w.type
  )
  SELECT e.id, e.webhook, e.status, e.message_id, encode(e.topic, 'hex') AS topic, e.message, e.tag, e.attestation, e.published_at,
    e.attempts, e.host, w.failures, w.client, w.service, w.url, w.type
  FROM claimed AS e JOIN taken AS w ON w.id = e.webhook ORDER BY e.id`

/** The next attempt is for an event that has fewer of them, so that one that always fails doesn't keep the others back. */
const postponeStatement = `UPDATE relay_webhook_events SET next_at = greatest(next_at, $2) WHERE webhook = $1 AND id <> $3`

const registerStatement = `INSERT INTO relay_webhooks (client, service, url, type, tags, statuses, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (client, service, url, type)
  DO UPDATE SET tags = EXCLUDED.tags, statuses = EXCLUDED.statuses, expires_at = EXCLUDED.expires_at`

/** What waits for a service that fails is not late before the next attempt. */
const queueStatement = `SELECT count(*)::int AS events,
    min(CASE WHEN w.failures > 0 THEN greatest(e.next_at, w.free_at) ELSE e.next_at END) AS first
  FROM relay_webhook_events AS e JOIN relay_webhooks AS w ON w.id = e.webhook WHERE e.expires_at > $1`

const followStatement = `INSERT INTO relay_watched_topics (topic, client, expires_at)
  SELECT decode(topic, 'hex'), client, $3 FROM unnest($1::text[], $2::text[]) AS t (topic, client)
  WHERE EXISTS (SELECT 1 FROM relay_webhooks AS w WHERE w.client = t.client AND w.type = 'subscriber') ORDER BY topic, client
  ON CONFLICT (topic, client) DO UPDATE SET expires_at = EXCLUDED.expires_at`

const unfollowStatement = `DELETE FROM relay_watched_topics AS w USING unnest($1::text[], $2::text[]) AS t (topic, client)
  WHERE w.topic = decode(t.topic, 'hex') AND w.client = t.client`

type Event = {
  readonly id: string
  readonly webhook: string
  readonly status: string
  readonly message_id: string
  readonly topic: string
  readonly message: string
  readonly tag: string
  readonly attestation: string | null
  readonly published_at: string
  readonly attempts: number
  readonly host: string
  /** Attempts of the webhook that failed since the last success. */
  readonly failures: number
  readonly client: string
  readonly service: string
  readonly url: string
  readonly type: string
}

const type = z.enum(['publisher', 'subscriber'])
const text = z.string().min(1).max(2_048)
const unregistration = z.object({ sub: text, whu: text, typ: type })
const registration = unregistration.extend({
  tag: z.array(z.int().min(0)).max(500),
  sts: z
    .array(z.enum(['accepted', 'queued', 'delivered']))
    .min(1)
    .max(3),
})

/** Starts to deliver the events of webhooks. All processes of a database share the work. */
export function createWebhooks(options: CreateWebhooksOptions): Webhooks {
  const { database, origins, audiences, now, warn, onAttempt, topicsOf, lookup = lookupAll } = options
  const signer = createTokenSigner(options.key)
  const ended = new AbortController()
  const running = new Map<Event, Promise<void>>()
  const isTrusted = (url: URL): boolean => origins.includes(url.origin)

  const parse = <Claims>(token: string, action: string, schema: z.ZodType<Claims>): Claims & Watched => {
    const claims = parseToken(token, { audiences, now: now() })
    if (!claims || claims['act'] !== action)
      throw invalidParams(`it must be a token for ${action} that the client has signed`)
    const parsed = schema.safeParse(claims)
    if (!parsed.success)
      throw invalidParams(`${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`)
    return { ...parsed.data, iss: claims.iss, exp: claims.exp }
  }
  const assertAllowed = (address: string): void => {
    if (!URL.canParse(address)) throw invalidParams('whu must be a URL')
    const url = new URL(address)
    try {
      if (!isTrusted(url)) assertPublicUrl(url)
    } catch (cause) {
      throw invalidParams(`whu: ${(cause as Error).message}`)
    }
  }
  const follows = createBatcher(async (changes: readonly Follow[]) => {
    const last = [...new Map(changes.map((change) => [`${change.topic}${change.clientId}`, change])).values()]
    const [added, removed] = [true, false].map((is) => last.filter(({ isSubscribed }) => isSubscribed === is))
    const expiresAt = now() + subscriptionAge
    if (added?.length)
      await database.query(followStatement, [...toColumns(added, ['topic', 'clientId']), expiresAt], 'follow_topics')
    if (removed?.length)
      await database.query(unfollowStatement, toColumns(removed, ['topic', 'clientId']), 'unfollow_topics')
    return changes.map(() => undefined)
  })

  const send = async ({ url, ...event }: Event): Promise<WebhookOutcome> => {
    const seconds = Math.floor(now() / 1_000)
    const token = signer.sign({
      aud: event.service,
      sub: event.client,
      iat: seconds,
      exp: seconds + times.request / 1_000 + 300,
      act: 'irn_watchEvent',
      typ: event.type,
      whu: url,
      evt: {
        messageId: Number(event.message_id),
        status: event.status,
        topic: event.topic,
        message: event.message,
        ...(event.attestation !== null && { attestation: event.attestation }),
        publishedAt: Number(event.published_at),
        tag: Number(event.tag),
      },
    })
    const body = JSON.stringify({ eventAuth: [token] })
    const headers = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }
    try {
      const response = await withDeadline({ signal: ended.signal, milliseconds: times.request }, (signal) =>
        requestUntrusted(new URL(url), { lookup, isTrusted, signal, headers, body }),
      )
      const { statusCode = 0 } = response
      response.destroy()
      // the protocol counts 4xx as delivered; redirects are not followed
      return statusCode < 300 || (statusCode >= 400 && statusCode < 500) ? 'delivered' : 'failed'
    } catch (cause) {
      return cause instanceof TypeError ? 'refused' : 'failed'
    }
  }
  const deliver = async (event: Event): Promise<void> => {
    const outcome = await send(event)
    // another process repeats it after the lease
    if (ended.signal.aborted && outcome !== 'delivered') return
    onAttempt(outcome)
    const setWebhook = 'UPDATE relay_webhooks SET free_at = $2, failures = $3 WHERE id = $1'
    if (outcome === 'delivered') {
      await database.query('DELETE FROM relay_webhook_events WHERE id = $1', [event.id], 'drop_event')
      await database.query(setWebhook, [event.webhook, 0, 0], 'set_webhook')
      return
    }
    const failedAt = now()
    const toRetry = (failures: number): number =>
      failedAt + Math.min(times.firstRetry * 2 ** (failures - 1), times.lastRetry)
    const freeAt = toRetry(event.failures + 1)
    await database.query(
      'UPDATE relay_webhook_events SET next_at = $2 WHERE id = $1',
      [event.id, Math.max(freeAt, toRetry(event.attempts))],
      'retry_event',
    )
    await database.query(postponeStatement, [event.webhook, freeAt, event.id], 'postpone_events')
    await database.query(setWebhook, [event.webhook, freeAt, event.failures + 1], 'set_webhook')
  }
  const turn = async (): Promise<void> => {
    const free = maxRequests.all - running.size
    if (free <= 0) return
    await database.query(dropDeliveredStatement, [now()], 'drop_delivered')
    const busy = [...running.keys()]
    const values = [now(), times.lease, free, ...toColumns(busy, ['client', 'host'])]
    for (const event of await database.query<Event>(claimStatement, values, 'claim_events')) {
      const delivery = deliver(event)
        .catch(warn)
        .finally(() => {
          running.delete(event)
          takeTurn()
        })
      running.set(event, delivery)
    }
  }
  let turning: Promise<void> | undefined
  let isDue = false
  /** After the one that is under way, if there is one. */
  const takeTurn = (): void => {
    isDue = !isStopped
    if (turning || isStopped) return
    isDue = false
    turning = turn()
      .catch(warn)
      .finally(() => {
        turning = undefined
        if (isDue) takeTurn()
      })
  }
  let isStopped = false
  const timer = setInterval(takeTurn, times.turn)

  const follow = (clientId: string, topic: string, isSubscribed: boolean): void => {
    follows.add({ clientId, topic, isSubscribed }).catch(warn)
  }
  return {
    publicKey: signer.publicKey,
    register: async (token) => {
      const { iss, exp, sub, whu, typ, tag, sts } = parse(token, 'irn_watchRegister', registration)
      assertAllowed(whu)
      const expiresAt = Math.min(exp * 1_000, now() + protocol.registration)
      await database.inTransaction(async ({ query }) => {
        await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [iss], 'lock_client')
        await query(
          registerStatement,
          [iss, sub, whu, typ, [...new Set(tag)], [...new Set(sts)], expiresAt],
          'register',
        )
        const [row] = await query<{ count: number }>(
          'SELECT count(*)::int AS count FROM relay_webhooks WHERE client = $1 AND expires_at > $2',
          [iss, now()],
          'count_webhooks',
        )
        if ((row?.count ?? 0) > protocol.perClient)
          throw new RelayCallError(errorCodes.unavailable, `Too many webhooks: ${protocol.perClient} at most`)
        // other processes may have its sockets
        if (typ === 'subscriber')
          await query(`SELECT pg_notify('${channel}', $1)`, [JSON.stringify({ watched: iss })], 'notify_watched')
      })
      if (typ === 'subscriber') for (const topic of topicsOf(iss)) follow(iss, topic, true)
      await follows.settled()
      return { relayId: signer.issuer }
    },
    unregister: async (token) => {
      const { iss, sub, whu, typ } = parse(token, 'irn_watchUnregister', unregistration)
      const statement = 'DELETE FROM relay_webhooks WHERE client = $1 AND service = $2 AND url = $3 AND type = $4'
      await database.query(statement, [iss, sub, whu, typ], 'unregister')
      return true
    },
    follow,
    readQueue: async () => {
      const at = now()
      const [row] = await database.query<{ events: number; first: string | null }>(
        queueStatement,
        [at],
        'read_webhook_queue',
      )
      return { events: row?.events ?? 0, overdueSeconds: Math.max(0, at - Number(row?.first ?? at)) / 1_000 }
    },
    stop: async () => {
      clearInterval(timer)
      isStopped = true
      await turning
      await follows.settled()
      ended.abort()
      await Promise.all(running.values())
    },
  }
}

type Watched = { readonly iss: string; readonly exp: number }

type Follow = { readonly clientId: string; readonly topic: string; readonly isSubscribed: boolean }
