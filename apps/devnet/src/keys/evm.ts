import { pbkdf2Sync } from 'node:crypto'
import { type Hex, toHex } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

/** The phrase of the accounts that every development node knows. */
export const devMnemonic: string = 'test test test test test test test test test test test junk'

/** How many accounts of the phrase own ether and tokens. */
export const devAccountCount: number = 10

/** One of the well-known development accounts, funded on every chain. Its key is public: never use it elsewhere. */
export function devAccount(index: number): HDAccount {
  return mnemonicToAccount(devMnemonic, { addressIndex: index })
}

/** The key of `devAccount(index)`, for wallets that take one. */
export function devPrivateKey(index: number): Hex {
  const key = devAccount(index).getHdKey().privateKey
  if (!key) throw new Error(`No key at index ${index}`)
  return toHex(key)
}

/** The 64 bytes that wallets make of the development phrase (BIP-39, no passphrase). */
export function devSeed(): Uint8Array {
  return new Uint8Array(pbkdf2Sync(devMnemonic, 'mnemonic', 2_048, 64, 'sha512'))
}
