import { crypto, Transaction } from 'bitcoinjs-lib'

/** What ECDSA signs of a message: with a prefix, so that it can be no transaction. */
export function toMessageHash(message: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const { length } = message
  const size = length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8]
  return crypto.hash256(Uint8Array.of(...prefix, ...size, ...message))
}

/** The transaction that a BIP-322 signature signs. */
export function toMessageTransaction(message: Uint8Array, script: Uint8Array): Transaction {
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
