import type { SyncStorage } from '@latchkey/core'

export type FakeStorage = SyncStorage & {
  readonly entries: Map<string, string>
  /** Methods that throw from now on. */
  readonly broken: Set<keyof SyncStorage>
}

/** A storage that outlives a page, like a browser's, and fails on demand. */
export function createStorage(entries: { readonly [key: string]: string } = {}): FakeStorage {
  const map = new Map(Object.entries(entries))
  const broken: FakeStorage['broken'] = new Set()
  const check = (method: keyof SyncStorage): void => {
    if (broken.has(method)) throw new DOMException(`${method} is refused`, 'QuotaExceededError')
  }
  return {
    entries: map,
    broken,
    getItem(key) {
      check('getItem')
      return map.get(key) ?? null
    },
    setItem(key, value) {
      check('setItem')
      map.set(key, value)
    },
    removeItem(key) {
      check('removeItem')
      map.delete(key)
    },
  }
}
