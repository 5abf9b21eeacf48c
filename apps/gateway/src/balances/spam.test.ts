import { expect, test } from 'vitest'
import { parseTokenUri } from './nfts.js'
import { isSpam } from './spam.js'

test.each([
  ['$5000 at https://claim.example', 'USDC', true],
  ['Visit ethvault.xyz to claim', 'ETHV', true],
  ['Reward', 'www.get-it.now', true],
  ['Airdrop!', 'FREE', true],
  ['Claim at yearn.finance', 'YFI', true],
  ['yearn.finance', 'YFI', false],
  ['Curve.fi DAI/USDC/USDT', '3Crv', false],
  ['ether.fi governance token', 'ETHFI', false],
  ['USD Coin', 'USDC', false],
  ['Wrapped Ether', 'WETH', false],
  ['St. Petersburg Dollar', 'U.S.D', false],
  ['Aave v3 1.5x', 'a.e', false],
])('%s (%s) is spam: %s', (name, symbol, expected) => {
  expect(isSpam({ name, symbol })).toBe(expected)
})

test('metadata is read only from data URIs with JSON', () => {
  const json = JSON.stringify({ name: ' Key ', image: 'data:image/svg+xml;base64,AA==' })
  const read = { name: 'Key', imageUrl: 'data:image/svg+xml;base64,AA==' }
  expect(parseTokenUri(`data:application/json;base64,${Buffer.from(json).toString('base64')}`)).toEqual(read)
  expect(parseTokenUri(`data:application/json;utf8,${encodeURIComponent(json)}`)).toEqual(read)
  expect(parseTokenUri(`data:application/json,${encodeURIComponent(json)}`)).toEqual(read)
  for (const uri of [
    undefined,
    '',
    'https://evil.example/1',
    'http://169.254.169.254/',
    'data:application/json,{',
    'data:text/html,x',
  ])
    expect(parseTokenUri(uri)).toEqual({})
  const odd = { name: 7, image: 'javascript:alert(1)' }
  expect(parseTokenUri(`data:application/json,${encodeURIComponent(JSON.stringify(odd))}`)).toEqual({})
})
