import { pbkdf2Sync } from 'node:crypto'
import { devMnemonic } from './world.js'

/** The 64 bytes that wallets make of the development phrase (BIP-39, no passphrase). */
export function devSeed(): Uint8Array {
  return new Uint8Array(pbkdf2Sync(devMnemonic, 'mnemonic', 2_048, 64, 'sha512'))
}
