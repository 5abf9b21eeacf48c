import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { devMnemonic } from './world.js'

/** One of the well-known development accounts, funded on every chain. Its key is public: never use it elsewhere. */
export function devAccount(index: number): HDAccount {
  return mnemonicToAccount(devMnemonic, { addressIndex: index })
}
