import { HDKey } from 'viem/accounts'
import { devSeed } from '../world/devSeed.js'

/** `m/84'/1'/0'/0/index` of the development phrase: BIP-84, coin type 1 for test networks. */
export function devKeyNode(index: number): HDKey {
  return HDKey.fromMasterSeed(devSeed()).derive(`m/84'/1'/0'/0/${index}`)
}
