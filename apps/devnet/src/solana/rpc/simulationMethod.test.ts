import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solanaDevKeypair } from '../devKeypair.js'
import type { RunningSolana } from '../runSolana.js'
import { startSolana } from '../solana.js'

describe('simulateTransaction', () => {
  const payer = Keypair.fromSecretKey(solanaDevKeypair(0).secretKey)
  const to = Keypair.generate().publicKey
  let solana: RunningSolana
  let connection: Connection
  beforeAll(async () => {
    solana = await startSolana()
    connection = new Connection(solana.rpcUrl, 'confirmed')
  })
  afterAll(() => solana.stop())
  const compose = async (sol: number, blockhash?: string): Promise<VersionedTransaction> => {
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash ?? (await connection.getLatestBlockhash()).blockhash,
      instructions: [
        SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: sol * LAMPORTS_PER_SOL }),
      ],
    })
    return new VersionedTransaction(message.compileToV0Message())
  }

  it('returns the outcome without changing any state', async () => {
    const { value } = await connection.simulateTransaction(await compose(1), {
      accounts: { encoding: 'base64', addresses: [to.toBase58(), PublicKey.default.toBase58()] },
    })
    expect(value).toMatchObject({ err: null, unitsConsumed: 150, returnData: null })
    expect(value.logs).toEqual(['Program 11111111111111111111111111111111 invoke [1]', expect.any(String)])
    expect(value.accounts?.[0]).toMatchObject({ lamports: LAMPORTS_PER_SOL, data: ['', 'base64'] })
    expect(await connection.getBalance(to)).toBe(0)
    const failed = await connection.simulateTransaction(await compose(1e6))
    expect(failed.value.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
  })

  it('verifies signatures only with sigVerify', async () => {
    const unsigned = await compose(1)
    expect((await connection.simulateTransaction(unsigned)).value.err).toBeNull()
    expect((await connection.simulateTransaction(unsigned, { sigVerify: true })).value.err).toBe('SignatureFailure')
    unsigned.sign([payer])
    expect((await connection.simulateTransaction(unsigned, { sigVerify: true })).value.err).toBeNull()
    const both = connection.simulateTransaction(unsigned, { sigVerify: true, replaceRecentBlockhash: true })
    await expect(both).rejects.toThrow('sigVerify may not be used with replaceRecentBlockhash')
  })

  it('checks the blockhash unless replaceRecentBlockhash is set', async () => {
    const old = await compose(1, Keypair.generate().publicKey.toBase58())
    expect((await connection.simulateTransaction(old)).value).toMatchObject({ err: 'BlockhashNotFound', logs: [] })
    const { value } = await connection.simulateTransaction(old, { replaceRecentBlockhash: true })
    expect(value.err).toBeNull()
    expect(value).toMatchObject({ replacementBlockhash: { lastValidBlockHeight: expect.any(Number) } })
  })
})
