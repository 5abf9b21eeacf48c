import * as ecc from '@bitcoinerlab/secp256k1'
import { crypto, script as scripts, Transaction } from 'bitcoinjs-lib'
import type { BitcoinKey } from '../keys/createKey.js'

/** First header byte of recoverable signatures, by address type (BIP-137). */
const headers = { p2pkh: 31, p2sh: 35, p2wpkh: 39, p2tr: 39 }

/** Signs a message with ECDSA (BIP-137) or a witness (BIP-322 simple). Deterministic. */
export function signBitcoinMessage(key: BitcoinKey, message: Uint8Array, scheme: 'ecdsa' | 'bip322'): Uint8Array {
  return scheme === 'ecdsa' ? signRecoverable(key, message) : signWitness(key, message)
}

function signRecoverable({ pair, type }: BitcoinKey, message: Uint8Array): Uint8Array {
  const { signature, recoveryId } = ecc.signRecoverable(toMessageHash(message), toPrivate(pair))
  return Uint8Array.of(headers[type] + recoveryId, ...signature)
}

function signWitness({ type, pair, signer, script }: BitcoinKey, message: Uint8Array): Uint8Array {
  const transaction = toMessageTransaction(message, script)
  if (type === 'p2tr') {
    const hash = transaction.hashForWitnessV1(0, [script], [0n], 0)
    return toWitness([ecc.signSchnorr(hash, toPrivate(signer))])
  }
  if (type !== 'p2wpkh') throw new Error(`BIP-322 simple does not support ${type}.`)
  const code = Uint8Array.of(0x76, 0xa9, 0x14, ...crypto.hash160(pair.publicKey), 0x88, 0xac)
  const hash = transaction.hashForWitnessV0(0, code, 0n, 1)
  return toWitness([scripts.signature.encode(ecc.sign(hash, toPrivate(pair)), 1), pair.publicKey])
}

function toWitness(items: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.of(items.length, ...items.flatMap((item) => [item.length, ...item]))
}

function toPrivate({ privateKey }: BitcoinKey['pair']): Uint8Array {
  if (!privateKey) throw new Error('The wallet has no private key.')
  return privateKey
}

/** The message hash for ECDSA. The prefix ensures that it can't be a transaction. */
function toMessageHash(message: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const { length } = message
  const size = length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8]
  return crypto.hash256(Uint8Array.of(...prefix, ...size, ...message))
}

/** The transaction that a BIP-322 signature signs. */
function toMessageTransaction(message: Uint8Array, script: Uint8Array): Transaction {
  const tag = crypto.sha256(new TextEncoder().encode('BIP0322-signed-message'))
  const commitment = crypto.sha256(Uint8Array.of(...tag, ...tag, ...message))
  const funding = new Transaction()
  funding.version = 0
  funding.addInput(new Uint8Array(32), 0xffff_ffff, 0, Uint8Array.of(0, 32, ...commitment))
  funding.addOutput(script, 0n)
  const spending = new Transaction()
  spending.version = 0
  spending.addInput(funding.getHash(), 0, 0)
  spending.addOutput(Uint8Array.of(0x6a), 0n)
  return spending
}
