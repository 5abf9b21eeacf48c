import type { wait } from '../../wait.js'
import type { AuditSink } from './auditSink.js'
import type { StoredEntry } from './cursor.js'

export type PostEntriesOptions = {
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
export async function postEntries(
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
