import { expect, test } from 'vitest'
import { createTestModal } from '../testing/createTestModal.js'
import { type CacheLimits, readCached, storeCached } from './cached.js'

const limits: CacheLimits = { cache: 1_000, stored: 2 }

test('an answer is there while it is fresh, with its age', async () => {
  const { modal, clock } = createTestModal()
  storeCached(modal, 'names', 'ada', { a: 1 }, limits)
  expect(readCached(modal, 'names', 'ada', limits)).toEqual({ value: { a: 1 }, age: 0 })
  await clock.advance(999)
  expect(readCached(modal, 'names', 'ada', limits)?.age).toBe(999)
  await clock.advance(1)
  expect(readCached(modal, 'names', 'ada', limits)).toBeUndefined()
})

test('the newest stay, each kind by itself', () => {
  const { modal } = createTestModal()
  for (const key of ['a', 'b', 'c']) storeCached(modal, 'names', key, key, limits)
  storeCached(modal, 'identities', 'a', 'other', limits)
  const read = ['a', 'b', 'c'].map((key) => readCached(modal, 'names', key, limits)?.value)
  expect(read).toEqual([undefined, 'b', 'c'])
  expect(readCached(modal, 'identities', 'a', limits)?.value).toBe('other')
})

test('an answer that is too long is not kept, nor is the one that it replaces', () => {
  const { modal } = createTestModal()
  storeCached(modal, 'names', 'ada', 'short', limits)
  storeCached(modal, 'names', 'ada', 'x'.repeat(40_000), limits)
  expect(readCached(modal, 'names', 'ada', limits)).toBeUndefined()
})

test.each(['__proto__', 'constructor', 'toString'])('%s is not found where nobody stored it', (key) => {
  const { modal } = createTestModal()
  storeCached(modal, 'names', 'ada', 1, limits)
  expect(readCached(modal, 'names', key, limits)).toBeUndefined()
})

test('a time to come is not a fresh one', () => {
  const { modal, storage, clock } = createTestModal()
  const caches = { names: { ada: { value: 1, at: clock.now() + 1 } } }
  storage.setItem('latchkey/state', JSON.stringify({ v: 1, data: { caches } }))
  expect(readCached(modal, 'names', 'ada', limits)).toBeUndefined()
})
