import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHexValues, toRpcPayload } from './toRpcPayload.js'

const app = {
  getChain: (namespace?: string) => (namespace === 'solana' ? ('solana:5eykt' as const) : ('eip155:10' as const)),
  getRpcUrl: (chain: string) => `https://rpc.example/${chain}`,
}

test('[S5.12] what the app leaves out is filled in: EVM, the chain that it is on there, and its node', () => {
  expect(toRpcPayload({ method: 'eth_call', params: [1n] }, app)).toEqual({
    method: 'eth_call',
    params: ['0x1'],
    chainNamespace: 'eip155',
    chainId: 10,
    rpcUrl: 'https://rpc.example/eip155:10',
  })
  expect(toRpcPayload({ method: 'solana_signMessage', chainNamespace: 'solana' }, app)).toEqual({
    method: 'solana_signMessage',
    chainNamespace: 'solana',
    chainId: 'solana:5eykt',
    rpcUrl: 'https://rpc.example/solana:5eykt',
  })
})

test('what it says holds, and a node of another chain is never put beside its chain', () => {
  expect(toRpcPayload({ method: 'eth_call', chainId: 1 }, app)).toEqual({
    method: 'eth_call',
    chainNamespace: 'eip155',
    chainId: 1,
  })
  expect(toRpcPayload({ method: 'eth_call', chainId: 1, rpcUrl: 'https://own.example' }, app).rpcUrl).toBe(
    'https://own.example',
  )
  expect(toRpcPayload({ method: 'eth_call' }, { getChain: () => undefined, getRpcUrl: () => 'x' })).toEqual({
    method: 'eth_call',
    chainNamespace: 'eip155',
  })
})

test('BigInt values become hex, wherever they stand', () => {
  expect(toHexValues(255n)).toBe('0xff')
  expect(toHexValues([{ value: 10n ** 18n, list: [0n, 'x', null, undefined, 1.5, true] }])).toEqual([
    { value: '0xde0b6b3a7640000', list: ['0x0', 'x', null, undefined, 1.5, true] },
  ])
  expect(toHexValues(-16n)).toBe('-0x10')
})

test('all else stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(toHexValues(value)).toEqual(value)
    }),
  )
  const bytes = new Uint8Array([1, 2])
  expect(toHexValues({ bytes })).toEqual({ bytes })
})

test('every value that is no negative number reads back as it was', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n }), (value) => {
      expect(BigInt(toHexValues(value) as string)).toBe(value)
    }),
  )
})
