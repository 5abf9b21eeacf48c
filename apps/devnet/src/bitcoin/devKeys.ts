import { HDKey } from 'viem/accounts'
import { devSeed } from '../keys/evm.js'

/**
 * A development key, 32 bytes: `m/84'/1'/0'/0/index` (BIP-84 for test networks) of the development phrase, and thereby
 * public. Its payment address is P2WPKH, its ordinal address P2TR with this key alone (BIP-86). Never use it elsewhere.
 */
export function bitcoinDevKey(index: number): Uint8Array {
  const { privateKey } = devKeyNode(index)
  if (!privateKey) throw new Error(`No key at index ${index}`)
  return privateKey
}

/** `m/84'/1'/0'/0/index` of the development phrase: BIP-84, coin type 1 for test networks. */
export function devKeyNode(index: number): HDKey {
  return HDKey.fromMasterSeed(devSeed()).derive(`m/84'/1'/0'/0/${index}`)
}
