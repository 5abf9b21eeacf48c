import { ChainNotSupportedError } from '../../errors/network.js'
import type { CaipNetworkId } from '../../utils/caip.js'

/** Says that the rest is the id of an EVM chain. [ENSIP-11] */
const evmBit = 0x8000_0000

/** SLIP-44: ether, which is an account of Ethereum itself. */
const ether = 60

/** The coin type of an EVM network. Throws `CHAIN_NOT_SUPPORTED` for ids that have none. [ENSIP-11] */
export function toCoinType(caipNetworkId: CaipNetworkId): number {
  const [namespace, reference = ''] = caipNetworkId.split(':')
  const chainId = namespace === 'eip155' && /^\d+$/.test(reference) ? Number(reference) : 0
  if (chainId === 1) return ether
  // not by `|`, whose result has a sign
  if (chainId > 1 && chainId < evmBit) return evmBit + chainId
  throw new ChainNotSupportedError({ details: `${caipNetworkId} has no coin type.` })
}
