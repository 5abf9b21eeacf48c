import type { SolanaLie } from '../solanaWalletScript.js'
import { createKey, type Key } from '../state/createKeys.js'

/** Somebody whom nobody knows. */
export function createStranger(): Key {
  return createKey(globalThis.crypto.getRandomValues(new Uint8Array(32)))
}

/** Signs, or does what the lie says in its place. */
export function signOrLie(key: Key, message: Uint8Array, lie: SolanaLie | undefined): Uint8Array {
  const signature = (lie === 'otherAccount' ? createStranger() : key).sign(message)
  if (lie === 'wrongSignature') signature[0] = (signature[0] ?? 0) ^ 1
  return signature
}
