import type { SyncStorage } from '@latchkey/core'

/** A storage whose entries a test can read. */
export function createMapStorage(
  entries: { readonly [key: string]: string } = {},
): SyncStorage & { readonly entries: Map<string, string> } {
  const map = new Map(Object.entries(entries))
  return {
    entries: map,
    getItem: (key) => map.get(key) ?? null,
    setItem(key, value) {
      map.set(key, value)
    },
    removeItem(key) {
      map.delete(key)
    },
  }
}
