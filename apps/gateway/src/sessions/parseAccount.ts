import { type CaipNetworkId, parseCaipAddress } from '@latchkey/core'
import { GatewayFault } from '../http/GatewayFault.js'

export type EvmAccount = {
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
  /** CAIP-10, the address in small letters: as it is kept, and as it is signed. */
  readonly account: string
}

/** An EVM account by CAIP-10. Throws 400 for all else. */
export function parseAccount(text: string): EvmAccount {
  const parts = parseCaipAddress(text)
  if (parts?.namespace !== 'eip155' || !/^\d{1,20}$/.test(parts.reference) || !/^0x[0-9a-f]{40}$/i.test(parts.address))
    throw new GatewayFault('address: That is no EVM account (CAIP-10).', { status: 400, code: 'BAD_REQUEST' })
  const address = parts.address.toLowerCase()
  const caipNetworkId: CaipNetworkId = `eip155:${parts.reference}`
  return { caipNetworkId, address, account: `${caipNetworkId}:${address}` }
}
