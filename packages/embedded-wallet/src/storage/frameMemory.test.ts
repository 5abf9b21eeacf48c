import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { assertCooledDown, storeEmailTime } from '../frame/calls/storeReply.js'
import {
  clearLogin,
  createFrameMemory,
  type FrameMemoryKey,
  getLastChain,
  hasLogin,
  setLastChain,
  toMemoryKey,
} from './frameMemory.js'
import { createMapStorage } from './testing/createMapStorage.js'

afterEach(() => vi.restoreAllMocks())

/** Closed: a key that is missing here does not compile. */
const allKeys: { readonly [key in FrameMemoryKey]: true } = {
  emailLoginUsed: true,
  email: true,
  username: true,
  socialProvider: true,
  guest: true,
  loginKinds: true,
  redirect: true,
  lastLogin: true,
  lastChain: true,
  smartAccountNetworks: true,
  smartAccounts: true,
  sessionToken: true,
}

const keys = Object.keys(allKeys) as readonly FrameMemoryKey[]

function open(entries: { readonly [key: string]: string } = {}) {
  const storage = createMapStorage(entries)
  const warn = vi.fn()
  const create = () => createFrameMemory({ env: { storage: () => storage }, id: 'shop', warn })
  return { storage, warn, create, memory: create() }
}

test('[S3.23] stores every key between visits under one prefix', () => {
  const { memory, storage, create } = open()
  for (const key of keys) memory.set(key, `value of ${key}`)
  expect([...storage.entries.keys()]).toEqual(keys.map((key) => `shop/wallet/${key}`))
  const later = create()
  for (const key of keys) expect(later.get(key)).toBe(`value of ${key}`)
  for (const key of keys) later.delete(key)
  expect(storage.entries.size).toBe(0)
  expect(memory.get('email')).toBeUndefined()
})

test('[F37] warns once if storage throws, and continues in memory', () => {
  const { memory, storage, warn } = open({ 'shop/wallet/email': 'old@example.com' })
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  memory.set('emailLoginUsed', 'true')
  memory.set('email', 'ann@example.com')
  expect(hasLogin(memory)).toBe(true)
  expect(memory.get('email')).toBe('ann@example.com')
  memory.delete('email')
  expect(memory.get('email')).toBeUndefined()
  expect(warn).toHaveBeenCalledOnce()
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
})

test('works in memory without storage, and if access to it is denied', () => {
  const throws = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const storage of [() => null, throws]) {
    const warn = vi.fn()
    const memory = createFrameMemory({ env: { storage }, id: 'shop', warn })
    expect(memory.get('email')).toBeUndefined()
    memory.set('email', 'ann@example.com')
    expect(memory.get('email')).toBe('ann@example.com')
    expect(warn).toHaveBeenCalledTimes(storage === throws ? 1 : 0)
  }
})

test('ignores invalid stored values', () => {
  const { memory, storage } = open()
  storage.entries.set(toMemoryKey('shop', 'sessionToken'), 'x'.repeat(5_000_000))
  expect(memory.get('sessionToken')).toBeUndefined()
  for (const garbage of ['', 'x'.repeat(200)]) {
    storage.entries.set(toMemoryKey('shop', 'lastChain'), garbage)
    expect(getLastChain(memory)).toBeUndefined()
  }
  for (const garbage of ['', 'yes', '1']) {
    storage.entries.set(toMemoryKey('shop', 'emailLoginUsed'), garbage)
    expect(hasLogin(memory)).toBe(false)
  }
  for (const garbage of ['', 'soon', 'NaN', '-1', '1e400', '{}']) {
    storage.entries.set(toMemoryKey('shop', 'lastLogin'), garbage)
    expect(() => assertCooledDown(memory, { now: () => 1_000_000 })).not.toThrow()
  }
})

test('[S3.23] ARCHITECTURE.md lists all keys', () => {
  const text = readFileSync(new URL('../../../../ARCHITECTURE.md', import.meta.url), 'utf8')
  for (const key of keys) expect(text).toContain(`\`${key}\``)
})

test('[S4.33] clearLogin deletes the keys of the login, and keeps all others', () => {
  const { memory, storage } = open()
  for (const key of keys) memory.set(key, 'x')
  clearLogin(memory)
  expect([...storage.entries.keys()].map((key) => key.slice('shop/wallet/'.length))).toEqual([
    'loginKinds',
    'redirect',
    'lastLogin',
    'smartAccountNetworks',
    'sessionToken',
  ])
})

test('returns the last chain in the form in which it was stored', () => {
  const { memory } = open()
  for (const chain of [1, 137, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']) {
    setLastChain(memory, chain)
    expect(getLastChain(memory)).toBe(chain)
  }
})

test('[S5.2] [S9.1] [S8.2] rejects another email for thirty seconds, and reports the seconds remaining', () => {
  const { memory } = open()
  const at = (now: number) => () => assertCooledDown(memory, { now: () => now })
  expect(at(1_000_000)).not.toThrow()
  storeEmailTime(memory, { now: () => 1_000_000 })
  expect(at(1_000_000)).toThrow('Please try again after 30 seconds')
  expect(at(1_010_001)).toThrow('Please try again after 20 seconds')
  expect(at(1_029_999)).toThrow('Please try again after 1 seconds')
  expect(at(1_030_000)).not.toThrow()
  // a clock that was ahead must not lock the user out
  expect(at(900_000)).not.toThrow()
})
