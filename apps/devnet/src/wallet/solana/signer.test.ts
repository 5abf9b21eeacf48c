import { ed25519 } from '@noble/curves/ed25519.js'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { signSolanaTransaction } from './signer.js'

const key = ed25519.utils.randomSecretKey()

const own = new PublicKey(ed25519.getPublicKey(key))

const recentBlockhash = PublicKey.unique().toBase58()

const transferFrom = (payer: PublicKey): ReturnType<typeof SystemProgram.transfer> =>
  SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.unique(), lamports: 1 })

const legacyOf = (payer: PublicKey, signer = payer): Transaction =>
  new Transaction({ feePayer: payer, recentBlockhash }).add(transferFrom(signer))

describe('signSolanaTransaction', () => {
  it('signs legacy and versioned transactions that independent libraries verify', () => {
    const legacy = legacyOf(own).serialize({ requireAllSignatures: false })
    const message = new TransactionMessage({ payerKey: own, recentBlockhash, instructions: [transferFrom(own)] })
    const versioned = new VersionedTransaction(message.compileToV0Message()).serialize()
    expect(Transaction.from(signSolanaTransaction(legacy, key).transaction).verifySignatures()).toBe(true)
    const signed = VersionedTransaction.deserialize(signSolanaTransaction(versioned, key).transaction)
    const [signature = new Uint8Array()] = signed.signatures
    expect(ed25519.verify(signature, signed.message.serialize(), own.toBytes())).toBe(true)
  })

  it('adds its signature in its own slot, and keeps that of another signer', () => {
    const payer = Keypair.generate()
    const transaction = legacyOf(payer.publicKey, own)
    transaction.partialSign(payer)
    const { transaction: bytes, signature } = signSolanaTransaction(
      transaction.serialize({ requireAllSignatures: false }),
      key,
    )
    const signed = Transaction.from(bytes)
    expect(signed.verifySignatures()).toBe(true)
    expect(signed.signatures[1]?.signature?.equals(signature)).toBe(true)
  })

  it('does not modify the input bytes', () => {
    const bytes = legacyOf(own).serialize({ requireAllSignatures: false })
    const before = Uint8Array.from(bytes)
    signSolanaTransaction(bytes, key)
    expect(Uint8Array.from(bytes)).toEqual(before)
  })

  it('rejects a transaction that does not need its signature, and malformed bytes', () => {
    const foreign = legacyOf(PublicKey.unique()).serialize({ requireAllSignatures: false })
    expect(() => signSolanaTransaction(foreign, key)).toThrow('not a signer')
    for (const bytes of [[], [255], [255, 255, 255], [1], [0, 0, 0, 0]])
      expect(() => signSolanaTransaction(Uint8Array.from(bytes), key)).toThrow()
  })
})
