import type { WalletKeys } from '../signer.js'
import { createWalletKeys } from '../signers.js'

const storageKey = 'test-wallet/keys'

/** Reads the page's keys, and creates them if there are none. */
export function readKeys(): WalletKeys {
  const stored = parseStoredKeys(localStorage.getItem(storageKey))
  if (stored) return stored
  const keys = createWalletKeys()
  localStorage.setItem(storageKey, JSON.stringify(keys))
  return keys
}

/** Parses stored keys; null for invalid ones. */
export function parseStoredKeys(text: string | null): WalletKeys | null {
  const value = parseJson(text ?? '')
  if (typeof value !== 'object' || value === null) return null
  const { eip155, solana, bip122 } = value as Readonly<Record<string, unknown>>
  const lists = [eip155, solana, bip122]
  return lists.every(isKeyList) ? (value as WalletKeys) : null
}

function isKeyList(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0 && list.every((key) => /^[0-9a-f]{64}$/.test(String(key)))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
