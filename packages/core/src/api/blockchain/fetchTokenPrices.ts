import { internals, type Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { caipAddress, imageUrl, may, need, number, rowsOf, text } from './fields.js'
import type { TokenPrice } from './types.js'

/** Addresses that one call may name. */
const most = 10

/** Prices of tokens in USD: `POST /v1/fungible/price`, as many calls as it takes [S7.7]. Those without a price are left out. */
export async function fetchTokenPrices(
  modal: Modal,
  { addresses, signal }: { readonly addresses: readonly CaipAddress[]; readonly signal: AbortSignal },
): Promise<readonly TokenPrice[]> {
  const batches = Array.from({ length: Math.ceil(addresses.length / most) }, (_, index) =>
    addresses.slice(index * most, (index + 1) * most),
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

function toPrice(modal: Modal, row: unknown): TokenPrice {
  return {
    address: need(row, 'address', caipAddress),
    name: need(row, 'name', text),
    symbol: need(row, 'symbol', text),
    iconUrl: may(row, 'iconUrl', imageUrl(modal)),
    price: need(row, 'price', number),
  }
}
