import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KekBackend } from './kekBackend.js'

/**
 * Derives a value from a program's keys, oldest first, then erases the keys. `creates`: whether to create a missing
 * first key.
 */
export async function readKeks<value>(
  { place, read, create }: KekBackend,
  { creates, derive }: { readonly creates: boolean; readonly derive: (keks: readonly Buffer[]) => value },
): Promise<value> {
  const keks = (await read()) ?? (creates ? await create(randomBytes(32)) : undefined)
  if (!keks) throw new Error(`There is no key-encryption key at ${place}. Set VAULT_KEK_CREATE=1 to create one.`)
  try {
    return derive(keks)
  } finally {
    for (const one of keks) one.fill(0)
  }
}

export type PollKekOptions = {
  /** Reads the keys again. The next poll retries if it rejects. */
  readonly read: () => Promise<void>
  readonly warn: (cause: unknown) => void
}

/** Has a running process read its keys again whenever they change. If that fails, the keys that were read before remain in use. */
export function pollKek(
  { pollInterval, readVersion }: Pick<KekBackend, 'pollInterval' | 'readVersion'>,
  { read, warn }: PollKekOptions,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const polling = poll()

  async function poll(): Promise<void> {
    let version = await readVersion().catch(() => undefined)
    for (;;) {
      await sleep(pollInterval, undefined, { signal: stopping.signal, ref: false })
      try {
        const next = await readVersion()
        if (next === version) continue
        await read()
        version = next
      } catch (cause) {
        warn(cause)
      }
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      await polling.catch(() => undefined) // aborted
    },
  }
}
