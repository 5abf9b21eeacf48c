import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCapabilities } from './parseCapabilities.js'

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
