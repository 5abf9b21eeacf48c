import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { createTestStorage, type TestStorage } from '../testing/createTestStorage.js'
import { createPersistence, type Persistence } from './persist.js'
import { emptyPersisted, type Persisted } from './schema.js'

const key = 'latchkey/state'

function setUp(storage: () => TestStorage | null): { persistence: Persistence; errors: unknown[] } {
  const errors: unknown[] = []
  const persistence = createPersistence({ key, storage, onUnavailable: (cause) => errors.push(cause) })
  return { persistence, errors }
}

const remember =
  (...ids: readonly string[]) =>
  (data: Persisted): Persisted => ({ ...data, recentConnectorIds: ids })

test('writes one envelope under one key', () => {
  const storage = createTestStorage()
  setUp(() => storage).persistence.update(remember('a'))
  expect([...storage.entries.keys()]).toEqual([key])
  expect(JSON.parse(storage.entries.get(key) ?? '')).toEqual({
    v: 1,
    data: { connections: {}, networks: {}, disconnectedConnectorIds: [], recentConnectorIds: ['a'] },
  })
})

test('does not access storage on creation, and does not write on read', () => {
  setUp(() => {
    throw new Error('too early')
  })
  const storage = createTestStorage()
  setUp(() => storage).persistence.read()
  expect(storage.writes).toEqual([])
})

test('sees what another tab wrote in the meantime', () => {
  const storage = createTestStorage()
  const [mine, theirs] = [setUp(() => storage).persistence, setUp(() => storage).persistence]
  mine.update(remember('a'))
  theirs.update((data) => ({ ...data, disconnectedConnectorIds: ['b'] }))
  expect(mine.read()).toMatchObject({ recentConnectorIds: ['a'], disconnectedConnectorIds: ['b'] })
})

test('does not bring back data that another tab has cleared', () => {
  const storage = createTestStorage()
  const { persistence } = setUp(() => storage)
  persistence.update(remember('a'))
  storage.entries.clear()
  expect(persistence.read()).toEqual(emptyPersisted)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  '{}',
  '{"v":"1","data":{}}',
  '{"v":1}',
  '{"v":1,"data":7}',
  '{"v":-1e308,"data":{}}',
  '{"data":{"recentConnectorIds":["x"]}}',
])('ignores invalid content, and replaces it with the next write: %s', (text) => {
  const storage = createTestStorage({ [key]: text, other: 'kept' })
  const { persistence, errors } = setUp(() => storage)
  expect(persistence.read()).toEqual(emptyPersisted)
  persistence.update(remember('a'))
  expect(persistence.read().recentConnectorIds).toEqual(['a'])
  expect(storage.entries.get('other')).toBe('kept')
  expect(errors).toEqual([])
})

test('leaves data of a newer release untouched, byte for byte, and keeps this visit in memory', () => {
  const text = '{ "v": 2,  "data": {"recentConnectorIds": ["new"]} }'
  const storage = createTestStorage({ [key]: text })
  const { persistence } = setUp(() => storage)
  expect(persistence.read()).toEqual(emptyPersisted)
  persistence.update(remember('a'))
  persistence.update((data) => ({ ...data, disconnectedConnectorIds: ['b'] }))
  expect(persistence.read()).toMatchObject({ recentConnectorIds: ['a'], disconnectedConnectorIds: ['b'] })
  expect(storage.entries.get(key)).toBe(text)
  expect(storage.writes).toEqual([])
})

test('keeps this visit in memory without storage, and reports no error', () => {
  const { persistence, errors } = setUp(() => null)
  persistence.update(remember('a'))
  expect(persistence.read().recentConnectorIds).toEqual(['a'])
  expect(errors).toEqual([])
})

test('reports only once that accessing the storage throws', () => {
  const { persistence, errors } = setUp(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(persistence.read()).toEqual(emptyPersisted)
  persistence.update(remember('a'))
  persistence.update((data) => ({ ...data, disconnectedConnectorIds: ['b'] }))
  expect(persistence.read()).toMatchObject({ recentConnectorIds: ['a'], disconnectedConnectorIds: ['b'] })
  expect(errors).toEqual([expect.objectContaining({ name: 'SecurityError' })])
})

test.each(['getItem', 'setItem'] as const)('reports only once that %s of the storage throws', (method) => {
  const storage = createTestStorage()
  storage.broken.add(method)
  const { persistence, errors } = setUp(() => storage)
  persistence.update(remember('a'))
  persistence.update((data) => ({ ...data, disconnectedConnectorIds: ['b'] }))
  expect(persistence.read()).toMatchObject({ recentConnectorIds: ['a'], disconnectedConnectorIds: ['b'] })
  expect(errors).toHaveLength(1)
})

test('continues in memory if the storage fills up later, and keeps what was stored', () => {
  const storage = createTestStorage()
  const { persistence } = setUp(() => storage)
  persistence.update(remember('a'))
  storage.broken.add('setItem')
  persistence.update(remember('b'))
  expect(persistence.read().recentConnectorIds).toEqual(['b'])
  expect(storage.entries.get(key)).toContain('"a"')
})

test('reads any stored text without throwing', () => {
  assert(
    property(string(), (text) => {
      const storage = createTestStorage({ [key]: text })
      const { persistence, errors } = setUp(() => storage)
      expect([persistence.read().connections, errors]).toEqual([{}, []])
    }),
  )
})

test.each<[string, string]>([
  ['text', 'x'.repeat(5_000_000)],
  [
    'connections',
    JSON.stringify({
      v: 1,
      data: {
        connections: {
          eip155: Array(60_000).fill({ connectorId: 'a', status: 'connected', address: 'javascript:alert(1)' }),
        },
      },
    }),
  ],
  ['nested arrays', `{"v":1,"data":{"connections":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
])('[T12] reads up to five megabytes of %s, and keeps less than 20 kB of it', (_, text) => {
  const storage = createTestStorage({ [key]: text })
  const { persistence, errors } = setUp(() => storage)
  expect(JSON.stringify(persistence.read()).length).toBeLessThan(20_000)
  expect(errors).toEqual([])
  persistence.update(remember('a'))
  expect(setUp(() => storage).persistence.read().recentConnectorIds).toEqual(['a'])
})
