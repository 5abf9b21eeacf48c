import { createTestContext } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createFrameMemory } from './frameMemory.js'
import { getLoginKind, storeLoginKind } from './loginKinds.js'
import { createMapStorage } from './testing/createMapStorage.js'

const toAddress = (number: number) => `0x${String(number).padStart(40, 'A')}`

function open(stored?: string) {
  const storage = createMapStorage(stored === undefined ? {} : { 'latchkey/wallet/loginKinds': stored })
  const { env } = createTestContext({ env: { storage: () => storage } })
  return createFrameMemory({ env, id: 'latchkey', warn: () => undefined })
}

test('returns the login kind of an address, whichever case it is written in', () => {
  const memory = open()
  storeLoginKind(memory, [toAddress(1), toAddress(2)], 'google')
  storeLoginKind(memory, [toAddress(3)], 'farcaster')
  expect([1, 2, 3, 4].map((number) => getLoginKind(memory, toAddress(number)))).toEqual([
    'google',
    'google',
    'farcaster',
    undefined,
  ])
  expect(getLoginKind(memory, toAddress(1).toLowerCase())).toBe('google')
})

test('keeps the kind of the last login, and removes it without one', () => {
  const memory = open()
  storeLoginKind(memory, [toAddress(1)], 'google')
  storeLoginKind(memory, [toAddress(1)], 'x')
  expect(getLoginKind(memory, toAddress(1))).toBe('x')
  storeLoginKind(memory, [toAddress(1)], undefined)
  expect([getLoginKind(memory, toAddress(1)), memory.get('loginKinds')]).toEqual([undefined, undefined])
})

test('keeps only the newest 20 entries', () => {
  const memory = open()
  for (let number = 1; number <= 30; number++) storeLoginKind(memory, [toAddress(number)], 'discord')
  expect(getLoginKind(memory, toAddress(10))).toBeUndefined()
  expect(getLoginKind(memory, toAddress(11))).toBe('discord')
  expect((memory.get('loginKinds') ?? '').length).toBeLessThan(2_000)
})

test.each(['', ',', 'x', '=google', '0x1=', '0x1=Evil', '0x1=google=x,__proto__=Evil', '='.repeat(8_000)])(
  'ignores invalid stored entries: %s',
  (stored) => {
    const memory = open(stored)
    for (const own of ['__proto__', 'x', '']) expect(getLoginKind(memory, own)).toBeUndefined()
    storeLoginKind(memory, ['0x2'], 'apple')
    expect(getLoginKind(memory, '0x2')).toBe('apple')
  },
)
