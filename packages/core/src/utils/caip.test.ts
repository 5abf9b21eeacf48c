import { assert, constantFrom, property, string, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import type { LatchkeyError } from '../errors/LatchkeyError.js'
import { assertCaipAddress } from '../errors/network.js'
import {
  isAddress,
  isNamespace,
  isSameAddress,
  namespaces,
  parseCaipAddress,
  parseCaipNetworkId,
  toCaipAddress,
  toShortAddress,
} from './caip.js'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

test('[S3.2] knows the five chain namespaces, and accepts any other that matches the CAIP-2 grammar', () => {
  expect(namespaces).toEqual(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'])
  for (const namespace of [...namespaces, 'tron', 'sui', 'a-1']) expect(isNamespace(namespace)).toBe(true)
  for (const other of [
    '',
    'EIP155',
    'to',
    'constructor',
    '__proto__',
    'toString',
    't:n',
    null,
    undefined,
    155,
    ['eip155'],
  ])
    expect(isNamespace(other)).toBe(false)
})

test('[S5.8] a network id has exactly two parts', () => {
  expect(parseCaipNetworkId('tron:0x2b6653dc')).toEqual({ namespace: 'tron', reference: '0x2b6653dc' })
  expect(parseCaipNetworkId('eip155:1')).toEqual({ namespace: 'eip155', reference: '1' })
  expect(parseCaipNetworkId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')?.namespace).toBe('solana')
  for (const wrong of ['eip155', 'eip155:', ':1', 'eip155:1:', 'eip155:1:0x', 'FOO:1', '', ' eip155:1', null, 1, {}])
    expect(parseCaipNetworkId(wrong)).toBeNull()
})

test('[S5.8] an address has three parts, none of them empty, and a known namespace', () => {
  expect(parseCaipAddress(`eip155:1:${address}`)).toEqual({ namespace: 'eip155', reference: '1', address })
  for (const wrong of [address, `eip155:${address}`, `eip155::${address}`, 'eip155:1:', `foo:1:${address}`, null, []])
    expect(parseCaipAddress(wrong)).toBeNull()
  expect(parseCaipAddress('tron:0x2b6653dc:TJ', ['tron'])?.namespace).toBe('tron')
})

test.each([
  ['two parts', 'eip155:1'],
  ['four parts', 'eip155:1:0x1:2'],
  ['an unknown namespace', 'foo:1:x'],
  ['a name of Object.prototype', 'constructor:1:x'],
  ['the name of a prototype', '__proto__:1:x'],
  ['a space inside', 'eip155:1: 0x1'],
  ['a space around', ' eip155:1:0x1 '],
  ['a line break', 'eip155:1:0x1\n'],
  ['an empty part', 'eip155::0x1'],
  ['nothing', ''],
])('[S8.43] [I24] rejects %s with "Invalid CAIP Address"', (_, value) => {
  expect(() => assertCaipAddress(value)).toThrow(
    expect.objectContaining({ code: 'INVALID_CAIP_ADDRESS', shortMessage: 'Invalid CAIP Address' }),
  )
})

test.each([[undefined], [null], [7n], [{ toString: () => 'eip155:1:0x1' }], [Symbol('x')]])(
  'rejects a value that is not a string with the same error: %o',
  (value) => {
    const read = (): unknown => assertCaipAddress(value as never)
    expect(read).toThrow(expect.objectContaining({ code: 'INVALID_CAIP_ADDRESS' }))
  },
)

test('an error quotes only the beginning of a huge value', () => {
  try {
    assertCaipAddress('x'.repeat(100_000))
    expect.unreachable()
  } catch (cause) {
    expect((cause as LatchkeyError).message.length).toBeLessThan(400)
  }
})

test('parseCaipAddress parses what toCaipAddress joins', () => {
  const part = string({ minLength: 1, maxLength: 60 }).filter((text) => !/[\s:]/.test(text))
  assert(
    property(constantFrom(...namespaces), part, part, (namespace, reference, account) => {
      expect(parseCaipAddress(toCaipAddress(`${namespace}:${reference}`, account))).toEqual({
        namespace,
        reference,
        address: account,
      })
    }),
  )
})

test('the parsers never throw, and no string is both a network and an account', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(parseCaipNetworkId(text) !== null && parseCaipAddress(text) !== null).toBe(false)
    }),
  )
})

const hex = (length: number): string => 'aB'.repeat(20).padEnd(length, 'c').slice(0, length)

test('[S5.7] an EVM address is 40 hex characters with an optional 0x', () => {
  expect(isAddress('eip155', `0x${hex(40)}`)).toBe(true)
  expect(isAddress('eip155', hex(40))).toBe(true)
  for (const wrong of [hex(39), hex(41), `0x${hex(39)}`, `0x${hex(41)}`, `1x${hex(40)}`, `0x${hex(39)}g`, '', '0x'])
    expect(isAddress('eip155', wrong)).toBe(false)
})

test('[S5.7] a Solana address is 32 to 44 base58 characters', () => {
  expect(isAddress('solana', '1'.repeat(32))).toBe(true)
  expect(isAddress('solana', 'z'.repeat(44))).toBe(true)
  for (const wrong of ['1'.repeat(31), '1'.repeat(45), '']) expect(isAddress('solana', wrong)).toBe(false)
  for (const letter of '0OIl') expect(isAddress('solana', letter + '1'.repeat(32))).toBe(false)
})

test.each([`0x${hex(40)}\n`, ` 0x${hex(40)}`, `0x${hex(20)} ${hex(20)}`])(
  'rejects an address with whitespace: %j',
  (text) => {
    expect(isAddress('eip155', text)).toBe(false)
  },
)

test.each([null, undefined, 1, [hex(40)], { toString: () => hex(40) }])(
  'rejects an address that is not a string: %o',
  (value) => {
    expect(isAddress('eip155', value)).toBe(false)
  },
)

test('accepts letters and digits in namespaces with several address formats', () => {
  expect(isAddress('bip122', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe(true)
  expect(isAddress('bip122', 'bc1q<script>')).toBe(false)
})

test('ignores case when it compares EVM addresses, but not others', () => {
  expect(isSameAddress('eip155', '0xABcd', '0xabCD')).toBe(true)
  expect(isSameAddress('eip155', '0xABcd', '0xABce')).toBe(false)
  expect(isSameAddress('solana', 'AbC', 'abc')).toBe(false)
  expect(isSameAddress('solana', 'AbC', 'AbC')).toBe(true)
})

test('accepts only letters and digits in an address', () => {
  assert(
    property(constantFrom(...namespaces), string({ unit: 'binary', maxLength: 140 }), (namespace, text) => {
      expect(isAddress(namespace, text) && !/^[0-9a-zA-Z]+$/.test(text)).toBe(false)
    }),
  )
})

test('accepts every address in the right format', () => {
  assert(
    property(stringMatching(/^(0x)?[0-9a-fA-F]{40}$/), stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/), (evm, sol) => {
      expect([isAddress('eip155', evm), isAddress('solana', sol)]).toEqual([true, true])
    }),
  )
})

test('toShortAddress shows the first six and the last four characters', () => {
  expect(toShortAddress('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')).toBe('0x71C7…976F')
})

test('toShortAddress leaves a short string whole', () => {
  expect(toShortAddress('vitalik.eth')).toBe('vitalik.eth')
  expect(toShortAddress('')).toBe('')
  expect([toShortAddress('123456789012'), toShortAddress('1234567890123')]).toEqual(['123456789012', '123456…0123'])
})
