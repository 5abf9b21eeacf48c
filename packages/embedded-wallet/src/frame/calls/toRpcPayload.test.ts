import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHexValues, toRpcPayload } from './toRpcPayload.js'

const app = {
  getChain: (namespace?: string) => (namespace === 'solana' ? ('solana:5eykt' as const) : ('eip155:10' as const)),
  getRpcUrl: (chain: string) => `https://rpc.example/${chain}`,
}

test('[S5.12] defaults to EVM, the namespace’s current chain, and its RPC URL', () => {
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

test('keeps a given chain and RPC URL, and never adds the RPC URL of another chain', () => {
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

test('converts BigInt values to hex at any depth', () => {
  expect(toHexValues(255n)).toBe('0xff')
  expect(toHexValues([{ value: 10n ** 18n, list: [0n, 'x', null, undefined, 1.5, true] }])).toEqual([
    { value: '0xde0b6b3a7640000', list: ['0x0', 'x', null, undefined, 1.5, true] },
  ])
  expect(toHexValues(-16n)).toBe('-0x10')
})

test('leaves all other values unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(toHexValues(value)).toEqual(value)
    }),
  )
  const bytes = new Uint8Array([1, 2])
  expect(toHexValues({ bytes })).toEqual({ bytes })
})

test('non-negative BigInt values survive the round trip through hex', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n }), (value) => {
      expect(BigInt(toHexValues(value) as string)).toBe(value)
    }),
  )
})
