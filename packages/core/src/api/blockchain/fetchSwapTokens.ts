import type { Modal } from '../../modal.js'
import { assertCaipAddress } from '../../utils/assertCaipAddress.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { caipAddress, decimals, flag, imageUrl, may, need, rowsOf, text } from './fields.js'
import { isNativeToken } from './isNativeToken.js'
import type { SwapToken } from './types.js'

/** Tokens that can be swapped on a network: `GET /v1/convert/tokens` [S7.6]. */
export async function fetchSwapTokens(
  modal: Modal,
  { caipNetworkId, signal }: { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal },
): Promise<readonly SwapToken[]> {
  const params = { chainId: caipNetworkId }
  const reply = await callBlockchain(modal, { path: '/v1/convert/tokens', params, signal })
  return need(
    reply,
    'tokens',
    rowsOf((row) => toSwapToken(modal, row)),
  )
}

function toSwapToken(modal: Modal, row: unknown): SwapToken {
  const { namespace, reference, address } = assertCaipAddress(need(row, 'address', caipAddress))
  const logoUri = may(row, 'logoUri', imageUrl(modal))
  return {
    caipNetworkId: `${namespace}:${reference}`,
    address: isNativeToken(address) ? undefined : address,
    name: need(row, 'name', text),
    symbol: need(row, 'symbol', text),
    decimals: need(row, 'decimals', decimals),
    iconUrl: logoUri,
    logoUri,
    eip2612: may(row, 'eip2612', flag),
  }
}
