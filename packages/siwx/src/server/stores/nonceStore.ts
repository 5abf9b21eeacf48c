/** An issued nonce, with the values that the signed message must contain. */
export type NonceEntry = {
  readonly nonce: string
  /** Scheme, host and port of the page that requested it. */
  readonly origin: string
  /** ISO 8601, as in the message. */
  readonly issuedAt: string
  readonly expirationTime: string
  readonly requestId: string
  /** The client that it is counted for, e.g. an IP address. Empty if unknown. */
  readonly client: string
  /** Milliseconds since the epoch, exclusive. */
  readonly validUntil: number
}

/**
 * Stores nonces until they are used. Rejections count as "temporarily unavailable". Expired entries may still be returned, and
 * may be removed at any time.
 */
export type NonceStore = {
  /** Stores a new entry, or again one that was consumed, if its session could not be stored. */
  create(entry: NonceEntry): Promise<void>
  /** Returns the entry without consuming it. */
  find(nonce: string): Promise<NonceEntry | undefined>
  /** Removes and returns the entry atomically: of concurrent callers, exactly one gets it. */
  consume(nonce: string): Promise<NonceEntry | undefined>
  /** Number of a client's valid entries. */
  countOpen(request: { readonly client: string; readonly now: number }): Promise<number>
}

/** Maximum number of nonces; the oldest are dropped first. */
const maxNonces = 100_000

/** Stores nonces in memory, for development and tests. Other processes don't share them. */
export function createMemoryNonceStore({
  now = Date.now,
}: {
  readonly now?: (() => number) | undefined
} = {}): NonceStore {
  const entries = new Map<string, NonceEntry>()
  const forget = (): void => {
    // all have the same duration, so they expire in insertion order
    for (const { nonce, validUntil } of entries.values()) {
      if (validUntil > now() && entries.size < maxNonces) return
      entries.delete(nonce)
    }
  }
  return {
    async create(entry) {
      forget()
      entries.set(entry.nonce, entry)
    },
    async find(nonce) {
      return entries.get(nonce)
    },
    async consume(nonce) {
      const entry = entries.get(nonce)
      entries.delete(nonce)
      return entry
    },
    async countOpen({ client, now: at }) {
      return [...entries.values()].filter((entry) => entry.client === client && entry.validUntil > at).length
    },
  }
}
