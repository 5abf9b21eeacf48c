import type { CaipNetworkId } from '@latchkey/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddresses, readChain, readEvent } from './readEvent.js'

const event = (data: unknown, caipNetworkId: CaipNetworkId = 'eip155:1') => ({ name: 'x', data, caipNetworkId })

describe('readEvent', () => {
  test('reads name, chain and what it brings', () => {
    expect(readEvent({ event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:1' })).toEqual({
      name: 'chainChanged',
      data: 10,
      caipNetworkId: 'eip155:1',
    })
  })

  test('no value throws, and a chain is one of a known family', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readEvent({ event: value, chainId: 'eip155:1' })?.caipNetworkId ?? 'eip155:1').toBe('eip155:1')
        expect(readEvent({ event: { name: 'x' }, chainId: value })).toBeNull()
        expect(readEvent(value)).toBeNull()
      }),
    )
  })
})

describe('readChain', () => {
  for (const [data, chain] of [
    [10, 'eip155:10'],
    ['10', 'eip155:10'],
    ['0xa', 'eip155:10'],
    ['eip155:10', 'eip155:10'],
    [{ chainId: '0xa' }, 'eip155:10'],
    ['solana:x', 'eip155:1'],
    [0, 'eip155:1'],
    [-1, 'eip155:1'],
    ['mainnet', 'eip155:1'],
    [null, 'eip155:1'],
    [undefined, 'eip155:1'],
  ] as const)
    test(`${JSON.stringify(data)} means ${chain}`, () => {
      expect(readChain(event(data))).toBe(chain)
    })

  test('elsewhere it is a CAIP-2 id, or the chain of the event', () => {
    expect(readChain(event('solana:b', 'solana:a'))).toBe('solana:b')
    expect(readChain(event(5, 'solana:a'))).toBe('solana:a')
  })

  test('no value throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readChain(event(value))).toMatch(/^eip155:[1-9]\d*$/)
      }),
    )
  })
})

describe('readAddresses', () => {
  test('takes bare addresses and CAIP-10 ids of the family', () => {
    expect(readAddresses(event(['0xa', 'eip155:10:0xb', 'solana:x:c', '', 7, null]))).toEqual(['0xa', '0xb'])
  })

  test('no value throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readAddresses(event(value)).every((item) => typeof item === 'string')).toBe(true)
      }),
    )
  })
})
