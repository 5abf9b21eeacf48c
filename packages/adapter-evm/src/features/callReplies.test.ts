import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCallsStatus, parseCapabilities } from './callReplies.js'

const hashes = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`)

const receipts = (...statuses: readonly unknown[]) =>
  statuses.map((status, index) => ({ transactionHash: hashes[index], status }))

describe('version 2.0.0', () => {
  for (const [code, status] of [
    [100, 'pending'],
    [200, 'confirmed'],
    [400, 'failed'],
    [500, 'reverted'],
    [600, 'partial'],
    [199, 'pending'],
    [699, 'partial'],
  ] as const)
    test(`${code} is ${status}`, () => {
      const reply = { version: '2.0.0', status: code, atomic: true, receipts: receipts('0x1') }
      expect(parseCallsStatus(reply)).toEqual({ status, code, isAtomic: true, hashes: hashes.slice(0, 1) })
    })

  test('lists the transactions in their order; a pending bundle has none', () => {
    expect(parseCallsStatus({ status: 600, atomic: false, receipts: receipts('0x1', '0x0') })).toMatchObject({
      isAtomic: false,
      hashes: hashes.slice(0, 2),
    })
    expect(parseCallsStatus({ status: 100, atomic: true })).toMatchObject({ isAtomic: true, hashes: [] })
    expect(parseCallsStatus({ status: 100, atomic: false, receipts: null })).toMatchObject({ hashes: [] })
  })

  test('atomic is what the wallet says, and else what the receipts show', () => {
    const isAtomic = (atomic: unknown, count: number) =>
      parseCallsStatus({ status: 200, atomic, receipts: receipts('0x1', '0x1').slice(0, count) })?.isAtomic
    expect(isAtomic(true, 2)).toBe(true)
    expect(isAtomic(false, 1)).toBe(false)
    expect(isAtomic('yes', 1)).toBe(false)
    expect([0, 1, 2].map((count) => isAtomic(undefined, count))).toEqual([false, true, false])
  })
})

describe('older words', () => {
  for (const [word, statuses, code] of [
    ['PENDING', [], 100],
    ['CONFIRMED', ['0x1'], 200],
    ['CONFIRMED', ['success', 'success'], 200],
    ['CONFIRMED', [], 200],
    ['CONFIRMED', ['0x0'], 500],
    ['CONFIRMED', ['reverted', 'reverted'], 500],
    ['CONFIRMED', ['0x1', '0x0'], 600],
  ] as const)
    test(`${word} with ${JSON.stringify(statuses)} is ${code}`, () => {
      expect(parseCallsStatus({ status: word, receipts: receipts(...statuses) })?.code).toBe(code)
    })
})

describe('anything else is null', () => {
  const [hash] = hashes
  for (const reply of [
    undefined,
    null,
    200,
    'CONFIRMED',
    [],
    {},
    { status: 'DONE' },
    { status: '200' },
    { status: 0 },
    { status: 99 },
    { status: 300 },
    { status: 700 },
    { status: 200.5 },
    { status: Number.NaN },
    { status: 200, receipts: {} },
    { status: 200, receipts: [null] },
    { status: 200, receipts: [{ transactionHash: '0x12' }] },
    { status: 200, receipts: Array.from({ length: 1_001 }, () => ({ transactionHash: hash, status: '0x1' })) },
  ])
    test(JSON.stringify(reply)?.slice(0, 60) ?? 'undefined', () => {
      expect(parseCallsStatus(reply)).toBeNull()
    })

  test('a getter that throws', () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('mine')
        },
      },
    )
    expect(parseCallsStatus(trap)).toBeNull()
    expect(parseCallsStatus({ status: 200, receipts: [trap] })).toBeNull()
  })

  test('or a status, whatever comes; never an error', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (status, atomic, list) => {
        const found = parseCallsStatus({ status, atomic, receipts: list })
        expect(found === null || found.hashes.every((item) => /^0x[\da-f]{64}$/.test(item))).toBe(true)
      }),
    )
  })
})

const atomic = { atomic: { status: 'supported' } }

describe('the chains of a reply', () => {
  test('are keyed by CAIP-2 id, however the wallet writes them', () => {
    const reply = { '0x1': atomic, '0xA4B1': {}, '10': atomic }
    expect(parseCapabilities(reply, [])).toEqual({ 'eip155:1': atomic, 'eip155:42161': {}, 'eip155:10': atomic })
  })

  test('what holds everywhere holds on the wanted and the named ones, whose own words count more', () => {
    const reply = {
      '0x0': { ...atomic, paymasterService: { supported: true } },
      '0x1': { paymasterService: { supported: false } },
    }
    expect(parseCapabilities(reply, ['eip155:10'])).toEqual({
      'eip155:1': { ...atomic, paymasterService: { supported: false } },
      'eip155:10': { ...atomic, paymasterService: { supported: true } },
    })
  })

  test('one that the wallet says nothing of is absent', () => {
    expect(parseCapabilities({ '0x1': atomic }, ['eip155:10'])).toEqual({ 'eip155:1': atomic })
  })

  test('what is no chain is passed over', () => {
    expect(parseCapabilities({ '0x1': atomic, mainnet: atomic, '-1': atomic, '0x': {} }, [])).toEqual({
      'eip155:1': atomic,
    })
  })
})

describe('foreign data', () => {
  for (const reply of [undefined, null, 'x', 7, [], { '0x1': null }, { '0x1': 'all' }, { '0x1': [] }])
    test(`null for ${JSON.stringify(reply)}`, () => {
      expect(parseCapabilities(reply, [])).toBeNull()
    })

  test('null for a getter that throws, a circle, and more than a page should hold', () => {
    const circle: Record<string, unknown> = {}
    circle['0x1'] = { circle }
    expect(parseCapabilities(circle, [])).toBeNull()
    const trap = Object.defineProperty({}, '0x1', {
      enumerable: true,
      get: () => {
        throw new Error('mine')
      },
    })
    expect(parseCapabilities(trap, [])).toBeNull()
    expect(parseCapabilities({ '0x1': { a: 'x'.repeat(200_000) } }, [])).toBeNull()
  })

  test('comes as data that is ours: no function, no prototype of theirs', () => {
    const reply = { '0x1': JSON.parse('{"__proto__": {"isAdmin": true}, "atomic": {}}') as object }
    const found = parseCapabilities(reply, [])?.['eip155:1'] ?? {}
    expect(Object.keys(found)).toContain('atomic')
    expect((found as { isAdmin?: unknown }).isAdmin).toBeUndefined()
    const live = parseCapabilities(
      {
        '0x1': {
          run: () => 1,
          atomic: new (class {
            status = 'ready'
          })(),
        },
      },
      [],
    )
    expect(live).toStrictEqual({ 'eip155:1': { atomic: { status: 'ready' } } })
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (reply) => {
        const found = parseCapabilities(reply, ['eip155:1'])
        expect(found === null || Object.keys(found).every((id) => /^eip155:\d+$/.test(id))).toBe(true)
      }),
    )
  })
})
