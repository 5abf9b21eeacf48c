import type { Hex } from 'viem'
import type { Keys } from '../deriveKeys.js'

/** The key as viem takes it. A text cannot be overwritten: it lives as long as the garbage collector lets it. */
export function toPrivateKey(keys: Keys): Hex {
  return `0x${Buffer.from(keys.eip155).toString('hex')}`
}
