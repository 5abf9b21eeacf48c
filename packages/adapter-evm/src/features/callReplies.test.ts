import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCallsStatus, parseCapabilities } from './callReplies.js'

const hashes = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`)

const receipts = (...statuses: readonly unknown[]) =>
  statuses.map((status, index) => ({ transactionHash: hashes[index], status }))

describe('parseCallsStatus with version 2.0.0', () => {
  for (const [code, status] of [
    [100, 'pending'],
    [200, 'confirmed'],
    [400, 'failed'],
    [500, 'reverted'],
    [600, 'partial'],
    [199, 'pending'],
    [699, 'partial'],
  ] as const)
    test(`maps ${code} to ${status}`, () => {
      const reply = { version: '2.0.0', status: code, atomic: true, receipts: receipts('0x1') }
      expect(parseCallsStatus(reply)).toEqual({ status, code, isAtomic: true, hashes: hashes.slice(0, 1) })
    })

  test('lists the transaction hashes in order; a pending bundle has none', () => {
    expect(parseCallsStatus({ status: 600, atomic: false, receipts: receipts('0x1', '0x0') })).toMatchObject({
      isAtomic: false,
      hashes: hashes.slice(0, 2),
    })
    expect(parseCallsStatus({ status: 100, atomic: true })).toMatchObject({ isAtomic: true, hashes: [] })
    expect(parseCallsStatus({ status: 100, atomic: false, receipts: null })).toMatchObject({ hashes: [] })
  })

  test('reads atomicity from the wallet’s reply, or else from the number of receipts', () => {
    const isAtomic = (atomic: unknown, count: number) =>
      parseCallsStatus({ status: 200, atomic, receipts: receipts('0x1', '0x1').slice(0, count) })?.isAtomic
    expect(isAtomic(true, 2)).toBe(true)
    expect(isAtomic(false, 1)).toBe(false)
    expect(isAtomic('yes', 1)).toBe(false)
    expect([0, 1, 2].map((count) => isAtomic(undefined, count))).toEqual([false, true, false])
  })
})

describe('parseCallsStatus with the older status names', () => {
  for (const [word, statuses, code] of [
    ['PENDING', [], 100],
    ['CONFIRMED', ['0x1'], 200],
    ['CONFIRMED', ['success', 'success'], 200],
    ['CONFIRMED', [], 200],
    ['CONFIRMED', ['0x0'], 500],
    ['CONFIRMED', ['reverted', 'reverted'], 500],
    ['CONFIRMED', ['0x1', '0x0'], 600],
  ] as const)
    test(`maps ${word} with the receipts ${JSON.stringify(statuses)} to ${code}`, () => {
      expect(parseCallsStatus({ status: word, receipts: receipts(...statuses) })?.code).toBe(code)
    })
})

describe('parseCallsStatus returns null for anything else', () => {
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

  test('or a valid status for arbitrary values, and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (status, atomic, list) => {
        const found = parseCallsStatus({ status, atomic, receipts: list })
        expect(found === null || found.hashes.every((item) => /^0x[\da-f]{64}$/.test(item))).toBe(true)
      }),
    )
  })
})

const atomic = { atomic: { status: 'supported' } }

describe('parseCapabilities', () => {
  test('keys the chains by CAIP-2 id, in any notation of the wallet', () => {
    const reply = { '0x1': atomic, '0xA4B1': {}, '10': atomic }
    expect(parseCapabilities(reply, [])).toEqual({ 'eip155:1': atomic, 'eip155:42161': {}, 'eip155:10': atomic })
  })

  test('applies the capabilities of 0x0 to the requested and listed chains, unless these override them', () => {
    const reply = {
      '0x0': { ...atomic, paymasterService: { supported: true } },
      '0x1': { paymasterService: { supported: false } },
    }
    expect(parseCapabilities(reply, ['eip155:10'])).toEqual({
      'eip155:1': { ...atomic, paymasterService: { supported: false } },
      'eip155:10': { ...atomic, paymasterService: { supported: true } },
    })
  })

  test('omits a requested chain that the wallet does not list', () => {
    expect(parseCapabilities({ '0x1': atomic }, ['eip155:10'])).toEqual({ 'eip155:1': atomic })
  })

  test('ignores keys that are not chain ids', () => {
    expect(parseCapabilities({ '0x1': atomic, mainnet: atomic, '-1': atomic, '0x': {} }, [])).toEqual({
      'eip155:1': atomic,
    })
  })
})

describe('parseCapabilities with untrusted data', () => {
  for (const reply of [undefined, null, 'x', 7, [], { '0x1': null }, { '0x1': 'all' }, { '0x1': [] }])
    test(`returns null for ${JSON.stringify(reply)}`, () => {
      expect(parseCapabilities(reply, [])).toBeNull()
    })

  test('returns null for a getter that throws, a circular reference and an oversized reply', () => {
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

  test('copies plain data only, without functions and foreign prototypes', () => {
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
