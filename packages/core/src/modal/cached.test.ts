import { expect, test } from 'vitest'
import { createTestModal } from '../testing/createTestModal.js'
import { type CacheLimits, readCached, storeCached } from './cached.js'

const limits: CacheLimits = { cache: 1_000, stored: 2 }

test('returns a cached value with its age until it expires', async () => {
  const { modal, clock } = createTestModal()
  storeCached(modal, 'names', 'ada', { a: 1 }, limits)
  expect(readCached(modal, 'names', 'ada', limits)).toEqual({ value: { a: 1 }, age: 0 })
  await clock.advance(999)
  expect(readCached(modal, 'names', 'ada', limits)?.age).toBe(999)
  await clock.advance(1)
  expect(readCached(modal, 'names', 'ada', limits)).toBeUndefined()
})

test('keeps the newest entries of each kind', () => {
  const { modal } = createTestModal()
  for (const key of ['a', 'b', 'c']) storeCached(modal, 'names', key, key, limits)
  storeCached(modal, 'identities', 'a', 'other', limits)
  const read = ['a', 'b', 'c'].map((key) => readCached(modal, 'names', key, limits)?.value)
  expect(read).toEqual([undefined, 'b', 'c'])
  expect(readCached(modal, 'identities', 'a', limits)?.value).toBe('other')
})

test('does not store a value that is too long, and removes the one it replaces', () => {
  const { modal } = createTestModal()
  storeCached(modal, 'names', 'ada', 'short', limits)
  storeCached(modal, 'names', 'ada', 'x'.repeat(40_000), limits)
  expect(readCached(modal, 'names', 'ada', limits)).toBeUndefined()
})

test.each(['__proto__', 'constructor', 'toString'])('does not find %s unless it was stored', (key) => {
  const { modal } = createTestModal()
  storeCached(modal, 'names', 'ada', 1, limits)
  expect(readCached(modal, 'names', key, limits)).toBeUndefined()
})

test('ignores an entry with a future timestamp', () => {
  const { modal, storage, clock } = createTestModal()
  const caches = { names: { ada: { value: 1, at: clock.now() + 1 } } }
  storage.setItem('latchkey/state', JSON.stringify({ v: 1, data: { caches } }))
  expect(readCached(modal, 'names', 'ada', limits)).toBeUndefined()
})
