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
  number,
  optional,
  record,
  required,
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
    required(
      reply,
      'fungibles',
      rowsOf((row) => toPrice(modal, row)),
    ),
  )
}

/** Parses balances and NFTs. Invalid rows are dropped. Throws `INVALID_REPLY` if there is no list. */
export function toHoldings(modal: Modal, reply: unknown): Holdings {
  return {
    balances: required(
      reply,
      'balances',
      rowsOf((row) => toTokenBalance(modal, row)),
    ),
    nfts:
      optional(
        reply,
        'nfts',
        rowsOf((row) => toNft(modal, row)),
      ) ?? [],
  }
}

/** Parses one balance. Throws `INVALID_REPLY`. */
export function toTokenBalance(modal: Modal, row: unknown): TokenBalance {
  const quantity = required(row, 'quantity', record)
  const count = required(quantity, 'decimals', decimals)
  // an address that is present must be valid: a token without one would count as native
  const caip =
    (row as { readonly address?: unknown }).address == null ? undefined : required(row, 'address', caipAddress)
  const address = caip && assertCaipAddress(caip).address
  return {
    caipNetworkId: required(row, 'chainId', caipNetworkId),
    address: address && isNativeToken(address) ? undefined : address,
    name: required(row, 'name', text),
    symbol: required(row, 'symbol', text),
    decimals: count,
    iconUrl: optional(row, 'iconUrl', imageUrl(modal)),
    price: optional(row, 'price', number),
    quantity: { decimals: String(count), numeric: required(quantity, 'numeric', decimal) },
    value: optional(row, 'value', number),
  }
}

function toNft(modal: Modal, row: unknown): Nft {
  const tokenId = required(row, 'tokenId', text)
  return {
    caipNetworkId: required(row, 'chainId', caipNetworkId),
    address: assertCaipAddress(required(row, 'address', caipAddress)).address,
    tokenId,
    name: optional(row, 'name', text) ?? `#${tokenId}`,
    imageUrl: optional(row, 'imageUrl', imageUrl(modal)),
    collection: optional(row, 'collection', text),
  }
}

function toPrice(modal: Modal, row: unknown): TokenPrice {
  return {
    address: required(row, 'address', caipAddress),
    name: required(row, 'name', text),
    symbol: required(row, 'symbol', text),
    iconUrl: optional(row, 'iconUrl', imageUrl(modal)),
    price: required(row, 'price', number),
  }
}
