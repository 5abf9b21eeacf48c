import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { seal, unseal } from '../crypto/seal.js'
import type { Custody, Outbox } from '../custody.js'
import type { EmailContent } from './mailer.js'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** Milliseconds. */
const outboxTimes = {
  /** Between two polls: another process may have queued emails, or have ended. */
  poll: second,
  /** Real time for which a process owns an email: longer than the mail server may take. */
  claim: 30 * second,
  /** After this it is dropped, as no link in it works any more. */
  kept: 5 * day,
  /** Before each retry; the last one repeats. */
  pauses: [2 * second, 10 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour],
} as const

type OutboxRow = {
  readonly id: string
  readonly sealed: Buffer
  readonly attempts: number
  readonly created_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

type AddressedEmail = EmailContent & { readonly to: string }

/**
 * Queues an email in the transaction that it is about: it is sent if and only if that commits, by any process, and retried for days.
 * Nothing waits for it. Address and text are sealed.
 */
export async function queueEmail(
  { keys, instance, now, outbox }: Pick<Custody, 'keys' | 'instance' | 'now' | 'outbox'>,
  { query }: Queryable,
  { to, content }: { readonly to: string; readonly content: EmailContent },
): Promise<void> {
  const id = randomBytes(16).toString('hex')
  const time = now()
  const plain = Buffer.from(JSON.stringify({ to, ...content } satisfies AddressedEmail))
  const row = {
    id,
    sealed: seal(keys.email, { plain, place: ['outbox', instance, id] }),
    created_at: time,
    valid_until: time + outboxTimes.kept,
  }
  await query(
    `INSERT INTO outbox (id, sealed, attempts, next_at, created_at, valid_until, mac) VALUES ($1, $2, 0, $3, $3, $4, $5)`,
    [id, row.sealed, time, row.valid_until, toRowMac(keys, 'outbox', row)],
  )
  outbox.wake()
}

export type RunningOutbox = Outbox & { readonly stop: () => Promise<void> }

type OutboxOptions = Pick<Custody, 'database' | 'instance' | 'mailer' | 'now' | 'warn'> & {
  readonly getKeys: () => Custody['keys']
}

/**
 * Sends the emails of the outbox. Any number of processes may do so: each email is claimed by one. A process that dies between the mail
 * server's reply and its own update sends the email again, under the same message id.
 */
export function startOutbox({ getKeys, database, instance, mailer, now, warn }: OutboxOptions): RunningOutbox {
  let isAwake = false
  let isStopped = false
  let running: Promise<void> | undefined

  /** One at a time, in order, so that mailboxes get emails in the order of events. */
  async function claim(): Promise<OutboxRow | undefined> {
    const [row] = await database.query<OutboxRow>(
      `UPDATE outbox SET claimed_until = now() + $2 * interval '1 millisecond', attempts = attempts + 1 WHERE id =
         (SELECT id FROM outbox WHERE next_at <= $1 AND (claimed_until IS NULL OR claimed_until <= now())
          ORDER BY next_at, place_in_order LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [now(), outboxTimes.claim],
    )
    return row
  }

  async function send(row: OutboxRow): Promise<void> {
    const { id, attempts } = row
    try {
      assertRow(getKeys(), 'outbox', row)
      const plain = unseal(getKeys().email, { sealed: row.sealed, place: ['outbox', instance, id] })
      const { to, ...content } = JSON.parse(plain.toString()) as AddressedEmail
      await mailer.send(to, content, { id })
    } catch (cause) {
      warn(cause)
      const { pauses } = outboxTimes
      const next = now() + (pauses[Math.min(attempts, pauses.length) - 1] ?? hour)
      if (next < Number(row.valid_until)) {
        await database.query('UPDATE outbox SET next_at = $2, claimed_until = NULL WHERE id = $1', [id, next])
        return
      }
      warn(new Error(`An email could not be sent in ${outboxTimes.kept / day} days. It was discarded.`))
    }
    await database.query('DELETE FROM outbox WHERE id = $1', [id])
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const row = await claim()
      if (!row) return
      isAwake = false
      await send(row)
    }
  }

  function poll(): Promise<void> {
    running ??= run()
      .catch(warn)
      .finally(() => {
        running = undefined
      })
    return running
  }

  const timer = setInterval(() => void poll(), outboxTimes.poll)
  timer.unref()
  return {
    wake: () => {
      isAwake = true
    },
    flush: async () => {
      if (!isAwake) return
      // a running poll may have started before the email was queued
      await running
      await poll()
    },
    stop: async () => {
      clearInterval(timer)
      isStopped = true
      await running
    },
  }
}
