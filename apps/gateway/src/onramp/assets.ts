import type { ChainBook, ServedChain } from '../chains/chainBook.js'
import type { ListedToken } from '../chains/config.js'
import { GatewayError } from '../errors.js'

/** A currency on one network that can be bought. */
export type OnrampAsset = {
  readonly caipNetworkId: string
  /** Display name of the network. */
  readonly network: string
  /** Contract; undefined for the native currency. */
  readonly token?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Lists the native currencies and listed tokens of EVM chains and Solana; on Solana, tokens with a price. [S6.8] */
export function listAssets({ all }: ChainBook): readonly OnrampAsset[] {
  return all.flatMap((chain) => (['eip155', 'solana'].includes(chain.namespace) ? toAssets(chain) : []))
}

function toAssets(chain: ServedChain): readonly OnrampAsset[] {
  const { caipNetworkId, name: network, nativeCurrency, tokens = [], namespace } = chain
  const { name, symbol, decimals } = nativeCurrency
  // Solana has no other source of prices
  const isPriced = ({ price }: ListedToken): boolean => namespace === 'eip155' || price !== undefined
  const listed = tokens.filter((token) => token.spam !== true && isPriced(token))
  return [
    { caipNetworkId, network, name, symbol, decimals },
    ...listed.map((token) => ({
      caipNetworkId,
      network,
      token: token.address,
      name: token.name,
      symbol: token.symbol,
      decimals: token.decimals,
    })),
  ]
}

/** Finds an asset by currency id and the network's name or CAIP-2 id. Default: the first network. Throws 400. */
export function findAsset(
  assets: readonly OnrampAsset[],
  { currency, network }: { readonly currency?: string | undefined; readonly network?: string | undefined },
): OnrampAsset {
  const found = assets.find(
    (asset) =>
      // default: the native currency
      (currency === undefined ? asset.token === undefined : asset.symbol === currency) &&
      (network === undefined || asset.caipNetworkId === network || asset.network === network),
  )
  if (found) return found
  throw new GatewayError('This currency is not available.', { status: 400, code: 'UNSUPPORTED_CURRENCY' })
}
