import { pbkdf2Sync } from 'node:crypto'
import { type Hex, toHex } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

/** The well-known phrase of development accounts. */
export const devMnemonic: string = 'test test test test test test test test test test test junk'

/** Number of funded accounts of the phrase. */
export const devAccountCount: number = 10

/** One of the well-known development accounts, funded on every chain. Its key is public: never use it elsewhere. */
export function devAccount(index: number): HDAccount {
  return mnemonicToAccount(devMnemonic, { addressIndex: index })
}

/** The private key of `devAccount(index)`. */
export function devPrivateKey(index: number): Hex {
  const key = devAccount(index).getHdKey().privateKey
  if (!key) throw new Error(`No key at index ${index}`)
  return toHex(key)
}

/** The 64-byte seed of the development phrase (BIP-39, no passphrase). */
export function devSeed(): Uint8Array {
  return new Uint8Array(pbkdf2Sync(devMnemonic, 'mnemonic', 2_048, 64, 'sha512'))
}
