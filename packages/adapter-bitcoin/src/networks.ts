import type { Network, NetworkInput } from '@latchkey/core'

/** A Bitcoin network; its URLs are those of Esplora-style HTTP APIs. Without one, only what needs no node works. */
export type BitcoinNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'bip122' | undefined
  /** `bip122:` and the first 32 hex digits of the genesis block (CAIP-4); from `id` unless told. */
  readonly caipNetworkId?: `bip122:${string}` | undefined
}

export type BitcoinNetwork = Network & BitcoinNetworkInput

/** Base URLs of Esplora-style HTTP APIs, by CAIP-2 id, or one for every network that has none of its own. */
export type Esplora = string | { readonly [caipNetworkId: string]: string | undefined }

export const bitcoinMainnet: BitcoinNetwork = /* @__PURE__ */ define('000000000019d6689c085ae165831e93', 'Bitcoin')
export const bitcoinTestnet: BitcoinNetwork = /* @__PURE__ */ define(
  '000000000933ea01ad0ee984209779ba',
  'Bitcoin Testnet',
  true,
)
export const bitcoinSignet: BitcoinNetwork = /* @__PURE__ */ define(
  '00000008819873e925422c1ff0f99f7c',
  'Bitcoin Signet',
  true,
)
/** A chain of one's own. Not flagged as a test network: its balance is shown. */
export const bitcoinRegtest: BitcoinNetwork = /* @__PURE__ */ define(
  '0f9188f13cb7b2c71f2a335e3a4fc328',
  'Bitcoin Regtest',
)

function define(id: string, name: string, testnet?: boolean): BitcoinNetwork {
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
