import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SolanaTransactionsSummary } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import type { SigningRequest } from '../signingRequest.js'
import { accounts, createRequest, getRefusal, signIt } from '../testing/requests.js'

const us = new PublicKey(accounts.solana)
const other = Keypair.fromSeed(new Uint8Array(32).fill(5))
const blockhash = Keypair.fromSeed(new Uint8Array(32).fill(6)).publicKey.toBase58()
const table = Keypair.fromSeed(new Uint8Array(32).fill(7)).publicKey
const transfer = SystemProgram.transfer({ fromPubkey: us, toPubkey: other.publicKey, lamports: 1_000_000 })

const legacy = (instructions: readonly TransactionInstruction[], feePayer = us): Transaction =>
  new Transaction({ feePayer, recentBlockhash: blockhash }).add(...instructions)
const versioned = (payer = us, tables: AddressLookupTableAccount[] = []): VersionedTransaction =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer,
      recentBlockhash: blockhash,
      instructions: [transfer],
    }).compileToV0Message(tables),
  )
const toText = (transaction: Transaction | VersionedTransaction): string =>
  base58.encode(
    transaction instanceof Transaction
      ? transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
      : transaction.serialize(),
  )
const ask = (transaction: unknown, method = 'solana_signTransaction'): SigningRequest =>
  createRequest(method, { transaction })
const read = (transaction: string): SolanaTransactionsSummary =>
  describeRequest(ask(transaction)).summary as SolanaTransactionsSummary

describe('Solana transactions', () => {
  it('are signed unchanged, with a signature that Solana’s own library accepts', async () => {
    const text = toText(legacy([transfer]))
    const { result } = await signIt(ask(text))
    const signed = Transaction.from(base58.decode((result as { transaction: string }).transaction))
    expect(signed.verifySignatures()).toBe(true)
    expect(signed.serializeMessage()).toEqual(legacy([transfer]).serializeMessage())
  })

  it('may be of version 0, with accounts from a lookup table', async () => {
    const lookup = new AddressLookupTableAccount({
      key: table,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [us, other.publicKey],
      },
    })
    const transaction = versioned(us, [lookup])
    const { result, summary } = await signIt(ask(toText(transaction)))
    const signed = VersionedTransaction.deserialize(base58.decode((result as { transaction: string }).transaction))
    const [signature = new Uint8Array()] = signed.signatures
    expect(ed25519.verify(signature, transaction.message.serialize(), us.toBytes())).toBe(true)
    expect(summary).toMatchObject({
      kind: 'solanaTransactions',
      isSent: false,
      warnings: ['tableLookups'],
      transactions: [
        {
          version: 0,
          feePayer: accounts.solana,
          lifetime: blockhash,
          feeLimit: '5000',
          lookups: [{ table: table.toBase58(), accounts: 1 }],
          instructions: [
            {
              type: 'transfer',
              from: { address: accounts.solana },
              to: { table: table.toBase58(), index: 1 },
              lamports: '1000000',
            },
          ],
        },
      ],
    })
  })

  it('keep the signatures of others', async () => {
    const transaction = legacy([transfer], other.publicKey)
    transaction.partialSign(other)
    const { result, summary } = await signIt(ask(toText(transaction)))
    const signed = Transaction.from(base58.decode((result as { transaction: string }).transaction))
    expect(signed.verifySignatures()).toBe(true)
    expect((summary as SolanaTransactionsSummary).transactions[0]).toMatchObject({
      feePayer: other.publicKey.toBase58(),
      feeLimit: '10000',
      signers: [
        { address: other.publicKey.toBase58(), hasSigned: true },
        { address: accounts.solana, hasSigned: false },
      ],
    })
  })

  it('can be signed as a list, unless it is empty or too long', async () => {
    const texts = [toText(legacy([transfer])), toText(versioned())]
    const { result } = await signIt(createRequest('solana_signAllTransactions', { transactions: texts }))
    const { transactions } = result as { readonly transactions: readonly string[] }
    expect(Transaction.from(base58.decode(transactions[0] ?? '')).verifySignatures()).toBe(true)
    expect(transactions).toHaveLength(2)
    for (const count of [0, 51])
      expect(
        getRefusal(createRequest('solana_signAllTransactions', { transactions: Array(count).fill(texts[0]) })),
      ).toMatchObject({ code: -32602 })
  })

  it('are returned with their signature and known options if the wallet sends them', async () => {
    const params = {
      transaction: toText(legacy([transfer])),
      options: { skipPreflight: true, maxRetries: 3, colour: 'red' },
    }
    const { result, summary } = await signIt(createRequest('solana_signAndSendTransaction', params))
    const { transaction, signature, options } = result as { transaction: string; signature: string; options: object }
    expect(base58.encode(Transaction.from(base58.decode(transaction)).signature ?? new Uint8Array())).toBe(signature)
    expect(options).toEqual({ skipPreflight: true, maxRetries: 3 })
    expect(summary).toMatchObject({ isSent: true })
  })

  it.each([
    { skipPreflight: 1 },
    { preflightCommitment: 'surely' },
    { maxRetries: -1 },
    { minContextSlot: '5' },
    [],
    'fast',
  ])('are rejected with the options %j', (options) => {
    const params = { transaction: toText(legacy([transfer])), options }
    expect(getRefusal(createRequest('solana_signAndSendTransaction', params))).toMatchObject({ code: -32602 })
  })

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['not a string', 5],
    ['not base58', '0OIl'],
    ['base64', legacy([transfer]).serialize({ requireAllSignatures: false }).toString('base64')],
    ['empty', ''],
    ['too long', '1'.repeat(5_000)],
    [
      'of another account',
      toText(
        new Transaction({ feePayer: other.publicKey, recentBlockhash: blockhash }).add(
          SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: us, lamports: 1 }),
        ),
      ),
    ],
    ['only a message', base58.encode(legacy([transfer]).serializeMessage())],
    [
      'followed by another byte',
      base58.encode(Buffer.concat([legacy([transfer]).serialize({ requireAllSignatures: false }), Buffer.of(0)])),
    ],
  ])('are rejected if one is %s', (_, transaction) => {
    expect(getRefusal(ask(transaction))).toMatchObject({ code: -32602 })
  })

  it('with any byte changed are rejected, or decoded as by Solana’s own library', () => {
    const wire = base58.decode(toText(versioned()))
    fc.assert(
      fc.property(fc.nat(wire.length - 1), fc.nat(255), (at, byte) => {
        const text = base58.encode(wire.with(at, byte))
        if (getRefusal(ask(text)) !== null) return
        const { message } = VersionedTransaction.deserialize(base58.decode(text))
        const [shown] = read(text).transactions
        expect(shown?.feePayer).toBe(message.staticAccountKeys[0]?.toBase58())
        expect(shown?.lifetime).toBe(message.recentBlockhash)
        expect(shown?.instructions).toHaveLength(message.compiledInstructions.length)
      }),
    )
  })
})
