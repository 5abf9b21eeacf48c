import { secp256k1 } from '@noble/curves/secp256k1.js'
import { crypto, Transaction } from 'bitcoinjs-lib'
import { type ParsedAddress, parseAddress } from '../address.js'
import { isKeyOf, parseWitness, verifyInput } from './verifyInput.js'

export type SignedMessage = {
  readonly address: string
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/**
 * Whether an address signed a message: by a witness (BIP-322 simple) for SegWit and Taproot, or by ECDSA with a recoverable key
 * (BIP-137, ignoring the address type in its header) for all but Taproot.
 */
export function verifyMessage({ address, message, signature }: SignedMessage): boolean {
  const lock = parseAddress(address)
  if (!lock) return false
  return signature.length === 65 && lock.type !== 'p2tr'
    ? verifyRecoverable(lock, message, signature)
    : verifyWitness(lock, message, signature)
}

function verifyWitness(lock: ParsedAddress, message: Uint8Array, bytes: Uint8Array): boolean {
  const [signature, publicKey, ...rest] = parseWitness(bytes) ?? []
  const count = lock.type === 'p2tr' ? 1 : 2
  const isForm = signature && rest.length === 0 && (publicKey ? 2 : 1) === count
  if (!isForm || lock.type === 'p2pkh' || lock.type === 'p2wsh') return false
  const outputs = [{ script: lock.script, value: 0n }]
  const transaction = toSign(message, lock.script)
  const sighashType = verifyInput({ transaction, index: 0, lock, outputs, signature, publicKey })
  // other types than "all" would not cover the whole message
  return sighashType === 1 || (sighashType === 0 && lock.type === 'p2tr')
}

function verifyRecoverable(lock: ParsedAddress, message: Uint8Array, signature: Uint8Array): boolean {
  const header = (signature[0] ?? 0) - 27
  if (header < 0 || header > 15) return false
  try {
    // the library expects the recovery id in place of the header
    const recoverable = Uint8Array.of(header & 3, ...signature.subarray(1))
    const key = secp256k1.recoverPublicKey(recoverable, toHash(message), { prehash: false })
    return isKeyOf(header > 3 ? key : secp256k1.Point.fromBytes(key).toBytes(false), lock)
  } catch {
    return false // not a signature
  }
}

/** The hash that BIP-137 signs; its prefix makes sure that it can't be that of a transaction. */
function toHash(message: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  return crypto.hash256(Uint8Array.of(...prefix, ...toVarInt(message.length), ...message))
}

function toVarInt(value: number): readonly number[] {
  if (value < 0xfd) return [value]
  if (value <= 0xffff) return [0xfd, value & 0xff, value >> 8]
  return [0xfe, value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24]
}

const taggedHash = (message: Uint8Array): Uint8Array => {
  const tag = crypto.sha256(new TextEncoder().encode('BIP0322-signed-message'))
  return crypto.sha256(Uint8Array.of(...tag, ...tag, ...message))
}

/** The transaction that is signed in place of a message: it spends an output that commits to the message (BIP-322). */
export function toSign(message: Uint8Array, script: Uint8Array): Transaction {
  const toSpend = new Transaction()
  toSpend.version = 0
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.of(0x00, 0x20, ...taggedHash(message)))
  toSpend.addOutput(script, 0n)
  const transaction = new Transaction()
  transaction.version = 0
  transaction.addInput(toSpend.getHash(), 0, 0)
  transaction.addOutput(Uint8Array.of(0x6a), 0n)
  return transaction
}
