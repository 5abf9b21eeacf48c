import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { SolanaLie } from '../solanaWallet.js'

export type Key = {
  /** Base58. */
  readonly address: string
  readonly publicKey: Uint8Array
  readonly sign: (message: Uint8Array) => Uint8Array
}

/** Creates an Ed25519 key from its 32 secret bytes, or from 64 with the public key appended. */
function createKey(secretKey: Uint8Array): Key {
  if (secretKey.length !== 32 && secretKey.length !== 64)
    throw new RangeError(`Expected a secret key of 32 or 64 bytes, got ${secretKey.length}.`)
  const seed = secretKey.slice(0, 32)
  const publicKey = ed25519.getPublicKey(seed)
  return { address: base58.encode(publicKey), publicKey, sign: (message) => ed25519.sign(message, seed) }
}

export type Keys = {
  readonly list: () => readonly Key[]
  readonly selected: () => Key
  readonly select: (index: number) => void
  readonly add: (secretKey: Uint8Array) => void
  readonly find: (address: unknown) => Key | undefined
}

export function createKeys(secretKeys: readonly Uint8Array[], remembered: string | undefined): Keys {
  const keys = secretKeys.map(createKey)
  const find = (address: unknown): Key | undefined => keys.find((key) => key.address === address)
  const at = (index: number): Key => {
    const key = keys[index]
    if (!key) throw new RangeError(`The wallet has ${keys.length} accounts, none at index ${index}`)
    return key
  }
  let selected = find(remembered) ?? at(0)
  return {
    list: () => [...keys],
    selected: () => selected,
    select: (index) => {
      selected = at(index)
    },
    add: (secretKey) => {
      const key = createKey(secretKey)
      if (!find(key.address)) keys.push(key)
    },
    find,
  }
}

/** A random key. */
export function createStranger(): Key {
  return createKey(globalThis.crypto.getRandomValues(new Uint8Array(32)))
}

/** Signs the message, or falsifies the signature according to the scripted lie. */
export function signOrLie(key: Key, message: Uint8Array, lie: SolanaLie | undefined): Uint8Array {
  const signature = (lie === 'otherAccount' ? createStranger() : key).sign(message)
  if (lie === 'wrongSignature') signature[0] = (signature[0] ?? 0) ^ 1
  return signature
}
