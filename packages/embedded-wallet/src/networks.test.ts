import { expect, test } from 'vitest'
import { toNetwork } from '../test/networks.js'
import { isListed, isOffered } from './networks.js'

const chainIds = [
  1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113, 324, 280,
  100, 8453, 84531, 84532, 7777777, 999,
]

test('[S7.31] isListed is true for the networks that every frame knows', () => {
  for (const id of chainIds) expect(isListed(`eip155:${id}`)).toBe(true)
  expect(isListed('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe(true)
  expect(isListed('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toBe(true)
  expect(isListed('solana:4uhcVJyU9pJkvQyS88uRDiswHScCkY3z')).toBe(true)
})

test('[S7.31] isListed is false for all other networks', () => {
  const others = ['eip155:2', 'eip155:01', 'eip155:31337', 'solana:1', 'bip122:1', 'eip155:', 'toString', '']
  for (const id of others) expect(isListed(id)).toBe(false)
})

test('isOffered is true for an unlisted network only if it has an RPC URL', () => {
  expect(isOffered(toNetwork('eip155:31337'))).toBe(true)
  expect(isOffered({ ...toNetwork('eip155:31337'), rpcUrls: { default: { http: [] } } })).toBe(false)
  expect(isOffered({ ...toNetwork('eip155:1'), rpcUrls: { default: { http: [] } } })).toBe(true)
})
