import { assertCaipAddress } from '../../errors/network.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { CaipAddress, CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain, toPathPart } from './client.js'
import {
  caipAddress,
  caipNetworkId,
  decimal,
  decimals,
  imageUrl,
  isNativeToken,
  may,
  need,
  caipNetworkId as networkId,
  number,
  record,
  rowsOf,
  text,
} from './fields.js'
import type { Holdings, Nft, TokenBalance, TokenPrice } from './types.js'

/** Maximum number of addresses per request. */
const maxAddresses = 10

type FetchHoldingsRequest = {
  readonly address: string
  /** Limits the result to this network. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /** Makes the service read from the chain even if its cache is fresh. */
  readonly forceUpdate?: boolean | undefined
  readonly signal: AbortSignal
}

/**
 * Fetches an address's balances as the service returns them, for `toHoldings`: `GET /v1/account/{address}/balance`
 * [S7.12].
 */
export function fetchHoldings(
  modal: Modal,
  { address, caipNetworkId, forceUpdate, signal }: FetchHoldingsRequest,
): Promise<unknown> {
  const params = { currency: 'usd', chainId: caipNetworkId, forceUpdate: forceUpdate ? 'true' : undefined }
  return callBlockchain(modal, { path: `/v1/account/${toPathPart(address)}/balance`, params, signal })
}

/** Fetches an address's balances and NFTs [S7.12]. Throws like `callBlockchain`. */
export async function fetchTokenBalances(modal: Modal, request: FetchHoldingsRequest): Promise<Holdings> {
  return toHoldings(modal, await fetchHoldings(modal, request))
}

/**
 * Fetches token prices in USD: `POST /v1/fungible/price`, in as many requests as needed [S7.7]. Tokens without a price
 * are omitted.
 */
export async function fetchTokenPrices(
  modal: Modal,
  { addresses, signal }: { readonly addresses: readonly CaipAddress[]; readonly signal: AbortSignal },
): Promise<readonly TokenPrice[]> {
  const batches = Array.from({ length: Math.ceil(addresses.length / maxAddresses) }, (_, index) =>
    addresses.slice(index * maxAddresses, (index + 1) * maxAddresses),
  )
  const { projectId } = modal[internals].options
  const replies = await Promise.all(
    batches.map((batch) => {
      const body = { currency: 'usd', addresses: batch, projectId }
      return callBlockchain(modal, { path: '/v1/fungible/price', body, signal })
    }),
  )
  return replies.flatMap((reply) =>
    need(
      reply,
      'fungibles',
      rowsOf((row) => toPrice(modal, row)),
    ),
  )
}

/** Parses balances and NFTs. Invalid rows are dropped. Throws `INVALID_REPLY` if there is no list. */
export function toHoldings(modal: Modal, reply: unknown): Holdings {
  return {
    balances: need(
      reply,
      'balances',
      rowsOf((row) => toTokenBalance(modal, row)),
    ),
    nfts:
      may(
        reply,
        'nfts',
        rowsOf((row) => toNft(modal, row)),
      ) ?? [],
  }
}

/** Parses one balance. Throws `INVALID_REPLY`. */
export function toTokenBalance(modal: Modal, row: unknown): TokenBalance {
  const quantity = need(row, 'quantity', record)
  const count = need(quantity, 'decimals', decimals)
  // an address that is present must be valid: a token without one would count as native
  const caip = (row as { readonly address?: unknown }).address == null ? undefined : need(row, 'address', caipAddress)
  const address = caip && assertCaipAddress(caip).address
  return {
    caipNetworkId: need(row, 'chainId', caipNetworkId),
    address: address && isNativeToken(address) ? undefined : address,
    name: need(row, 'name', text),
    symbol: need(row, 'symbol', text),
    decimals: count,
    iconUrl: may(row, 'iconUrl', imageUrl(modal)),
    price: may(row, 'price', number),
    quantity: { decimals: String(count), numeric: need(quantity, 'numeric', decimal) },
    value: may(row, 'value', number),
  }
}

function toNft(modal: Modal, row: unknown): Nft {
  const tokenId = need(row, 'tokenId', text)
  return {
    caipNetworkId: need(row, 'chainId', networkId),
    address: assertCaipAddress(need(row, 'address', caipAddress)).address,
    tokenId,
    name: may(row, 'name', text) ?? `#${tokenId}`,
    imageUrl: may(row, 'imageUrl', imageUrl(modal)),
    collection: may(row, 'collection', text),
  }
}

function toPrice(modal: Modal, row: unknown): TokenPrice {
  return {
    address: need(row, 'address', caipAddress),
    name: need(row, 'name', text),
    symbol: need(row, 'symbol', text),
    iconUrl: may(row, 'iconUrl', imageUrl(modal)),
    price: need(row, 'price', number),
  }
}
