import { createWalletKeys } from '../createWalletKeys.js'
import type { WalletKeys } from '../walletKeys.js'
import { parseStoredKeys } from './parseStoredKeys.js'

const item = 'test-wallet/keys'

/** The keys of this page, made when there are none. */
export function readKeys(): WalletKeys {
  const stored = parseStoredKeys(localStorage.getItem(item))
  if (stored) return stored
  const keys = createWalletKeys()
  localStorage.setItem(item, JSON.stringify(keys))
  return keys
}
