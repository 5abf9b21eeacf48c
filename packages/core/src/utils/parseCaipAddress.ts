import { type CaipAddressParts, parseCaipNetworkId } from './caip.js'

/** Parts of a CAIP-10 account id: three, none empty, of a known namespace. [S5.8] */
export function parseCaipAddress(value: unknown): CaipAddressParts | null {
  const [, caipNetworkId, address] = (typeof value === 'string' && /^(.+):([^\s:]+)$/.exec(value)) || []
  const network = parseCaipNetworkId(caipNetworkId)
  return network && address ? { ...network, address } : null
}
