import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { compareMessages } from './compareMessages.js'
import { parseTransaction, type SolanaMessage } from './parseTransaction.js'
import { programs } from './programs.js'

const [payer, friend, stranger] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]

const [blockhash, newer] = [friend, stranger].map(({ publicKey }) => publicKey.toBase58()) as [string, string]

const transfer = (lamports = 5): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: friend.publicKey, lamports })

const guard = new TransactionInstruction({
  programId: new PublicKey(programs.lighthouse),
  keys: [{ pubkey: friend.publicKey, isSigner: false, isWritable: false }],
  data: Buffer.from([1, 2]),
})

const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7 })

const joint = SystemProgram.transfer({ fromPubkey: friend.publicKey, toPubkey: payer.publicKey, lamports: 1 })

const advance = SystemProgram.nonceAdvance({ noncePubkey: stranger.publicKey, authorizedPubkey: payer.publicKey })

type Options = {
  readonly payerKey?: PublicKey
  readonly recentBlockhash?: string
  readonly signers?: readonly Keypair[]
  readonly isLegacy?: boolean
}

function build(instructions: readonly TransactionInstruction[], options: Options = {}): SolanaMessage {
  const { payerKey = payer.publicKey, recentBlockhash = blockhash, signers = [], isLegacy = false } = options
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...instructions] })
  const transaction = new VersionedTransaction(
    isLegacy ? message.compileToLegacyMessage() : message.compileToV0Message(),
  )
  transaction.sign([...signers])
  const parsed = parseTransaction(transaction.serialize())
  if (!parsed) throw new Error('The transaction cannot be read.')
  return parsed
}

const asked = build([transfer()])

describe('compareMessages', () => {
  it.each([
    ['nothing', asked, asked],
    ['the blockhash', asked, build([transfer()], { recentBlockhash: newer })],
    ['the price of compute units', asked, build([price, transfer()])],
    ['the price that the app has set', build([price, transfer()]), build([transfer()])],
    ['guards before and after', asked, build([guard, transfer(), guard])],
    ['the guards besides one of the app', build([guard, transfer()]), build([guard, transfer(), guard])],
    ['the instructions after a durable nonce', build([advance, transfer()]), build([advance, price, transfer()])],
  ])('lets a wallet change %s', (_, before, after) => {
    expect(compareMessages(before, after)).toBeNull()
  })

  it.each([
    ['the fee payer', asked, build([transfer()], { payerKey: stranger.publicKey }), 'who pays'],
    ['the version', asked, build([transfer()], { isLegacy: true }), 'the version'],
    ['an amount', asked, build([transfer(6)]), 'added or changed'],
    ['the required signers', asked, build([transfer(), joint]), 'who has to sign'],
    ['the end by adding a transfer', asked, build([transfer(), transfer(1)]), 'added or changed'],
    ['the number of transfers', build([transfer(), transfer()]), build([transfer()]), 'left out'],
    [
      'the order of transfers',
      build([transfer(1), transfer(2)]),
      build([transfer(2), transfer(1)]),
      'added or changed',
    ],
    ['a guard of the app', build([guard, transfer()]), build([transfer()]), 'added or changed'],
    ['a durable nonce', build([advance]), build([advance], { recentBlockhash: newer }), 'the durable nonce'],
    ['the instructions before a durable nonce', build([advance]), build([price, advance]), 'before the durable nonce'],
    [
      'a message that another signer has signed',
      build([transfer(), joint], { signers: [friend] }),
      build([price, transfer(), joint], { signers: [friend] }),
      'dropped a signature',
    ],
  ])('does not let a wallet change %s', (_, before, after, reason) => {
    expect(compareMessages(before, after)).toContain(reason)
  })

  it('does not let a wallet change a message and keep the signature of another signer', () => {
    const before = build([transfer(), joint], { signers: [friend] })
    const after = build([price, transfer(), joint])
    expect(compareMessages(before, { ...after, signatures: before.signatures })).toContain('what others have signed')
  })

  it('does not let a wallet make a read-only account writable', () => {
    const read = (isWritable: boolean): TransactionInstruction =>
      new TransactionInstruction({
        programId: stranger.publicKey,
        keys: [{ pubkey: friend.publicKey, isSigner: false, isWritable }],
      })
    expect(compareMessages(build([read(false)]), build([read(true)]))).toContain('added or changed')
  })
})
