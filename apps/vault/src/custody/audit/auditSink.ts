import { createHash } from 'node:crypto'
import { type wait, wait as waitFor } from '../../clock/clock.js'
import { isSafeUrl } from '../../http/http.js'
import type { Database } from '../database/database.js'

/** Where entries of the audit log are sent to. */
export type AuditSink = {
  /** Takes lines of JSON by POST: https, or http on this machine. What stands in it may be a secret. */
  readonly url: string
  /** For `Authorization: Bearer …`. */
  readonly token?: string | undefined
}

/** The sink of an environment; undefined where none is named. Throws where it is none, without what stands in its address. */
export function readAuditSink(environment: Readonly<Record<string, string | undefined>>): AuditSink | undefined {
  const [url, token] = [environment['AUDIT_SINK_URL']?.trim(), environment['AUDIT_SINK_TOKEN']?.trim()]
  if (!url) {
    if (token) throw new Error('AUDIT_SINK_TOKEN is set, and AUDIT_SINK_URL is not.')
    return undefined
  }
  if (!isSafeUrl(url)) throw new Error('AUDIT_SINK_URL is an address that is reached over https.')
  const { username, password } = new URL(url)
  if (username || password) throw new Error('AUDIT_SINK_URL names nobody: AUDIT_SINK_TOKEN is for that.')
  return { url, ...(token && { token }) }
}

/** As the database gives it. */
type StoredEntry = {
  readonly seq: string
  /** Milliseconds since the epoch. */
  readonly at: string
  readonly event: string
  readonly entry: string
  readonly hash: Buffer
}

type CursorOptions = {
  /** Tells sinks apart, and says nothing of where they are. */
  readonly sink: string
  /** The custody that sends. */
  readonly holder: string
}

/** By the database's own clock: longer than one try to send takes. */
const lease = '30 seconds'

/** Entries of one try: some hundred kilobytes at most, as each is ids and hashes. */
const maxEntries = 500

/**
 * How far a sink has come stands in the database, beside the log that it is about: nothing is kept twice, and whichever custody goes on
 * knows where. One custody sends at a time.
 */
type Cursor = {
  /** What follows on what the sink has taken, the oldest first; none where another custody is about to send it. */
  readonly next: () => Promise<readonly StoredEntry[]>
  /** All up to this one was taken. */
  readonly advance: (seq: string) => Promise<void>
  /** Lets another custody send. */
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
      // nothing is written for nothing
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
  /** Of the database, as one place may collect from several. */
  readonly instance: string
  readonly wait: typeof wait
  readonly signal: AbortSignal
}

/** Milliseconds until it has to have taken them. */
const deadline = 10_000

/**
 * Sends entries as lines of JSON, in their order: `{ "instance", "seq", "at", "event", "entry", "hash" }`. Resolves once all of them
 * were taken (any status of 200 to 299); throws where that is not certain. Goes nowhere that it is redirected to.
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
    throw new Error(`It does not answer within ${deadline / 1_000} seconds`)
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
      throw new Error(`It cannot be reached (${cause.cause?.code ?? cause.name})`)
    })
    // what it says is nobody's concern, and may be without end
    await response.body?.cancel()
    if (!response.ok) throw new Error(`It answers with ${response.status}`)
  }
}

function toLine(instance: string, { seq, at, event, entry, hash }: StoredEntry): object {
  return { instance, seq: Number(seq), at: Number(at), event, entry: JSON.parse(entry), hash: hash.toString('hex') }
}

type StartAuditSinkOptions = {
  readonly sink: AuditSink
  readonly instance: string
  /** The id of this custody. */
  readonly holder: string
  /** Hears once that the sink fails, each time that it does so otherwise, and that it takes entries again. */
  readonly warn: (cause: unknown) => void
  /** For tests: milliseconds that pass otherwise than by a clock. */
  readonly wait?: typeof waitFor | undefined
}

/** Milliseconds between two looks for new entries, and from a failure to the next try: at first, and at most. */
const pauses = { look: 2_000, first: 1_000, most: 60_000 } as const

/**
 * Sends the audit log to another place, entry after entry, each at least once. Whatever becomes of that place, nothing here waits for it:
 * entries are in the database since they happened, and are read from there when it can take them. [F42]
 */
export function startAuditSink(
  database: Pick<Database, 'query'>,
  { sink, instance, holder, warn, wait = waitFor }: StartAuditSinkOptions,
): { readonly stop: () => Promise<void> } {
  const { host } = new URL(sink.url)
  const name = createHash('sha256').update(sink.url).digest('hex')
  const cursor = createCursor(database, { sink: name, holder })
  const stopping = new AbortController()
  const { signal } = stopping
  const running = run()

  /** Whether there may be more. */
  async function send(): Promise<boolean> {
    const entries = await cursor.next()
    const last = entries.at(-1)
    if (!last) return false
    await postEntries(sink, entries, { instance, wait, signal })
    await cursor.advance(last.seq)
    return true
  }

  async function run(): Promise<void> {
    let [failures, told] = [0, '']
    while (!signal.aborted) {
      let pause: number = pauses.look
      try {
        if (await send()) {
          pause = 0
          if (told !== '') warn(new Error(`The audit sink at ${host} takes entries again.`))
          ;[failures, told] = [0, '']
        }
      } catch (cause) {
        if (signal.aborted) break
        const reason = cause instanceof Error ? cause.message : String(cause)
        if (reason !== told) warn(new Error(`The audit sink at ${host} has nothing new: ${reason}. Entries wait here.`))
        told = reason
        pause = toPause(failures)
        failures += 1
      }
      // ends as it stops
      if (pause > 0) await wait(pause, signal).catch(() => undefined)
    }
    // another custody need not wait for it then; where the database is away, it waits
    await cursor.release().catch(() => undefined)
  }

  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** With some chance, so that several do not come back at once. */
function toPause(failures: number): number {
  const most = Math.min(pauses.first * 2 ** Math.min(failures, 16), pauses.most)
  return most / 2 + (Math.random() * most) / 2
}
