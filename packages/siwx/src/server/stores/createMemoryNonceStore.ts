import type { NonceEntry, NonceStore } from './nonceStore.js'

/** Nonces that are kept; the oldest make room. */
const most = 100_000

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
      if (validUntil > now() && entries.size < most) return
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
