import type { SyncStorage } from '../modal/env.js'

export type TestStorage = SyncStorage & {
  readonly entries: Map<string, string>
  /** Methods that throw from now on. */
  readonly broken: Set<'getItem' | 'setItem' | 'removeItem'>
  readonly writes: string[]
}

/** Creates storage that outlives a modal, like a browser's, and breaks on demand. */
export function createTestStorage(entries: { readonly [key: string]: string } = {}): TestStorage {
  const map = new Map(Object.entries(entries))
  const broken: TestStorage['broken'] = new Set()
  const writes: string[] = []
  const check = (method: 'getItem' | 'setItem' | 'removeItem'): void => {
    if (broken.has(method)) throw new DOMException(`${method} is refused`, 'SecurityError')
  }
  return {
    entries: map,
    broken,
    writes,
    getItem(key) {
      check('getItem')
      return map.get(key) ?? null
    },
    setItem(key, value) {
      check('setItem')
      writes.push(value)
      map.set(key, value)
    },
    removeItem(key) {
      check('removeItem')
      map.delete(key)
    },
  }
}
