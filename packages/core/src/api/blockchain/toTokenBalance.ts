import type { Modal } from '../../modal.js'
import { assertCaipAddress } from '../../utils/assertCaipAddress.js'
import { caipAddress, caipNetworkId, decimal, decimals, imageUrl, may, need, number, record, text } from './fields.js'
import { isNativeToken } from './isNativeToken.js'
import type { TokenBalance } from './types.js'

/** One balance of a reply. Throws `INVALID_REPLY`. */
export function toTokenBalance(modal: Modal, row: unknown): TokenBalance {
  const quantity = need(row, 'quantity', record)
  const count = need(quantity, 'decimals', decimals)
  // what is there has to be an address: a token without one would count as native
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
