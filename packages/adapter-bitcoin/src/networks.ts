import type { CaipNetworkId, Network, NetworkInput } from '@latchkey/core'
import type { AddressFamily, SegwitFamily } from './address.js'

/** A Bitcoin network. Its URLs are those of Esplora-style HTTP APIs; without one, features that need a node fail. */
export type BitcoinNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'bip122' | undefined
  /** `bip122:` and the first 32 hex digits of the genesis block's hash (CAIP-4). Default: from `id`. */
  readonly caipNetworkId?: `bip122:${string}` | undefined
}

export type BitcoinNetwork = Network & BitcoinNetworkInput

/** Base URLs of Esplora-style HTTP APIs by CAIP-2 id, or one URL for all networks without their own. */
export type Esplora = string | { readonly [caipNetworkId: string]: string | undefined }

export const bitcoinMainnet: BitcoinNetwork = /* @__PURE__ */ defineNetwork(
  '000000000019d6689c085ae165831e93',
  'Bitcoin',
)

export const bitcoinTestnet: BitcoinNetwork = /* @__PURE__ */ defineNetwork(
  '000000000933ea01ad0ee984209779ba',
  'Bitcoin Testnet',
  true,
)

export const bitcoinSignet: BitcoinNetwork = /* @__PURE__ */ defineNetwork(
  '00000008819873e925422c1ff0f99f7c',
  'Bitcoin Signet',
  true,
)

/** A local chain. Not flagged as a test network, so that its balance is shown. */
export const bitcoinRegtest: BitcoinNetwork = /* @__PURE__ */ defineNetwork(
  '0f9188f13cb7b2c71f2a335e3a4fc328',
  'Bitcoin Regtest',
)

function defineNetwork(id: string, name: string, testnet?: boolean): BitcoinNetwork {
  return {
    id,
    name,
    chainNamespace: 'bip122',
    caipNetworkId: `bip122:${id}`,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    // no node is configured by default
    rpcUrls: { default: { http: [] } },
    ...(testnet && { testnet }),
  }
}

/** Adds the namespace, and the URL of the option `esplora` if the network has none. Core validates the network. */
export function toNetwork(input: BitcoinNetworkInput, findUrl: (caipNetworkId: string) => string | undefined): Network {
  const caipNetworkId = input?.caipNetworkId ?? (`bip122:${input?.id}` as const)
  const url = input?.rpcUrls?.default?.http?.length === 0 && findUrl(caipNetworkId)
  const rpcUrls = url ? { default: { http: [url] } } : input?.rpcUrls
  return { ...input, chainNamespace: 'bip122', caipNetworkId, rpcUrls }
}

/** CAIP-2 ids by network name: the first half of the genesis block's hash (CAIP-4). */
const networkIds: { readonly [name: string]: CaipNetworkId } = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
}

const networkNames: { readonly [family in AddressFamily]: readonly [string, ...string[]] } = {
  main: ['mainnet'],
  test: ['testnet', 'testnet4', 'signet'],
  regtest: ['regtest'],
  legacyTest: ['testnet', 'testnet4', 'signet', 'regtest'],
}

/** The CAIP-2 id of a network by a wallet's name for it, e.g. `livenet`, `BITCOIN_SIGNET`, `bitcoin:mainnet` or `Testnet4`. */
export function toNetworkId(name: unknown): CaipNetworkId | undefined {
  if (typeof name !== 'string') return undefined
  const word = name
    .toLowerCase()
    .replace(/^bitcoin[:_]/, '')
    .replace(/^livenet$/, 'mainnet')
  return Object.hasOwn(networkIds, word) ? networkIds[word] : undefined
}

/** The name of a network, e.g. `mainnet` or `testnet`; undefined for unknown networks. */
export function toNetworkName(caipNetworkId: string): string | undefined {
  return Object.keys(networkIds).find((name) => networkIds[name] === caipNetworkId)
}

/** Whether an address of a family can belong to a network. True for unknown networks. */
export function isOfNetwork(family: AddressFamily, caipNetworkId: string): boolean {
  const name = toNetworkName(caipNetworkId)
  return name === undefined || networkNames[family].includes(name)
}

/** The family of a network's SegWit addresses; undefined for unknown networks. */
export function toFamily(caipNetworkId: string): SegwitFamily | undefined {
  const name = toNetworkName(caipNetworkId)
  if (name === undefined) return undefined
  return (['main', 'regtest'] as const).find((family) => networkNames[family].includes(name)) ?? 'test'
}

/**
 * Picks the network of an address: the first candidate that it can belong to. The address alone is ambiguous (`tb1` is
 * testnet and signet), and a wallet's claim may be wrong.
 */
export function pickNetwork(family: AddressFamily, candidates: readonly (string | undefined)[]): CaipNetworkId {
  const possible = networkNames[family].flatMap((name) => networkIds[name] ?? [])
  const picked = candidates.find((id) => possible.includes(id as CaipNetworkId))
  return (picked as CaipNetworkId | undefined) ?? (possible[0] as CaipNetworkId)
}
