import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  NonceAccount,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionExpiredBlockheightExceededError,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { solanaDevKeypair } from './solanaDevKeypair.js'
import { type RunningSolana, startSolana } from './startSolana.js'

const keypair = (index: number): Keypair => Keypair.fromSecretKey(solanaDevKeypair(index).secretKey)
const transfer = (from: Keypair, to: PublicKey, lamports: number): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })
const fresh = (): PublicKey => Keypair.generate().publicKey

describe('startSolana', () => {
  let solana: RunningSolana
  let connection: Connection
  beforeAll(async () => {
    solana = await startSolana({ slotMs: 50 })
    connection = new Connection(solana.rpcUrl, { wsEndpoint: solana.wsUrl, commitment: 'confirmed' })
  })
  beforeEach(() => solana.forgetCalls())
  afterAll(() => solana.stop())

  it('funds its accounts', async () => {
    expect(await connection.getBalance(keypair(0).publicKey)).toBe(1_000 * LAMPORTS_PER_SOL)
  })

  it('confirms a transfer', async () => {
    const [from, to] = [keypair(0), fresh()]
    const signature = await sendAndConfirmTransaction(
      connection,
      new Transaction().add(transfer(from, to, LAMPORTS_PER_SOL)),
      [from],
    )
    expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
    const landed = await connection.getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
      commitment: 'confirmed',
    })
    expect(landed?.meta?.fee).toBe(5_000)
  })
})
