import { createHash } from 'node:crypto'
import type { Database } from '@latchkey/server-kit/database'
import { batchLimits, createBatcher, toColumns } from './batches.js'
import { errorCodes, RelayCallError } from './params.js'
import { channel, deliveryEvents, publishEvents } from './webhooks.js'

export type RelayMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation?: string | undefined
  /** Client id of the publisher, which never receives the message. */
  readonly from: string
  /** Milliseconds since the epoch. */
  readonly publishedAt: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** `id` increases with each message of a topic, in the order in which they become visible. */
export type StoredMessage = RelayMessage & { readonly id: number }

export type ReadRequest = {
  readonly topic: string
  readonly clientId: string
  /** Only messages with a greater id. */
  readonly after: number
}

/** Capacity of a topic; 0 for unlimited. */
export type MailboxLimits = { readonly messagesPerTopic: number; readonly bytesPerTopic: number }

export type Mailbox = {
  /**
   * Stores messages, all or none, and resolves when they are on disk: every relay of the database is then notified of them in order.
   * A message that is stored already changes nothing, since clients repeat slow calls. Rejects if a topic is full.
   */
  readonly publish: (messages: readonly RelayMessage[]) => Promise<void>
  /** Remembers that a client has a message. If that fails, the client gets the message again. */
  readonly acknowledge: (message: Pick<StoredMessage, 'id' | 'expiresAt'>, clientId: string) => void
  /** Pending messages of a client in a topic, in order: the first ones, up to {@link maxRead}. Can be empty. */
  readonly read: (request: ReadRequest) => Promise<readonly StoredMessage[]>
  /** Messages by their ids, in any order, without those that have expired. */
  readonly readByIds: (ids: readonly number[]) => Promise<readonly StoredMessage[]>
  /** Number of messages, reads and acknowledgements that wait for the database. */
  readonly depth: () => number
  /** Resolves when nothing waits. */
  readonly settled: () => Promise<void>
}

/** Messages and bytes per read; the message that exceeds the bytes is included. */
export const maxRead = { messages: 100, bytes: 1_048_576 } as const

/** Bytes of a notification: PostgreSQL allows 7999. A larger message is read by its id. */
const maxNotification = 7_900

type CreateMailboxOptions = {
  readonly database: Database
  readonly limits: MailboxLimits
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

/** Stores messages in the database, many in one transaction where many are waiting. */
export function createMailbox({ database, limits, now, warn }: CreateMailboxOptions): Mailbox {
  const publishes = createBatcher(
    (batches: readonly (readonly RelayMessage[])[]) =>
      database.inTransaction((transaction) => publishBatches(transaction, { batches, limits, now: now() })),
    (batch) => batch.reduce((sum, { message }) => sum + message.length, 0),
  )
  const acknowledgements = createBatcher(async (items: readonly Acknowledgement[]) => {
    await database.query(
      acknowledgeStatement,
      [...toColumns(items, ['id', 'clientId', 'expiresAt']), now()],
      'acknowledge',
    )
    return items.map(() => undefined)
  })
  const reads = createBatcher(
    async (requests: readonly ReadRequest[]) => {
      // an acknowledgement that still waits must not let the message be read again
      await acknowledgements.settled()
      const columns = toColumns(requests, ['topic', 'clientId', 'after'])
      const rows = await database.query<Row & { place: string }>(
        readStatement,
        [...columns, now(), maxRead.messages, maxRead.bytes],
        'read',
      )
      const results = requests.map((): StoredMessage[] => [])
      for (const row of rows) results[Number(row.place) - 1]?.push(toStored(row))
      return results
      // many of those that read the most are never in memory at once
    },
    () => batchLimits.weight / 32,
  )
  return {
    publish: async (messages) => {
      const refusal = await publishes.add(messages)
      if (refusal) throw refusal
    },
    acknowledge: ({ id, expiresAt }, clientId) => {
      acknowledgements.add({ id, expiresAt, clientId }).catch(warn)
    },
    read: reads.add,
    readByIds: async (ids) => {
      if (ids.length === 0) return []
      return (await database.query<Row>(readByIdsStatement, [ids, now()], 'read_by_ids')).map(toStored)
    },
    depth: () => publishes.depth() + acknowledgements.depth() + reads.depth(),
    settled: async () => {
      for (const batcher of [publishes, reads, acknowledgements]) await batcher.settled()
    },
  }
}

type Acknowledgement = { readonly id: number; readonly clientId: string; readonly expiresAt: number }

const acknowledgeStatement = `WITH delivered AS (
    INSERT INTO relay_deliveries (message, client, expires_at)
    SELECT DISTINCT ON (message, client) * FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS t (message, client, expires_at)
    ON CONFLICT DO NOTHING RETURNING message, client
  )${deliveryEvents}`

const columnsOfMessage =
  "m.id, encode(m.topic, 'hex') AS topic, m.message, m.tag, m.attestation, m.sender, m.published_at, m.expires_at"

const readStatement = `SELECT request.place, m.*
  FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS request (topic, client, after, place)
  CROSS JOIN LATERAL (
    SELECT ${columnsOfMessage}, sum(m.size) OVER (ORDER BY m.id) - m.size AS before FROM relay_messages AS m
    WHERE m.topic = decode(request.topic, 'hex') AND m.id > request.after AND m.sender <> request.client AND m.expires_at > $4
      AND NOT EXISTS (SELECT 1 FROM relay_deliveries AS d WHERE d.message = m.id AND d.client = request.client)
    ORDER BY m.id LIMIT $5
  ) AS m WHERE m.before < $6 ORDER BY request.place, m.id`

const readByIdsStatement = `SELECT ${columnsOfMessage} FROM relay_messages AS m WHERE m.id = ANY($1::bigint[]) AND m.expires_at > $2`

type Row = {
  readonly id: string
  readonly topic: string
  readonly message: string
  readonly tag: string
  readonly attestation: string | null
  readonly sender: string
  readonly published_at: string
  readonly expires_at: string
}

function toStored(row: Row): StoredMessage {
  return {
    id: Number(row.id),
    topic: row.topic,
    message: row.message,
    tag: Number(row.tag),
    attestation: row.attestation ?? undefined,
    from: row.sender,
    publishedAt: Number(row.published_at),
    expiresAt: Number(row.expires_at),
  }
}

/** Sorted, so that transactions don't deadlock. Their order of the locks of a topic is the order of its ids. */
const lockStatement = `SELECT pg_advisory_xact_lock(topic) FROM
  (SELECT DISTINCT topic FROM unnest($1::bigint[]) AS t (topic) ORDER BY topic) AS sorted`

const usageStatement = `SELECT encode(topic, 'hex') AS topic, count(*)::int AS messages, sum(size)::bigint AS bytes
  FROM relay_messages WHERE topic = ANY(SELECT decode(hex, 'hex') FROM unnest($1::text[]) AS t (hex)) AND expires_at > $2 GROUP BY topic`

/** Which of the messages are stored already. */
const knownStatement = `SELECT encode(m.hash, 'hex') AS hash, encode(m.topic, 'hex') AS topic FROM relay_messages AS m
  JOIN unnest($1::text[], $2::text[]) AS t (topic, hash) ON m.topic = decode(t.topic, 'hex') AND m.hash = decode(t.hash, 'hex')
  WHERE m.expires_at > $3`

/** Removes the oldest messages that somebody has acknowledged. */
const makeRoomStatement = `DELETE FROM relay_messages WHERE id IN (
    SELECT m.id FROM relay_messages AS m WHERE m.topic = decode($1, 'hex')
      AND EXISTS (SELECT 1 FROM relay_deliveries AS d WHERE d.message = m.id)
    ORDER BY m.id LIMIT $2
  ) RETURNING size`

/** An expired message that is still stored is replaced by the new one, under a new id without acknowledgments. */
const insertStatement = `WITH added AS (
    INSERT INTO relay_messages (topic, hash, message, size, tag, attestation, sender, published_at, expires_at)
    SELECT decode(topic, 'hex'), decode(hash, 'hex'), message, octet_length(message), tag, attestation, sender, published_at, expires_at
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[]) WITH ORDINALITY
      AS t (topic, hash, message, tag, attestation, sender, published_at, expires_at, place)
    ORDER BY place
    ON CONFLICT (topic, hash) DO UPDATE SET id = DEFAULT, message = EXCLUDED.message, size = EXCLUDED.size, tag = EXCLUDED.tag,
      attestation = EXCLUDED.attestation, sender = EXCLUDED.sender, published_at = EXCLUDED.published_at, expires_at = EXCLUDED.expires_at
    RETURNING *
  ), described AS (
    SELECT id, message, json_build_object('id', id, 'topic', encode(topic, 'hex'), 'tag', tag, 'attestation', attestation,
      'from', sender, 'publishedAt', published_at, 'expiresAt', expires_at) AS head FROM added
  ), ${publishEvents}
  SELECT pg_notify('${channel}', CASE
    WHEN octet_length(head::text) + octet_length(to_json(message)::text) < ${maxNotification}
    THEN (head::jsonb || jsonb_build_object('message', message))::text
    ELSE json_build_object('id', id, 'topic', head ->> 'topic')::text END)
  FROM (SELECT * FROM described ORDER BY id) AS ordered`

type PublishBatchesOptions = {
  readonly batches: readonly (readonly RelayMessage[])[]
  readonly limits: MailboxLimits
  readonly now: number
}

type Hashed = RelayMessage & { readonly hash: string; readonly size: number }

/** Returns why a batch was refused, for each of them. */
async function publishBatches(
  { query }: Pick<Database, 'query'>,
  { batches, limits, now }: PublishBatchesOptions,
): Promise<readonly (RelayCallError | undefined)[]> {
  const hashed = batches.map((batch) =>
    batch.map((one): Hashed => ({ ...one, hash: sha256(one.message), size: Buffer.byteLength(one.message) })),
  )
  const all = hashed.flat()
  const topics = [...new Set(all.map(({ topic }) => topic))]
  await query(lockStatement, [topics.map(toLock)], 'lock_topics')
  const known = new Set(
    (
      await query<{ topic: string; hash: string }>(
        knownStatement,
        [...toColumns(all, ['topic', 'hash']), now],
        'find_known',
      )
    ).map(toKey),
  )
  const usage = new Map(
    (await query<{ topic: string; messages: number; bytes: string }>(usageStatement, [topics, now], 'read_usage')).map(
      ({ topic, messages, bytes }) => [topic, { messages, bytes: Number(bytes) }],
    ),
  )
  const accepted: Hashed[] = []
  const refusals: (RelayCallError | undefined)[] = []
  for (const batch of hashed) {
    const fresh = new Map(batch.filter((one) => !known.has(toKey(one))).map((one) => [toKey(one), one]))
    const needed = new Map<string, { messages: number; bytes: number }>()
    for (const { topic, size } of fresh.values()) {
      const { messages, bytes } = needed.get(topic) ?? { messages: 0, bytes: 0 }
      needed.set(topic, { messages: messages + 1, bytes: bytes + size })
    }
    let isFull = false
    for (const [topic, need] of needed) {
      const use = usage.get(topic) ?? { messages: 0, bytes: 0 }
      usage.set(topic, use)
      const hasRoom = (): boolean =>
        (limits.messagesPerTopic === 0 || use.messages + need.messages <= limits.messagesPerTopic) &&
        (limits.bytesPerTopic === 0 || use.bytes + need.bytes <= limits.bytesPerTopic)
      while (!hasRoom()) {
        const removed = await query<{ size: number }>(makeRoomStatement, [topic, need.messages], 'make_room')
        if (removed.length === 0) break
        use.messages -= removed.length
        for (const { size } of removed) use.bytes -= size
      }
      isFull ||= !hasRoom()
    }
    refusals.push(isFull ? new RelayCallError(errorCodes.unavailable, 'The topic is full') : undefined)
    if (isFull) continue
    for (const [key, one] of fresh) {
      const use = usage.get(one.topic)
      if (use) {
        use.messages += 1
        use.bytes += one.size
      }
      known.add(key)
      accepted.push(one)
    }
  }
  if (accepted.length > 0) {
    const columns = ['topic', 'hash', 'message', 'tag', 'attestation', 'from', 'publishedAt', 'expiresAt'] as const
    await query(insertStatement, [...toColumns(accepted, columns), now], 'insert_messages')
  }
  return refusals
}

function toKey({ topic, hash }: { readonly topic: string; readonly hash: string }): string {
  return `${topic}${hash}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Topics are random: their first half of a lock never meets another one's by chance. */
function toLock(topic: string): string {
  return BigInt.asIntN(64, BigInt(`0x${topic.slice(0, 16)}`)).toString()
}

type Notification =
  | StoredMessage
  | { readonly id: number; readonly topic: string; readonly message?: undefined }
  | { readonly watched: string }

/** Parses a notification: a message, complete or by reference, or a client with a new webhook. Null if no relay sent it. */
export function parseNotification(payload: string): Notification | null {
  try {
    const value = JSON.parse(payload) as StoredMessage | { readonly watched: string }
    return 'watched' in value ? value : { ...value, attestation: value.attestation ?? undefined }
  } catch {
    return null
  }
}
