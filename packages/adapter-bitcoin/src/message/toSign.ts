import { crypto, Transaction } from 'bitcoinjs-lib'

const taggedHash = (message: Uint8Array): Uint8Array => {
  const tag = crypto.sha256(new TextEncoder().encode('BIP0322-signed-message'))
  return crypto.sha256(Uint8Array.of(...tag, ...tag, ...message))
}

/** The transaction whose signature signs a message: it spends an output that commits to the message (BIP-322). */
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
