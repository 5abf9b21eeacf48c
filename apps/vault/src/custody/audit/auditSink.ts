import { createHash } from 'node:crypto'
import type { Database } from '@latchkey/server-kit/database'
import { Notice } from '@latchkey/server-kit/log'
import { wait as waitFor } from '../../clock/clock.js'
import { isSafeUrl } from '../../http/safeUrl.js'

/** The destination of audit entries. */
export type AuditSink = {
  /** Accepts NDJSON by POST, over https or http on this machine. The URL may contain a secret. */
  readonly url: string
  /** For `Authorization: Bearer …`. */
  readonly token?: string | undefined
}

/** Reads the sink from the environment; undefined if none is set. Throws if it is invalid, without quoting the URL. */
export function readAuditSink(environment: Readonly<Record<string, string | undefined>>): AuditSink | undefined {
  const [url, token] = [environment['AUDIT_SINK_URL']?.trim(), environment['AUDIT_SINK_TOKEN']?.trim()]
  if (!url) {
    if (token) throw new Error('AUDIT_SINK_TOKEN is set, but AUDIT_SINK_URL is not.')
    return undefined
  }
  if (!isSafeUrl(url)) throw new Error('AUDIT_SINK_URL must be an https URL.')
  const { username, password } = new URL(url)
  if (username || password)
    throw new Error('AUDIT_SINK_URL must not contain credentials: set AUDIT_SINK_TOKEN instead.')
  return { url, ...(token && { token }) }
}

/** As returned by the database. */
type StoredEntry = {
  readonly seq: string
  /** Milliseconds since the epoch. */
  readonly at: string
  readonly event: string
  readonly entry: string
  readonly hash: Buffer
}

type CursorOptions = {
  /** Identifies the sink without revealing its address. */
  readonly sink: string
  /** Id of the sending custody process. */
  readonly holder: string
}

/** By the database's clock: longer than one attempt to send takes. */
const lease = '30 seconds'

/** Entries per attempt: a few hundred kilobytes at most, as each is ids and hashes. */
const maxEntries = 500

/**
 * The position of a sink is stored in the database, next to the log: nothing is stored twice, and any custody process can continue. One
 * process sends at a time.
 */
type Cursor = {
  /** The next entries, oldest first; empty while another process holds the lease. */
  readonly next: () => Promise<readonly StoredEntry[]>
  /** Records that everything up to this entry was accepted. */
  readonly advance: (seq: string) => Promise<void>
  /** Lets another process send. */
  readonly release: () => Promise<void>
}

function createCursor({ query }: Pick<Database, 'query'>, { sink, holder }: CursorOptions): Cursor {
  return {
    async next() {
      const read = (seq: string): Promise<readonly StoredEntry[]> =>
        query<StoredEntry>('SELECT seq, at, event, entry, hash FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2', [
          seq,
          maxEntries,
        ])
      const [row] = await query<{ seq: string; newest: string | null }>(
        'SELECT coalesce((SELECT seq FROM audit_sinks WHERE sink = $1), 0) AS seq, max(seq) AS newest FROM audit',
        [sink],
      )
      // don't write a lease when there is nothing to send
      if (row === undefined || row.newest === null || BigInt(row.newest) <= BigInt(row.seq)) return []
      const [held] = await query<{ seq: string }>(
        `INSERT INTO audit_sinks AS one (sink, seq, holder, held_until) VALUES ($1, 0, $2, now() + interval '${lease}')
         ON CONFLICT (sink) DO UPDATE SET holder = $2, held_until = now() + interval '${lease}'
         WHERE one.holder = $2 OR one.held_until < now() RETURNING seq`,
        [sink, holder],
      )
      return held === undefined ? [] : read(held.seq)
    },
    async advance(seq) {
      await query('UPDATE audit_sinks SET seq = $3 WHERE sink = $1 AND holder = $2 AND seq < $3', [sink, holder, seq])
    },
    async release() {
      await query('UPDATE audit_sinks SET held_until = now() WHERE sink = $1 AND holder = $2', [sink, holder])
    },
  }
}

type PostEntriesOptions = {
  /** Id of the database, as one sink may collect from several. */
  readonly instance: string
  readonly wait: typeof waitFor
  readonly signal: AbortSignal
}

/** Timeout in milliseconds. */
const deadline = 10_000

/**
 * Sends entries as NDJSON, in order: `{ "instance", "seq", "at", "event", "entry", "hash" }`. Resolves once all were accepted (status 200
 * to 299); throws if that isn't certain. Doesn't follow redirects.
 */
async function postEntries(
  { url, token }: AuditSink,
  entries: readonly StoredEntry[],
  { instance, wait, signal }: PostEntriesOptions,
): Promise<void> {
  const stop = new AbortController()
  const end = (): void => stop.abort()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const late = wait(deadline, stop.signal).then(() => {
    stop.abort()
    throw new Error(`no response within ${deadline / 1_000} seconds`)
  })
  try {
    await Promise.race([post(), late])
  } finally {
    stop.abort()
    signal.removeEventListener('abort', end)
  }

  async function post(): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-ndjson',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: entries.map((entry) => `${JSON.stringify(toLine(instance, entry))}\n`).join(''),
      redirect: 'manual',
      signal: stop.signal,
    }).catch((cause: Error & { readonly cause?: { readonly code?: string } }) => {
      throw new Error(`connection failed (${cause.cause?.code ?? cause.name})`)
    })
    // the response body is irrelevant, and may be endless
    await response.body?.cancel()
    if (!response.ok) throw new Error(`response status ${response.status}`)
  }
}

function toLine(instance: string, { seq, at, event, entry, hash }: StoredEntry): object {
  return { instance, seq: Number(seq), at: Number(at), event, entry: JSON.parse(entry), hash: hash.toString('hex') }
}

type StartAuditSinkOptions = {
  readonly sink: AuditSink
  readonly instance: string
  /** Id of this custody process. */
  readonly holder: string
  /** Called once when the sink fails, whenever the reason changes, and when it recovers. */
  readonly warn: (cause: unknown) => void
  /** For tests: replaces the timer. */
  readonly wait?: typeof waitFor | undefined
}

export type RunningAuditSink = {
  /** Reads the backlog of entries not yet accepted. `oldest`: milliseconds since the epoch. */
  readonly readLag: () => Promise<{ readonly entries: number; readonly oldest: number | undefined }>
  readonly stop: () => Promise<void>
}

/** Milliseconds between two polls, and before retries: the first and the longest. */
const pauses = { poll: 2_000, first: 1_000, max: 60_000 } as const

/**
 * Streams the audit log to another system, in order, each entry at least once. Nothing here waits for that system: entries are read from
 * the database when it can take them. [F42]
 */
export function startAuditSink(
  database: Pick<Database, 'query'>,
  { sink, instance, holder, warn, wait = waitFor }: StartAuditSinkOptions,
): RunningAuditSink {
  const { host } = new URL(sink.url)
  const name = createHash('sha256').update(sink.url).digest('hex')
  const cursor = createCursor(database, { sink: name, holder })
  const stopping = new AbortController()
  const { signal } = stopping
  const running = run()

  /** Returns whether there may be more. */
  async function send(): Promise<boolean> {
    const entries = await cursor.next()
    const last = entries.at(-1)
    if (!last) return false
    await postEntries(sink, entries, { instance, wait, signal })
    await cursor.advance(last.seq)
    return true
  }

  async function run(): Promise<void> {
    let [failures, reported] = [0, '']
    while (!signal.aborted) {
      let pause: number = pauses.poll
      try {
        if (await send()) {
          pause = 0
          if (reported !== '') warn(new Notice(`The audit sink at ${host} accepts entries again.`, { level: 'info' }))
          ;[failures, reported] = [0, '']
        }
      } catch (cause) {
        if (signal.aborted) break
        const reason = cause instanceof Error ? cause.message : String(cause)
        if (reason !== reported)
          warn(new Notice(`The audit sink at ${host} failed: ${reason}. Entries stay queued here.`, { level: 'warn' }))
        reported = reason
        pause = toPause(failures)
        failures += 1
      }
      // stopping ends the wait
      if (pause > 0) await wait(pause, signal).catch(() => undefined)
    }
    // so that another process needn't wait for the lease; if the database is down, it has to
    await cursor.release().catch(() => undefined)
  }

  return {
    async readLag() {
      const [row] = await database.query<{ entries: string | null; oldest: string | null }>(
        `WITH sent AS (SELECT coalesce((SELECT seq FROM audit_sinks WHERE sink = $1), 0) AS seq)
         SELECT (SELECT max(seq) FROM audit) - sent.seq AS entries,
           (SELECT at FROM audit WHERE audit.seq > sent.seq ORDER BY audit.seq LIMIT 1) AS oldest FROM sent`,
        [name],
      )
      const oldest = row?.oldest ?? undefined
      return { entries: Number(row?.entries ?? 0), oldest: oldest === undefined ? undefined : Number(oldest) }
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Adds jitter, so that several processes don't retry at once. */
function toPause(failures: number): number {
  const max = Math.min(pauses.first * 2 ** Math.min(failures, 16), pauses.max)
  return max / 2 + (Math.random() * max) / 2
}
