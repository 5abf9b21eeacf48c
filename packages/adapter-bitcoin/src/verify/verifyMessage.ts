import { secp256k1 } from '@noble/curves/secp256k1.js'
import { crypto, Transaction } from 'bitcoinjs-lib'
import { type ParsedAddress, parseAddress, toScript } from '../address.js'
import { isSameBytes, type MessageSignature } from '../encoding.js'
import { isKeyOf, parsePushes, parseWitness, verifyInput } from './verifyInput.js'

export type SignedMessage = {
  readonly address: string
  readonly message: Uint8Array
  readonly signature: MessageSignature
}

/**
 * Whether an address signed a message: by a witness (BIP-322 simple) for SegWit and Taproot, by a transaction (BIP-322 full), or
 * by ECDSA with a recoverable key (BIP-137, ignoring the address type in its header) for all but Taproot.
 */
export function verifyMessage({ address, message, signature: { prefix, bytes } }: SignedMessage): boolean {
  const lock = parseAddress(address)
  if (!lock) return false
  if (prefix === 'ful') return verifyFull(lock, message, bytes)
  return prefix === '' && bytes.length === 65 && lock.type !== 'p2tr'
    ? verifyRecoverable(lock, message, bytes)
    : verifySimple(lock, message, bytes)
}

function verifySimple(lock: ParsedAddress, message: Uint8Array, bytes: Uint8Array): boolean {
  const items = lock.type === 'p2pkh' ? null : parseWitness(bytes)
  return items !== null && verifyItems(lock, toSign(message, lock.script), items)
}

/**
 * Verifies a signed transaction. Its time locks don't count, as no script of a single key checks them. One with more inputs
 * proves funds, which only a node can verify.
 */
function verifyFull(lock: ParsedAddress, message: Uint8Array, bytes: Uint8Array): boolean {
  const transaction = parseTransaction(bytes)
  const [input] = transaction?.ins ?? []
  if (!transaction || !input || ![0, 2].includes(transaction.version)) return false
  const { version, locktime } = transaction
  const unsigned = transaction.clone()
  for (const own of unsigned.ins) Object.assign(own, { script: new Uint8Array(), witness: [] })
  const expected = toSign(message, lock.script, { version, locktime, sequence: input.sequence })
  if (!isSameBytes(unsigned.toBuffer(), expected.toBuffer())) return false

  const { script, witness } = input
  if (lock.type === 'p2pkh') {
    const pushes = parsePushes(script)
    return pushes !== null && witness.length === 0 && verifyItems(lock, transaction, pushes)
  }
  const [, publicKey] = witness
  const isNested = lock.type === 'p2sh' && publicKey
  const redeemScript = isNested ? toScript('p2wpkh', crypto.hash160(publicKey)) : undefined
  const expectedScript = redeemScript ? Uint8Array.of(redeemScript.length, ...redeemScript) : new Uint8Array()
  return isSameBytes(script, expectedScript) && verifyItems(lock, transaction, witness)
}

function parseTransaction(bytes: Uint8Array): Transaction | null {
  try {
    return Transaction.fromBuffer(bytes)
  } catch {
    return null // the parser throws for other bytes
  }
}

/** Verifies the witness of BIP-322's virtual transaction: a signature, and the key if the output lacks it. */
function verifyItems(lock: ParsedAddress, transaction: Transaction, items: readonly Uint8Array[]): boolean {
  const [signature, publicKey] = items
  if (!signature || items.length !== (lock.type === 'p2tr' ? 1 : 2) || lock.type === 'p2wsh') return false
  const outputs = [{ script: lock.script, value: 0n }]
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

type Locks = { readonly version: number; readonly locktime: number; readonly sequence: number }

/** The transaction that is signed in place of a message: it spends an output that commits to the message (BIP-322). */
export function toSign(
  message: Uint8Array,
  script: Uint8Array,
  { version, locktime, sequence }: Locks = { version: 0, locktime: 0, sequence: 0 },
): Transaction {
  const toSpend = new Transaction()
  toSpend.version = 0
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.of(0x00, 0x20, ...taggedHash(message)))
  toSpend.addOutput(script, 0n)
  const transaction = new Transaction()
  Object.assign(transaction, { version, locktime })
  transaction.addInput(toSpend.getHash(), 0, sequence)
  transaction.addOutput(Uint8Array.of(0x6a), 0n)
  return transaction
}
