import { anything, assert, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bundle, listRequired } from './parseBundle.js'
import { parseEvmParams } from './parseEvmRequest.js'

const key = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const smart = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const accounts = [
  { address: smart, type: 'smartAccount' },
  { address: key, type: 'eoa' },
] as const

const context = { address: smart, accounts, chainId: 1 }

const parse = (bundle: unknown) => parseEvmParams('wallet_sendCalls', [bundle], context)[0] as Bundle

const base = { version: '2.0.0', chainId: '0x1', atomicRequired: true }

const calls = [{ to: other }]

const invalid = expect.objectContaining({ code: 'INVALID_PARAMS', rpcCode: -32602 })

describe('[S5.10] a bundle of calls', () => {
  test('defaults to the active account, normalizes known fields and drops unknown ones', () => {
    const given = [
      { to: other, data: '0xAB', value: 10n },
      { to: key, value: '0x01', x: 1 },
      { to: other, capabilities: { gasLimitOverride: { optional: true } } },
    ]
    expect(parse({ ...base, chainId: '0x01', calls: given, id: 'order-7', x: 1 })).toEqual({
      ...base,
      from: smart,
      id: 'order-7',
      calls: [
        { to: other, data: '0xAB', value: '0xa' },
        { to: key, value: '0x1' },
        { to: other, capabilities: { gasLimitOverride: { optional: true } } },
      ],
    })
  })

  test('defaults to version 1.0', () => {
    expect(parse({ chainId: '0x1', from: smart.toLowerCase(), calls })).toEqual({
      version: '1.0',
      from: smart,
      chainId: '0x1',
      calls,
    })
  })

  test.each([
    ['a string', 'x'],
    ['null', null],
    ['no calls', { ...base }],
    ['an empty list', { ...base, calls: [] }],
    ['calls that are not an array', { ...base, calls: { 0: calls[0], length: 1 } }],
    ['a call that is null', { ...base, calls: [null] }],
    ['an address without 0x', { ...base, calls: [{ to: other.slice(2) }] }],
    ['another field in place of the address', { ...base, calls: [{ target: other }] }],
    ['odd-length hex', { ...base, calls: [{ to: other, data: '0xabc' }] }],
    ['data without 0x', { ...base, calls: [{ to: other, data: 'abc' }] }],
    ['a negative amount', { ...base, calls: [{ to: other, value: -1n }] }],
    ['an amount in decimals', { ...base, calls: [{ to: other, value: '5' }] }],
    ['2^256', { ...base, calls: [{ to: other, value: `0x1${'0'.repeat(64)}` }] }],
    ["another user's account", { ...base, calls, from: other }],
    ['no chain', { ...base, calls, chainId: undefined }],
    ['another chain', { ...base, calls, chainId: '0x2' }],
    ['an unsupported version', { ...base, calls, version: '3.0.0' }],
    ['a version that is not a string', { ...base, calls, version: 2 }],
    ['an empty id', { ...base, calls, id: '' }],
    ['an id that is too long', { ...base, calls, id: 'a'.repeat(10_000) }],
    ['capabilities that are an array', { ...base, calls, capabilities: [] }],
    ['an atomicRequired that is not a boolean', { ...base, calls, atomicRequired: 'yes' }],
  ])('error: throws INVALID_PARAMS for %s', (_, bundle) => {
    expect(() => parse(bundle)).toThrow(invalid)
  })

  test('error: throws INVALID_PARAMS for circular capabilities', () => {
    const capabilities: Record<string, unknown> = {}
    capabilities['self'] = capabilities
    expect(() => parse({ ...base, calls, capabilities })).toThrow(invalid)
  })

  test('[I21] may have 100 calls, but is rejected with 5740 if it has a thousand', () => {
    const many = Array.from({ length: 1_000 }, () => calls[0])
    expect(() => parse({ ...base, calls: many })).toThrow(expect.objectContaining({ rpcCode: 5740 }))
    expect(parse({ ...base, calls: many.slice(0, 100) }).calls).toHaveLength(100)
  })

  test('[I21] is rejected with ATOMICITY_NOT_SUPPORTED for the EOA', () => {
    const fault = expect.objectContaining({ code: 'ATOMICITY_NOT_SUPPORTED', rpcCode: 5760 })
    expect(() => parse({ ...base, calls, from: key })).toThrow(fault)
    const plain = { address: key, chainId: 1 }
    expect(() => parseEvmParams('wallet_sendCalls', [{ ...base, calls }], plain)).toThrow(fault)
  })

  test('is parsed or rejected with an RPC code, whatever the input', () => {
    assert(
      property(anything(), anything(), (bundle, call) => {
        for (const given of [bundle, { ...base, calls: [call] }])
          try {
            parse(given)
          } catch (cause) {
            expect(cause).toMatchObject({ rpcCode: expect.any(Number) })
          }
      }),
      { numRuns: 250 },
    )
  })
})

test('listRequired lists each required capability once, and no optional ones', () => {
  const bundle = parse({
    ...base,
    capabilities: { paymasterService: { url: 'https://pay.example' }, moon: { optional: true } },
    calls: [
      { to: other, capabilities: { paymasterService: {}, gas: null } },
      { to: other, capabilities: { sun: { optional: 'true' } } },
    ],
  })
  expect(listRequired(bundle)).toEqual(['paymasterService', 'gas', 'sun'])
  expect(listRequired(parse({ ...base, calls }))).toEqual([])
})

test.each([[undefined], [''], [7], ['a'.repeat(8_195)], [{ id: 'a' }]])(
  'error: throws INVALID_PARAMS for %o as the ID of a bundle',
  (id) => {
    expect(() => parseEvmParams('wallet_getCallsStatus', [id], context)).toThrow(invalid)
  },
)

test('passes on the ID of a bundle unchanged', () => {
  expect(parseEvmParams('wallet_getCallsStatus', ['order-7', 1], context)).toEqual(['order-7'])
})
