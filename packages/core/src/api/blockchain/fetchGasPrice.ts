import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { amount, need } from './fields.js'
import type { GasPrice } from './types.js'

/** What gas costs on a network, in wei: `GET /v1/convert/gas-price` [S7.9]. */
export async function fetchGasPrice(
  modal: Modal,
  { caipNetworkId, signal }: { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal },
): Promise<GasPrice> {
  const params = { chainId: caipNetworkId }
  const reply = await callBlockchain(modal, { path: '/v1/convert/gas-price', params, signal })
  return {
    standard: need(reply, 'standard', amount),
    fast: need(reply, 'fast', amount),
    instant: need(reply, 'instant', amount),
  }
}
