import { expect, test } from 'vitest'
import {
  bitcoinMainnet,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  isOfNetwork,
  pickNetwork,
  toNetworkId,
  toNetworkName,
} from './networks.js'

const [main, test3, signet, regtest] = [bitcoinMainnet, bitcoinTestnet, bitcoinSignet, bitcoinRegtest].map(
  ({ caipNetworkId }) => caipNetworkId,
)

test.each([
  ['livenet', main],
  ['Mainnet', main],
  ['BITCOIN_MAINNET', main],
  ['bitcoin:mainnet', main],
  ['testnet', test3],
  ['BITCOIN_SIGNET', signet],
  ['Regtest', regtest],
  ['FRACTAL_BITCOIN_MAINNET', undefined],
  ['constructor', undefined],
  [7, undefined],
])('toNetworkId maps the name %s to its network, or to undefined if it is unknown', (name, id) => {
  expect(toNetworkId(name)).toBe(id)
})

test('pickNetwork ignores a claimed network that the address cannot belong to', () => {
  expect(pickNetwork('regtest', [main, signet])).toBe(regtest)
  expect(pickNetwork('main', [regtest])).toBe(main)
})

test('pickNetwork picks the first claimed network that the address can belong to, or a default', () => {
  expect(pickNetwork('test', [undefined, main, signet, test3])).toBe(signet)
  expect(pickNetwork('test', [])).toBe(test3)
  expect(pickNetwork('legacyTest', [regtest])).toBe(regtest)
})

test('isOfNetwork accepts any address on an unknown network', () => {
  expect(isOfNetwork('main', 'bip122:12a765e31ffd4059bada1e25190f6e98')).toBe(true)
  expect(isOfNetwork('main', regtest ?? '')).toBe(false)
  expect(toNetworkName('bip122:12a765e31ffd4059bada1e25190f6e98')).toBeUndefined()
})
