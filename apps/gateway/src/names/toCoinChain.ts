import type { CaipNetworkId } from '@latchkey/core'

/** The bit of ENSIP-11 that says that the rest is the id of an EVM chain. */
const evmBit = 0x8000_0000

/** SLIP-44: ether, which is an account of Ethereum itself. */
const ether = 60

/** The chain of a coin type: 60, or the EVM bit and a chain id. Null for coins that are on no EVM chain. */
export function toCoinChain(coinType: number): CaipNetworkId | null {
  if (coinType === ether) return 'eip155:1'
  if (!Number.isInteger(coinType) || coinType <= evmBit || coinType >= 2 * evmBit) return null
  return `eip155:${coinType - evmBit}`
}
