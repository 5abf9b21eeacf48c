import type { Network } from '@latchkey/core'
import { isOfNetwork } from '../address/networkIds.js'
import { parseAddress } from '../address/parseAddress.js'

/** Whether one can send to a text: an address of this network, its checksum right. */
export function isReceiver({ address, network }: { readonly address: string; readonly network: Network }): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && isOfNetwork(parsed.family, network.caipNetworkId)
}
