import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { LatchkeyError } from '../errors/LatchkeyError.js'
import { assertCaipAddress } from '../errors/network.js'
import { isNamespace, namespaces, parseCaipAddress, parseCaipNetworkId, toCaipAddress } from './caip.js'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

test('[S3.2] knows the five chain namespaces and no other', () => {
  expect(namespaces).toEqual(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'])
  for (const namespace of namespaces) expect(isNamespace(namespace)).toBe(true)
  for (const other of ['', 'EIP155', 'ton', 'constructor', '__proto__', 'toString', null, undefined, 155, ['eip155']])
    expect(isNamespace(other)).toBe(false)
})

test('[S5.8] a network id has exactly two parts and a known namespace', () => {
  expect(parseCaipNetworkId('eip155:1')).toEqual({ namespace: 'eip155', reference: '1' })
  expect(parseCaipNetworkId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')?.namespace).toBe('solana')
  for (const wrong of ['eip155', 'eip155:', ':1', 'eip155:1:', 'eip155:1:0x', 'foo:1', '', ' eip155:1', null, 1, {}])
    expect(parseCaipNetworkId(wrong)).toBeNull()
})

test('[S5.8] an address has three parts, none of them empty, and a known namespace', () => {
  expect(parseCaipAddress(`eip155:1:${address}`)).toEqual({ namespace: 'eip155', reference: '1', address })
  for (const wrong of [address, `eip155:${address}`, `eip155::${address}`, 'eip155:1:', `foo:1:${address}`, null, []])
    expect(parseCaipAddress(wrong)).toBeNull()
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
])('[S8.43] [I24] refuses %s with "Invalid CAIP Address"', (_, value) => {
  expect(() => assertCaipAddress(value)).toThrow(
    expect.objectContaining({ code: 'INVALID_CAIP_ADDRESS', shortMessage: 'Invalid CAIP Address' }),
  )
})

test.each([[undefined], [null], [7n], [{ toString: () => 'eip155:1:0x1' }], [Symbol('x')]])(
  'refuses what is no text with the same named error: %o',
  (value) => {
    const read = (): unknown => assertCaipAddress(value as never)
    expect(read).toThrow(expect.objectContaining({ code: 'INVALID_CAIP_ADDRESS' }))
  },
)

test('an error quotes at most the beginning of a huge value', () => {
  try {
    assertCaipAddress('x'.repeat(100_000))
    expect.unreachable()
  } catch (cause) {
    expect((cause as LatchkeyError).message.length).toBeLessThan(400)
  }
})

test('joins what it parses, and parses what it joins', () => {
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

test('no text makes the parsers throw, and none is both a network and an account', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(parseCaipNetworkId(text) !== null && parseCaipAddress(text) !== null).toBe(false)
    }),
  )
})
