import type { CaipNetworkId } from '@latchkey/core'
import type { AddressFamily } from './parseAddress.js'

/** Names of the networks, and the first half of their genesis blocks' hashes (CAIP-4). */
const ids: { readonly [name: string]: CaipNetworkId } = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
}

const families: { readonly [family in AddressFamily]: readonly [string, ...string[]] } = {
  main: ['mainnet'],
  test: ['testnet', 'testnet4', 'signet'],
  regtest: ['regtest'],
  legacyTest: ['testnet', 'testnet4', 'signet', 'regtest'],
}

/** What wallets call a network (`livenet`, `BITCOIN_SIGNET`, `bitcoin:mainnet`, `Testnet4`) as CAIP-2 id. */
export function toNetworkId(name: unknown): CaipNetworkId | undefined {
  if (typeof name !== 'string') return undefined
  const word = name
    .toLowerCase()
    .replace(/^bitcoin[:_]/, '')
    .replace(/^livenet$/, 'mainnet')
  return Object.hasOwn(ids, word) ? ids[word] : undefined
}

/** `mainnet`, `testnet`, …; undefined for networks that nobody knows. */
export function toNetworkName(caipNetworkId: string): string | undefined {
  return Object.keys(ids).find((name) => ids[name] === caipNetworkId)
}

/** Whether an address of this form can be one of the network. Of networks that nobody knows, any may be. */
export function isOfNetwork(family: AddressFamily, caipNetworkId: string): boolean {
  const name = toNetworkName(caipNetworkId)
  return name === undefined || families[family].includes(name)
}

/**
 * The network of an address: the first of the candidates that it can be of. Addresses say less than one would like
 * (`tb1` is testnet and signet), and wallets claim more than is so.
 */
export function pickNetwork(family: AddressFamily, candidates: readonly (string | undefined)[]): CaipNetworkId {
  const possible = families[family].flatMap((name) => ids[name] ?? [])
  const picked = candidates.find((id) => possible.includes(id as CaipNetworkId))
  return (picked as CaipNetworkId | undefined) ?? (possible[0] as CaipNetworkId)
}
