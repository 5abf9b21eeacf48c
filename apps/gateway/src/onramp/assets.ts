import type { ChainBook, ServedChain } from '../chains/chainBook.js'
import type { ListedToken } from '../chains/config.js'
import { GatewayError } from '../errors.js'

/** What can be bought: a currency on one network. */
export type OnrampAsset = {
  readonly caipNetworkId: string
  /** What people call the network. */
  readonly network: string
  /** Contract; undefined for the native currency. */
  readonly token?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Native currencies of EVM chains and Solana, and their listed tokens: on Solana those that have a price. [S6.8] */
export function listAssets({ all }: ChainBook): readonly OnrampAsset[] {
  return all.flatMap((chain) => (['eip155', 'solana'].includes(chain.namespace) ? toAssets(chain) : []))
}

function toAssets(chain: ServedChain): readonly OnrampAsset[] {
  const { caipNetworkId, name: network, nativeCurrency, tokens = [], namespace } = chain
  const { name, symbol, decimals } = nativeCurrency
  // on Solana nothing else tells one
  const isPriced = ({ price }: ListedToken): boolean => namespace === 'eip155' || price !== undefined
  const listed = tokens.filter((token) => token.spam !== true && isPriced(token))
  return [
    { caipNetworkId, network, name, symbol, decimals },
    ...listed.map((token) => ({
      ...{ caipNetworkId, network, token: token.address },
      ...{ name: token.name, symbol: token.symbol, decimals: token.decimals },
    })),
  ]
}

/** By the id of a currency, and the name or CAIP-2 id of a network; on its first one unless told. Throws 400. */
export function findAsset(
  assets: readonly OnrampAsset[],
  { currency, network }: { readonly currency?: string | undefined; readonly network?: string | undefined },
): OnrampAsset {
  const found = assets.find(
    (asset) =>
      // without a currency: the native one
      (currency === undefined ? asset.token === undefined : asset.symbol === currency) &&
      (network === undefined || asset.caipNetworkId === network || asset.network === network),
  )
  if (found) return found
  throw new GatewayError('That cannot be bought here.', { status: 400, code: 'UNSUPPORTED_CURRENCY' })
}
