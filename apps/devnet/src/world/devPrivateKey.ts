import { type Hex, toHex } from 'viem'
import { devAccount } from './devAccount.js'

/** The key of `devAccount(index)`, for wallets that take one. */
export function devPrivateKey(index: number): Hex {
  const key = devAccount(index).getHdKey().privateKey
  if (!key) throw new Error(`No key at index ${index}`)
  return toHex(key)
}
