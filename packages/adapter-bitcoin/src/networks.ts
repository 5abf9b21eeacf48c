import type { CaipNetworkId, Network, NetworkInput } from '@latchkey/core'
import type { AddressFamily } from './address.js'

/** A Bitcoin network; its URLs are those of Esplora-style HTTP APIs. Without one, only what needs no node works. */
export type BitcoinNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'bip122' | undefined
  /** `bip122:` and the first 32 hex digits of the genesis block (CAIP-4); from `id` unless told. */
  readonly caipNetworkId?: `bip122:${string}` | undefined
}

export type BitcoinNetwork = Network & BitcoinNetworkInput

/** Base URLs of Esplora-style HTTP APIs, by CAIP-2 id, or one for every network that has none of its own. */
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

/** A chain of one's own. Not flagged as a test network: its balance is shown. */
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
    // nobody's node is a default
    rpcUrls: { default: { http: [] } },
    ...(testnet && { testnet }),
  }
}

/** The network with the URL that the app names for it, where it has none of its own. Core says what is wrong with it. */
export function toNetwork(input: BitcoinNetworkInput, findUrl: (caipNetworkId: string) => string | undefined): Network {
  const caipNetworkId = input?.caipNetworkId ?? (`bip122:${input?.id}` as const)
  const url = input?.rpcUrls?.default?.http?.length === 0 && findUrl(caipNetworkId)
  const rpcUrls = url ? { default: { http: [url] } } : input?.rpcUrls
  return { ...input, chainNamespace: 'bip122', caipNetworkId, rpcUrls }
}

/** Names of the networks, and the first half of their genesis blocks' hashes (CAIP-4). */
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

/** What wallets call a network (`livenet`, `BITCOIN_SIGNET`, `bitcoin:mainnet`, `Testnet4`) as CAIP-2 id. */
export function toNetworkId(name: unknown): CaipNetworkId | undefined {
  if (typeof name !== 'string') return undefined
  const word = name
    .toLowerCase()
    .replace(/^bitcoin[:_]/, '')
    .replace(/^livenet$/, 'mainnet')
  return Object.hasOwn(networkIds, word) ? networkIds[word] : undefined
}

/** `mainnet`, `testnet`, …; undefined for networks that nobody knows. */
export function toNetworkName(caipNetworkId: string): string | undefined {
  return Object.keys(networkIds).find((name) => networkIds[name] === caipNetworkId)
}

/** Whether an address of this form can be one of the network. Of networks that nobody knows, any may be. */
export function isOfNetwork(family: AddressFamily, caipNetworkId: string): boolean {
  const name = toNetworkName(caipNetworkId)
  return name === undefined || networkNames[family].includes(name)
}

/**
 * The network of an address: the first of the candidates that it can be of. Addresses say less than one would like
 * (`tb1` is testnet and signet), and wallets claim more than is so.
 */
export function pickNetwork(family: AddressFamily, candidates: readonly (string | undefined)[]): CaipNetworkId {
  const possible = networkNames[family].flatMap((name) => networkIds[name] ?? [])
  const picked = candidates.find((id) => possible.includes(id as CaipNetworkId))
  return (picked as CaipNetworkId | undefined) ?? (possible[0] as CaipNetworkId)
}
