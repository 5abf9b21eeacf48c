/** A sign-in that this server has asked for: what is signed has to say the same. */
export type NonceEntry = {
  readonly nonce: string
  /** Scheme, host and port of the page that asked. */
  readonly origin: string
  /** ISO 8601, as in the message. */
  readonly issuedAt: string
  readonly expirationTime: string
  readonly requestId: string
  /** Whom it is counted for, e.g. an address of the network; empty where nobody knows. */
  readonly client: string
  /** Milliseconds since the epoch; from then on it is worth nothing. */
  readonly validUntil: number
}

/**
 * Where nonces wait until they are used. All rejections count as "not available now". Entries that are no longer valid may
 * still be given, and may be removed at any time.
 */
export type NonceStore = {
  create(entry: NonceEntry): Promise<void>
  /** Leaves it where it is. */
  find(nonce: string): Promise<NonceEntry | undefined>
  /** Takes it away, in one step: of all that ask for the same nonce, exactly one gets the entry. */
  consume(nonce: string): Promise<NonceEntry | undefined>
  /** How many of a client's are still valid. */
  countOpen(request: { readonly client: string; readonly now: number }): Promise<number>
}

/** Nonces that are kept; the oldest make room. */
const maxNonces = 100_000

/** Nonces in the memory of this process, for development and tests: another process does not know them. */
export function createMemoryNonceStore({
  now = Date.now,
}: {
  readonly now?: (() => number) | undefined
} = {}): NonceStore {
  const entries = new Map<string, NonceEntry>()
  const forget = (): void => {
    // made with one duration: those that end first come first
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
