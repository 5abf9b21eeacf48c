import { anything, assert, asyncProperty, string } from 'fast-check'
import { expect, test } from 'vitest'
import { createContext } from '../../test/createContext.js'
import { createStorage } from '../../test/createStorage.js'
import { evm, toKept } from '../../test/messages.js'
import { createMemorySessions, maxSessions } from './createListSessions.js'
import { createLocalSessions } from './createLocalSessions.js'
import type { KeptSession } from './sessions.js'

const { chainId, accountAddress } = evm

const envelope = (...data: readonly unknown[]): string => JSON.stringify({ v: 1, data })

test('stores sessions under one key for the next visit', async () => {
  const storage = createStorage()
  await createLocalSessions()(createContext({ storage }).context).add(toKept())
  expect([...storage.entries.keys()]).toEqual(['latchkey/siwx'])
  expect(JSON.parse(storage.entries.get('latchkey/siwx') ?? '')).toEqual({ v: 1, data: [toKept()] })
  expect(await createLocalSessions()(createContext({ storage }).context).get(chainId, accountAddress)).toEqual([
    toKept(),
  ])
})

test('uses a custom key', async () => {
  const storage = createStorage()
  await createLocalSessions({ key: 'mine' })(createContext({ storage }).context).add(toKept())
  expect([...storage.entries.keys()]).toEqual(['mine'])
})

test('keeps the newest session of each account and network, and at most 20', async () => {
  const storage = createStorage()
  const { context } = createContext({ storage })
  const sessions = createLocalSessions()(context)
  await sessions.add(toKept())
  const newer = toKept({ nonce: 'another1nonce', accountAddress: accountAddress.toLowerCase() })
  await sessions.add(newer)
  expect(await sessions.get(chainId, accountAddress)).toEqual([newer])
  for (let id = 1; id <= 30; id++) await sessions.add(toKept({ chainId: `eip155:${id}` }))
  expect(JSON.parse(storage.entries.get('latchkey/siwx') ?? '').data).toHaveLength(maxSessions)
  expect(await sessions.get('eip155:30', accountAddress)).toHaveLength(maxSessions)
})

test('returns a session only between its start and its end', async () => {
  const { context, clock } = createContext()
  const sessions = createLocalSessions()(context)
  const start = new Date(clock.now() + 60_000).toISOString()
  await sessions.add(toKept({ notBefore: start, expirationTime: new Date(clock.now() + 120_000).toISOString() }))
  expect(await sessions.get(chainId, accountAddress)).toEqual([])
  await clock.advance(60_000)
  expect(await sessions.get(chainId, accountAddress)).toHaveLength(1)
  await clock.advance(60_000)
  expect(await sessions.get(chainId, accountAddress)).toEqual([])
})

test('drops expired sessions at the next change', async () => {
  const storage = createStorage()
  const { context, clock } = createContext({ storage })
  const sessions = createLocalSessions()(context)
  await sessions.add(toKept())
  await clock.advance(30 * 86_400_000)
  await sessions.delete('eip155:1', '0x')
  expect(storage.entries.get('latchkey/siwx')).toBe(envelope())
})

test('a contract’s session is valid and is deleted on its own network only', async () => {
  const sessions = createLocalSessions()(createContext().context)
  await sessions.set([toKept({}, 'contract'), toKept({ chainId: 'eip155:1' }, 'key')])
  expect(await sessions.get('eip155:5', accountAddress)).toEqual([toKept({ chainId: 'eip155:1' })])
  expect(await sessions.get(chainId, accountAddress)).toHaveLength(2)
  await sessions.delete('eip155:5', accountAddress)
  expect(await sessions.get(chainId, accountAddress)).toEqual([toKept({}, 'contract')])
})

test('a session without a kind of proof is valid on its own network only', async () => {
  const sessions = createLocalSessions()(createContext().context)
  const { by: _, ...session } = toKept()
  await sessions.add(session)
  expect(await sessions.get('eip155:5', accountAddress)).toEqual([])
  expect(await sessions.get(chainId, accountAddress)).toHaveLength(1)
})

test.each(['', '{', 'null', '[]', '7', '{"v":"1","data":[]}', '{"v":1}', '{"v":1,"data":{}}', 'x'.repeat(5_000_000)])(
  'ignores invalid storage contents, and replaces them at the next change [I31]',
  async (text) => {
    const storage = createStorage({ 'latchkey/siwx': text, other: 'kept' })
    const { context, warnings } = createContext({ storage })
    const sessions = createLocalSessions()(context)
    expect(await sessions.get(chainId, accountAddress)).toEqual([])
    await sessions.add(toKept())
    expect(await sessions.get(chainId, accountAddress)).toHaveLength(1)
    expect([storage.entries.get('other'), warnings]).toEqual(['kept', []])
  },
)

const kept = toKept()

test.each([
  ['null', null],
  ['no message', { ...kept, message: undefined }],
  ['no signature', { ...kept, signature: '' }],
  ['a signature of a megabyte', { ...kept, signature: 'x'.repeat(1_000_000) }],
  ['no kind of proof', { ...kept, by: undefined }],
  ['an unknown kind of proof', { ...kept, by: 'faith' }],
  ['no fields', { ...kept, data: undefined }],
  ['a network of an unknown namespace', { ...kept, data: { ...kept.data, chainId: 'x:1' } }],
  ['an invalid message', { ...kept, message: 'Hello' }],
  ['a message with a scheme', { ...kept, message: `https://${kept.message}` }],
  ['an invalid CACAO', { ...kept, cacao: 'x' }],
  ['a CACAO of another message', { ...kept, cacao: { h: { t: 'caip122' }, p: {}, s: { t: 'eip191', s: '0x12' } } }],
])('drops an entry with %s, and keeps the rest [I31]', async (_, entry) => {
  const storage = createStorage({ 'latchkey/siwx': envelope(entry, kept) })
  const sessions = createLocalSessions()(createContext({ storage }).context)
  expect(await sessions.get(chainId, accountAddress)).toEqual([kept])
})

test('uses the fields of the signed message, not those stored beside it', async () => {
  const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const forged = { ...kept, data: { ...kept.data, accountAddress: other, expirationTime: '2099-01-01T00:00:00Z' } }
  const storage = createStorage({ 'latchkey/siwx': envelope(forged) })
  const sessions = createLocalSessions()(createContext({ storage }).context)
  expect(await sessions.get(chainId, other)).toEqual([])
  expect(await sessions.get(chainId, accountAddress)).toEqual([kept])
})

test('leaves data of a newer release untouched, and keeps the sessions of this visit in memory', async () => {
  const text = '{ "v": 2, "data": [] }'
  const storage = createStorage({ 'latchkey/siwx': text })
  const sessions = createLocalSessions()(createContext({ storage }).context)
  await sessions.add(kept)
  expect(await sessions.get(chainId, accountAddress)).toEqual([kept])
  expect(storage.entries.get('latchkey/siwx')).toBe(text)
})

test.each(['getItem', 'setItem'] as const)(
  'keeps sessions for this visit with one warning if %s throws',
  async (method) => {
    const storage = createStorage()
    storage.broken.add(method)
    const { context, warnings } = createContext({ storage })
    const sessions = createLocalSessions()(context)
    await sessions.add(kept)
    await sessions.add(toKept({ chainId: 'eip155:1' }))
    expect(await sessions.get(chainId, accountAddress)).toHaveLength(2)
    await sessions.delete(chainId, accountAddress)
    expect(await sessions.get(chainId, accountAddress)).toEqual([])
    expect(warnings).toEqual([expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' })])
  },
)

test('keeps sessions for this visit without storage and without a warning', async () => {
  const { context, warnings } = createContext({ storage: null })
  const sessions = createLocalSessions()(context)
  await sessions.add(kept)
  expect([await sessions.get(chainId, accountAddress), warnings]).toEqual([[kept], []])
})

test('sees and reports changes of another tab', async () => {
  const storage = createStorage()
  const [mine, theirs] = [createContext({ storage }), createContext({ storage })]
  const [here, there] = [createLocalSessions()(mine.context), createLocalSessions()(theirs.context)]
  await here.add(kept)
  let told = 0
  const stop = here.onChange?.(() => told++)
  await there.delete(chainId, accountAddress)
  mine.page.dispatchEvent(Object.assign(new Event('storage'), { key: 'latchkey/siwx' }))
  expect([told, await here.get(chainId, accountAddress)]).toEqual([1, []])
  stop?.()
  expect(mine.page.listenerCount()).toBe(0)
})

test('returns only valid sessions and never throws, whatever is stored', async () => {
  await assert(
    asyncProperty(anything(), string(), async (value, text) => {
      for (const stored of [
        text,
        toJson({ v: 1, data: value }),
        toJson({ v: 1, data: [value, { ...kept, cacao: value }] }),
      ]) {
        const storage = createStorage({ 'latchkey/siwx': stored })
        const found = await createLocalSessions()(createContext({ storage }).context).get(chainId, accountAddress)
        expect(found.every((session: KeptSession) => session.message === kept.message)).toBe(true)
      }
    }),
  )
})

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? ''
}

test('createMemorySessions keeps sessions for this visit, and writes nothing to storage', async () => {
  const storage = createStorage()
  const { context } = createContext({ storage })
  const sessions = createMemorySessions()(context)
  await sessions.add(toKept())
  expect(await sessions.get('eip155:1', evm.accountAddress)).toEqual([toKept()])
  expect(storage.entries.size).toBe(0)
  expect(await createMemorySessions()(context).get('eip155:1', evm.accountAddress)).toEqual([])
})

test('createMemorySessions shares no sessions between modals', async () => {
  const open = createMemorySessions()
  const [one, two] = [open(createContext().context), open(createContext().context)]
  await one.add(toKept())
  expect(await two.get('eip155:1', evm.accountAddress)).toEqual([])
})
