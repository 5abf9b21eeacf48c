import type { Database } from '../../database/openDatabase.js'

/** As the database gives it. */
export type StoredEntry = {
  readonly seq: string
  /** Milliseconds since the epoch. */
  readonly at: string
  readonly event: string
  readonly entry: string
  readonly hash: Buffer
}

export type CursorOptions = {
  /** Tells sinks apart, and says nothing of where they are. */
  readonly sink: string
  /** The custody that sends. */
  readonly holder: string
}

/** By the database's own clock: longer than one try to send takes. */
const lease = '30 seconds'

/** Entries of one try: some hundred kilobytes at most, as each is ids and hashes. */
const batch = 500

/**
 * How far a sink has come stands in the database, beside the log that it is about: nothing is kept twice, and whichever custody goes on
 * knows where. One custody sends at a time.
 */
export type Cursor = {
  /** What follows on what the sink has taken, the oldest first; none where another custody is about to send it. */
  readonly next: () => Promise<readonly StoredEntry[]>
  /** All up to this one was taken. */
  readonly advance: (seq: string) => Promise<void>
  /** Lets another custody send. */
  readonly release: () => Promise<void>
}

export function createCursor({ query }: Pick<Database, 'query'>, { sink, holder }: CursorOptions): Cursor {
  return {
    async next() {
      const read = (seq: string): Promise<readonly StoredEntry[]> =>
        query<StoredEntry>('SELECT seq, at, event, entry, hash FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2', [
          seq,
          batch,
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
