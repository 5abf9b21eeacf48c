import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { crypto, script as scripts, type Transaction } from 'bitcoinjs-lib'
import { type AddressType, toScript } from '../address.js'
import { isSameBytes } from '../encoding.js'

/** The output of a single key that an input spends: its type, the hash or key in it, and its script. */
export type Lock = { readonly type: AddressType; readonly hash: Uint8Array; readonly script: Uint8Array }

export type InputSignature = {
  /** DER followed by the sighash type, or 64 or 65 bytes (BIP-340). */
  readonly signature: Uint8Array
  /** Absent for `p2tr`, whose key is in the output. */
  readonly publicKey?: Uint8Array | undefined
}

export type SignedInput = InputSignature & {
  readonly transaction: Transaction
  readonly index: number
  readonly lock: Lock
  /** The outputs that all inputs spend, in order. */
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[]
}

/** Verifies the signature of an input by the key of its output. Returns the sighash type; null for an invalid signature. */
export function verifyInput(input: SignedInput): number | null {
  try {
    return input.lock.type === 'p2tr' ? verifySchnorrInput(input) : verifyEcdsaInput(input)
  } catch {
    return null // invalid DER or points
  }
}

function verifySchnorrInput({ transaction, index, lock, signature, outputs }: SignedInput): number | null {
  const sighashType = signature.length === 65 ? (signature[64] ?? 0) : 0
  // the default type is omitted (BIP-341)
  if (signature.length !== 64 && (signature.length !== 65 || sighashType === 0)) return null
  const spent = outputs.map(({ script }) => script)
  const values = outputs.map(({ value }) => value)
  const hash = transaction.hashForWitnessV1(index, spent, values, sighashType)
  return schnorr.verify(signature.slice(0, 64), hash, lock.hash) ? sighashType : null
}

function verifyEcdsaInput({ transaction, index, lock, signature, publicKey, outputs }: SignedInput): number | null {
  if (!publicKey || !isKeyOf(publicKey, lock)) return null
  const { signature: compact, hashType } = scripts.signature.decode(signature)
  const value = outputs[index]?.value ?? 0n
  const code = toScript('p2pkh', crypto.hash160(publicKey))
  const hash =
    lock.type === 'p2pkh'
      ? transaction.hashForSignature(index, code, hashType)
      : transaction.hashForWitnessV0(index, code, value, hashType)
  // nodes don't relay signatures with a high s
  return secp256k1.verify(compact, hash, publicKey, { prehash: false, lowS: true }) ? hashType : null
}

/** Whether a key can spend an output: p2pkh, p2wpkh, or p2wpkh inside p2sh. */
export function isKeyOf(publicKey: Uint8Array, { type, hash }: Pick<Lock, 'type' | 'hash'>): boolean {
  const own = crypto.hash160(publicKey)
  if (type === 'p2pkh') return isSameBytes(own, hash)
  // SegWit supports compressed keys only
  if (publicKey.length !== 33) return false
  if (type === 'p2wpkh') return isSameBytes(own, hash)
  return type === 'p2sh' && isSameBytes(crypto.hash160(toScript('p2wpkh', own)), hash)
}

/** Parses the items of a serialized witness (BIP-144); null for invalid or extra bytes. */
export function parseWitness(bytes: Uint8Array): readonly Uint8Array[] | null {
  let offset = 0
  const readSize = (): number => {
    const first = bytes[offset] ?? Number.NaN
    offset += 1
    if (first < 0xfd) return first
    // the witnesses that matter here have no items above 65,535 bytes
    if (first !== 0xfd) return Number.NaN
    offset += 2
    return (bytes[offset - 2] ?? Number.NaN) + (bytes[offset - 1] ?? Number.NaN) * 256
  }
  const count = readSize()
  if (!(count <= 100)) return null
  const items: Uint8Array[] = []
  for (let index = 0; index < count; index++) {
    const size = readSize()
    const item = bytes.slice(offset, offset + size)
    if (item.length !== size) return null
    items.push(item)
    offset += size
  }
  return offset === bytes.length ? items : null
}

/** The data that a script pushes; null for a script that does more, or that doesn't encode it minimally. */
export function parsePushes(script: Uint8Array): readonly Uint8Array[] | null {
  const chunks = scripts.decompile(script)
  if (!chunks?.every((chunk) => chunk instanceof Uint8Array)) return null
  return isSameBytes(scripts.compile(chunks), script) ? chunks : null
}
