import * as ecc from '@bitcoinerlab/secp256k1'
import { crypto, Psbt, Transaction } from 'bitcoinjs-lib'
import type { BitcoinKey } from './key.js'

type SignBitcoinMessageOptions = {
  readonly key: BitcoinKey
  readonly address: string
  readonly message: string
  readonly protocol: 'ecdsa' | 'bip322'
}

/** Signs a message by BIP-137 for the P2WPKH address, or by BIP-322 (simple) for both addresses. */
export function signBitcoinMessage({ key, address, message, protocol }: SignBitcoinMessageOptions): Uint8Array {
  const text = new TextEncoder().encode(message)
  return protocol === 'ecdsa' ? signRecoverable(key, text) : signWitness(key, address, text)
}

/** First header byte of recoverable P2WPKH signatures. [BIP-137] */
const messageHeader = 39

function signRecoverable({ pair }: BitcoinKey, text: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')
  const hash = crypto.hash256(concat(prefix, toSize(text.length), text))
  const { signature, recoveryId } = ecc.signRecoverable(hash, pair.privateKey ?? new Uint8Array())
  return concat(Uint8Array.of(messageHeader + recoveryId), signature)
}

/** Signs a virtual transaction whose input commits to the message. [BIP-322] */
function signWitness(key: BitcoinKey, address: string, text: Uint8Array): Uint8Array {
  const isOrdinal = address === key.ordinal.address
  const { script } = isOrdinal ? key.ordinal : key.payment
  const toSpend = new Transaction()
  toSpend.version = 0
  const commitment = concat(Uint8Array.of(0, 32), toTaggedHash('BIP0322-signed-message', text))
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, commitment)
  toSpend.addOutput(script, 0n)
  const toSign = new Psbt()
  toSign.setVersion(0)
  const witnessUtxo = { script, value: 0n }
  const taproot = isOrdinal ? { tapInternalKey: key.ordinal.internal } : {}
  toSign.addInput({ hash: toSpend.getHash(), index: 0, sequence: 0, witnessUtxo, ...taproot })
  toSign.addOutput({ script: Uint8Array.of(0x6a), value: 0n })
  toSign.signInput(0, isOrdinal ? key.tweaked : key.pair)
  toSign.finalizeAllInputs()
  const stack = toSign.extractTransaction().ins[0]?.witness ?? []
  return concat(Uint8Array.of(stack.length), ...stack.flatMap((item) => [toSize(item.length), item]))
}

/** [BIP-340] */
function toTaggedHash(tag: string, text: Uint8Array): Uint8Array {
  const prefix = crypto.sha256(new TextEncoder().encode(tag))
  return crypto.sha256(concat(prefix, prefix, text))
}

/** Bitcoin's variable-length size. */
function toSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  if (length <= 0xffff) return Uint8Array.of(0xfd, length & 0xff, length >> 8)
  return Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24)
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
