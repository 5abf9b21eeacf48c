import { afterAll, expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { toTokenBalance } from './balances.js'

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const iconUrl = 'https://chain.example.org/public/getTokenImage/usdc'

const { modal } = createTestModal({ services: { blockchainApi: 'https://chain.example.org' } })

afterAll(() => modal.destroy())

const row = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: `eip155:1:${address}`,
  price: 1,
  value: 10.02,
  quantity: { decimals: '6', numeric: '10.02' },
  iconUrl,
}

const token = {
  caipNetworkId: 'eip155:1',
  address,
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  iconUrl,
  price: 1,
  quantity: { decimals: '6', numeric: '10.02' },
  value: 10.02,
}

test('[S3.8] a token balance has name, symbol, chain, icon, address, decimals, quantity, price and value', () => {
  expect(toTokenBalance(modal, row)).toEqual(token)
})

test.each<[string, object, object]>([
  ['no address: the native currency', { address: undefined }, { address: undefined }],
  [
    'the address that stands for the native currency',
    { address: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' },
    { address: undefined },
  ],
  ['decimals as a number', { quantity: { decimals: 6, numeric: '10.02' } }, {}],
  ['an amount as a number', { quantity: { decimals: '6', numeric: 10.02 } }, {}],
  ['no price or value', { price: null, value: undefined }, { price: undefined, value: undefined }],
  ['an invalid price and value', { price: -1, value: 'much' }, { price: undefined, value: undefined }],
  ['an invalid icon URL', { iconUrl: 'javascript:alert(1)' }, { iconUrl: undefined }],
  ['unknown fields', { isVerified: true }, {}],
])('[S3.8] parses a token with %s', (_, change, changed) => {
  expect(toTokenBalance(modal, { ...row, ...change })).toEqual({ ...token, ...changed })
})

test.each<[string, unknown, string]>([
  ['a string in place of the object', 'USDC', 'quantity'],
  ['no name', { ...row, name: '' }, 'name'],
  ['no symbol', { ...row, symbol: 5 }, 'symbol'],
  ['no chain', { ...row, chainId: '1' }, 'chainId'],
  ['an address that is not in CAIP-10 form', { ...row, address }, 'address'],
  ['no quantity', { ...row, quantity: '10.02' }, 'quantity'],
  ['decimals above 255', { ...row, quantity: { decimals: '256', numeric: '1' } }, 'decimals'],
  ['a negative amount', { ...row, quantity: { decimals: '6', numeric: '-1' } }, 'numeric'],
  ['an amount in exponent notation', { ...row, quantity: { decimals: '6', numeric: '1e9' } }, 'numeric'],
])('[S3.8] rejects a token with %s, and names the field', (_, value, field) => {
  expect(() => toTokenBalance(modal, value)).toThrow(
    expect.objectContaining({ code: 'INVALID_REPLY', details: expect.stringContaining(`"${field}"`) }),
  )
})
