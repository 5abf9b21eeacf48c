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
])('%s is read', (name, id) => {
  expect(toNetworkId(name)).toBe(id)
})

test('a network that an address cannot be of is not believed', () => {
  expect(pickNetwork('regtest', [main, signet])).toBe(regtest)
  expect(pickNetwork('main', [regtest])).toBe(main)
})

test('an address of several networks is of the first that was said', () => {
  expect(pickNetwork('test', [undefined, main, signet, test3])).toBe(signet)
  expect(pickNetwork('test', [])).toBe(test3)
  expect(pickNetwork('legacyTest', [regtest])).toBe(regtest)
})

test('of a network that nobody knows, any address may be', () => {
  expect(isOfNetwork('main', 'bip122:12a765e31ffd4059bada1e25190f6e98')).toBe(true)
  expect(isOfNetwork('main', regtest ?? '')).toBe(false)
  expect(toNetworkName('bip122:12a765e31ffd4059bada1e25190f6e98')).toBeUndefined()
})
