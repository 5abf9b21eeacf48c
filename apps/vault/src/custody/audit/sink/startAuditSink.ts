import { createHash } from 'node:crypto'
import type { Database } from '../../database/openDatabase.js'
import { wait as waitFor } from '../../wait.js'
import type { AuditSink } from './auditSink.js'
import { createCursor } from './cursor.js'
import { postEntries } from './postEntries.js'

export type StartAuditSinkOptions = {
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
