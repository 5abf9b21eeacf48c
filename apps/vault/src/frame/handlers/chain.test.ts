import { expect, test } from 'vitest'
import { findNetwork, getNetwork, toChainId, toNamespace } from './chain.js'

const facts = { name: 'A', symbol: 'A', decimals: 1 }

const networks = [
  { ...facts, caipNetworkId: 'eip155:1' },
  { ...facts, caipNetworkId: 'eip155:31337' },
  { ...facts, caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
]

test.each<[string | number, string, string | number]>([
  [31337, 'eip155:31337', 31337],
  ['31337', 'eip155:31337', 31337],
  ['0x7a69', 'eip155:31337', 31337],
  ['eip155:31337', 'eip155:31337', 31337],
  ...[
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    // the whole genesis hash
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  ].map(
    (id) =>
      [id, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as [
        string,
        string,
        string,
      ],
  ),
])('%s resolves to %s, and is reported as %s', (chainId, caipNetworkId, told) => {
  const network = getNetwork(networks, { chainId })
  expect([network.caipNetworkId, toChainId(network)]).toEqual([caipNetworkId, told])
  expect(toNamespace(network)).toBe(caipNetworkId.split(':')[0])
})

test.each([
  0,
  -1,
  1.5,
  Number.NaN,
  137,
  '',
  'x',
  'eip155',
  'eip155:',
  'eip155:x',
  'EIP155:1',
  'bip122:1',
  '0x',
  '__proto__',
  '1 ',
])('error: rejects the unknown network %s', (chainId) => {
  expect(findNetwork(networks, { chainId })).toBeUndefined()
  expect(() => getNetwork(networks, { chainId })).toThrow('This wallet doesn’t support this network.')
})

test('finds no network of another namespace', () => {
  expect(findNetwork(networks, { chainId: 1, namespace: 'solana' })).toBeUndefined()
})
