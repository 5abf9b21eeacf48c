import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, hex } from '@scure/base'
import { InvalidRequestError } from './InvalidRequestError.js'

/** Namespaces whose account may have an imported key, and the byte that marks it. */
const marks = { eip155: 1, solana: 2 } as const

export type ImportedNamespace = keyof typeof marks

/** A private key that its owner brought along: a scalar of secp256k1, or a seed of ed25519 [RFC 8032 §5.1.5], 32 bytes each. */
export type ImportedKey = { readonly namespace: ImportedNamespace; readonly key: Uint8Array }

const keySize = 32

/**
 * Parses a wallet's secret: the entropy of its seed, 16 or 32 bytes, and then, each with its mark, imported keys that replace
 * those of the seed. The parts are views. Throws RangeError if it is invalid.
 */
export function readSecret(secret: Uint8Array): {
  readonly entropy: Uint8Array
  readonly imported: readonly ImportedKey[]
} {
  const size = secret.length % (keySize + 1)
  const count = Math.floor(secret.length / (keySize + 1))
  if ((size !== 16 && size !== 32) || count > 2)
    throw new RangeError(`The entropy of a wallet has 16 or 32 bytes, not ${secret.length}`)
  const imported = Array.from({ length: count }, (_, index) => {
    const start = size + index * (keySize + 1)
    const namespace = secret[start] === marks.eip155 ? 'eip155' : 'solana'
    if (secret[start] !== marks[namespace]) throw new RangeError('An imported key has an unknown namespace')
    return { namespace, key: secret.subarray(start + 1, start + 1 + keySize) } as const
  })
  return { entropy: secret.subarray(0, size), imported }
}

/** The secret with a key for one of its accounts, in place of an earlier one. The caller overwrites it. */
export function addKey(secret: Uint8Array, { namespace, key }: ImportedKey): Uint8Array {
  const { entropy, imported } = readSecret(secret)
  const keys = [...imported.filter((one) => one.namespace !== namespace), { namespace, key }]
  const all = new Uint8Array(entropy.length + keys.length * (keySize + 1))
  all.set(entropy)
  for (const [index, one] of keys.entries()) {
    const start = entropy.length + index * (keySize + 1)
    all[start] = marks[one.namespace]
    all.set(one.key, start + 1)
  }
  return all
}

/**
 * Reads a private key as wallets export it: 64 hex digits for EVM; for Solana 64 bytes, the seed and the public key, in base58 or as a JSON
 * array. Throws InvalidRequestError, which quotes nothing of it.
 */
export function parsePrivateKey(text: string): ImportedKey {
  const typed = text.trim()
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(typed)?.[1]
  if (digits !== undefined) {
    const key = hex.decode(digits.toLowerCase())
    if (!secp256k1.utils.isValidSecretKey(key)) throw new InvalidRequestError('This isn’t a private key of EVM.')
    return { namespace: 'eip155', key }
  }
  const bytes = typed.startsWith('[') ? readList(typed) : readBase58(typed)
  if (bytes?.length !== 2 * keySize)
    throw new InvalidRequestError(
      'This isn’t a private key of EVM (64 hex digits) or Solana (64 bytes, in base58 or as a list of numbers).',
    )
  const key = Uint8Array.from(bytes.subarray(0, keySize))
  const publicKey = ed25519.getPublicKey(key)
  const isOwn = publicKey.every((byte, index) => byte === bytes[keySize + index])
  bytes.fill(0)
  if (!isOwn)
    throw new InvalidRequestError('This Solana key doesn’t belong to its own address. Check that it is complete.')
  return { namespace: 'solana', key }
}

function readList(text: string): Uint8Array | undefined {
  try {
    const list: unknown = JSON.parse(text)
    const isByte = (one: unknown): one is number => Number.isInteger(one) && Number(one) >= 0 && Number(one) <= 255
    return Array.isArray(list) && list.every(isByte) ? Uint8Array.from(list) : undefined
  } catch {
    return undefined
  }
}

function readBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}

/** Writes a private key as {@link parsePrivateKey} reads it. */
export function formatPrivateKey({ namespace, key }: ImportedKey): string {
  if (namespace === 'eip155') return `0x${hex.encode(key)}`
  const both = new Uint8Array(2 * keySize)
  both.set(key)
  both.set(ed25519.getPublicKey(key), keySize)
  const text = base58.encode(both)
  both.fill(0)
  return text
}
