import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  type SendOptions,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionExpiredBlockheightExceededError,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRpc } from '../../rpc/callRpc.js'
import { solanaDevKeypair } from '../devKeypair.js'
import type { RunningSolana } from '../runSolana.js'
import { endConnection, startSolana } from '../solana.js'

let solana: RunningSolana
let connection: Connection
beforeAll(async () => {
  // slots advance only when a test asks for it
  solana = await startSolana({ slotMs: 3_600_000 })
  connection = new Connection(solana.rpcUrl, { wsEndpoint: solana.wsUrl, commitment: 'confirmed' })
})
afterAll(async () => {
  endConnection(connection)
  await solana.stop()
})

const payer = Keypair.fromSecretKey(solanaDevKeypair(0).secretKey)
const fresh = (): PublicKey => Keypair.generate().publicKey
const transfer = (to: PublicKey, sol: number): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: sol * LAMPORTS_PER_SOL })

/** A signed version 0 transaction, by default with the latest blockhash. */
const sign = async (
  instructions: readonly TransactionInstruction[],
  { blockhash, signers = [payer] }: { blockhash?: string; signers?: Keypair[] } = {},
): Promise<VersionedTransaction> => {
  const recentBlockhash = blockhash ?? (await connection.getLatestBlockhash()).blockhash
  const message = new TransactionMessage({
    payerKey: signers[0]?.publicKey ?? payer.publicKey,
    recentBlockhash,
    instructions: [...instructions],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign(signers)
  return transaction
}
const send = (transaction: VersionedTransaction, options: SendOptions = {}): Promise<string> =>
  connection.sendRawTransaction(transaction.serialize(), options)
const refusal = async (sending: Promise<unknown>): Promise<SendTransactionError> => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SendTransactionError)) throw new Error('It was not refused', { cause: error })
  return error
}
const statusOf = async (signature: string): Promise<unknown> => (await connection.getSignatureStatus(signature)).value

describe('sending a transaction', () => {
  it('works with sendAndConfirmTransaction of web3.js for legacy transactions', async () => {
    const to = fresh()
    const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer(to, 1)), [payer])
    expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
    expect(await statusOf(signature)).toMatchObject({ err: null, confirmationStatus: 'confirmed' })
  })

  it('confirms version 0 transactions by blockhash and last valid height, up to finality', async () => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const signature = await send(await sign([transfer(fresh(), 1)], { blockhash }))
    const confirmed = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    expect(confirmed.value.err).toBeNull()
    const finalized = connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight }, 'finalized')
    solana.advanceSlots(32)
    expect((await finalized).value.err).toBeNull()
    expect(await statusOf(signature)).toMatchObject({ confirmations: null, confirmationStatus: 'finalized' })
  })

  it('accepts base64 and base58', async () => {
    const [one, other] = [await sign([transfer(fresh(), 1)]), await sign([transfer(fresh(), 1)])]
    const base64 = Buffer.from(one.serialize()).toString('base64')
    const params = [base64, { encoding: 'base64' }]
    expect(
      await statusOf(String(await callRpc({ url: solana.rpcUrl, method: 'sendTransaction', params }))),
    ).toBeTruthy()
    const { base58 } = await import('@scure/base')
    const plain = [base58.encode(other.serialize())]
    expect(
      await statusOf(String(await callRpc({ url: solana.rpcUrl, method: 'sendTransaction', params: plain }))),
    ).toBeTruthy()
  })

  it('rejects at preflight with the message and the data of a node', async () => {
    const tooMuch = await refusal(send(await sign([transfer(fresh(), 1e6)])))
    expect(tooMuch.transactionError.message).toBe(
      'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
    )
    expect(tooMuch.logs).toContainEqual(expect.stringContaining('insufficient lamports'))
    const params = [Buffer.from((await sign([transfer(fresh(), 1e6)])).serialize()).toString('base64')]
    const raw = await fetch(solana.rpcUrl, {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [...params, { encoding: 'base64' }],
      }),
    })
    expect(await raw.json()).toMatchObject({
      error: { code: -32_002, data: { err: { InstructionError: [0, { Custom: 1 }] }, unitsConsumed: 150 } },
    })

    const nobody = Keypair.generate()
    const poor = SystemProgram.transfer({ fromPubkey: nobody.publicKey, toPubkey: fresh(), lamports: 1 })
    const unfunded = await refusal(send(await sign([poor], { signers: [nobody] })))
    expect(unfunded.transactionError.message).toContain('Attempt to debit an account but found no record of a prior')

    const unknownHash = await refusal(send(await sign([transfer(fresh(), 1)], { blockhash: fresh().toBase58() })))
    expect(unknownHash.transactionError.message).toBe('Transaction simulation failed: Blockhash not found')

    const forged = await sign([transfer(fresh(), 1)])
    forged.signatures[0]?.fill(7)
    expect((await refusal(send(forged))).transactionError.message).toBe('Transaction signature verification failure')

    const twice = await sign([transfer(fresh(), 1)])
    await send(twice)
    expect((await refusal(send(twice))).transactionError.message).toContain('has already been processed')
    expect(await send(twice, { skipPreflight: true })).toBeTruthy()
  })

  it('rejects malformed transactions', async () => {
    const url = solana.rpcUrl
    const sending = (text: unknown, encoding: string): Promise<unknown> =>
      callRpc({ url, method: 'sendTransaction', params: [text, { encoding }] })
    await expect(sending('AAAA', 'base64')).rejects.toThrow('-32602: failed to deserialize')
    await expect(sending('not base64!', 'base64')).rejects.toThrow('-32602: invalid base64 encoding')
    await expect(sending('AAAA', 'utf8')).rejects.toThrow('-32602: unsupported encoding: utf8')
    await expect(sending(Buffer.alloc(1_300).toString('base64'), 'base64')).rejects.toThrow('too large: 1300 bytes')
  })

  it('includes a failing transaction, with its fee and error, if preflight is skipped', async () => {
    const before = await connection.getBalance(payer.publicKey)
    const signature = await send(await sign([transfer(fresh(), 1e6)]), { skipPreflight: true })
    const err = { InstructionError: [0, { Custom: 1 }] }
    expect(await statusOf(signature)).toMatchObject({ err, confirmationStatus: 'confirmed' })
    expect(await connection.getBalance(payer.publicKey)).toBe(before - 5_000)
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(landed?.meta).toMatchObject({ err, fee: 5_000 })
  })

  it('silently drops transactions that can never land if preflight is skipped', async () => {
    const unknownHash = await sign([transfer(fresh(), 1)], { blockhash: fresh().toBase58() })
    const forged = await sign([transfer(fresh(), 1)])
    forged.signatures[0]?.fill(9)
    const unsigned = await sign([transfer(fresh(), 1)])
    unsigned.signatures[0]?.fill(0)
    for (const transaction of [unknownHash, forged, unsigned]) {
      const signature = await send(transaction, { skipPreflight: true })
      solana.advanceSlots(1)
      expect(await statusOf(signature)).toBeNull()
    }
  })

  it('reports the account with insufficient funds for rent', async () => {
    const dust = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: fresh(), lamports: 10 })
    const error = await refusal(send(await sign([dust])))
    expect(error.transactionError.message).toContain('account (1) with insufficient funds for rent')
    const signature = await send(await sign([dust]), { skipPreflight: true })
    expect(await statusOf(signature)).toMatchObject({ err: { InsufficientFundsForRent: { account_index: 1 } } })
  })
})

describe('the validity of a transaction', () => {
  it('ends 150 blocks after its blockhash', async () => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const [inTime, late] = [
      await sign([transfer(fresh(), 1)], { blockhash }),
      await sign([transfer(fresh(), 2)], { blockhash }),
    ]
    solana.advanceSlots(lastValidBlockHeight - (await connection.getBlockHeight()))
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(true)
    await send(inTime)
    solana.advanceSlots(1)
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(false)
    expect((await refusal(send(late))).message).toContain('Blockhash not found')
  })

  it('ends while the transaction is held, which web3.js reports as expired', async () => {
    solana.holdTransactions(true)
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const signature = await send(await sign([transfer(fresh(), 1)], { blockhash }))
    const confirming = connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    const expired = expect(confirming).rejects.toThrow(TransactionExpiredBlockheightExceededError)
    solana.advanceSlots(151)
    await expired
    solana.holdTransactions(false)
    solana.advanceSlots(1)
    expect(await statusOf(signature)).toBeNull()
  })

  it('lets a held transaction land once released, unless its retries are exhausted', async () => {
    await callRpc({ url: solana.rpcUrl, method: 'devnet_holdTransactions', params: [true] })
    const patient = await send(await sign([transfer(fresh(), 1)]))
    const twice = await send(await sign([transfer(fresh(), 1)]), { maxRetries: 2 })
    const once = await send(await sign([transfer(fresh(), 1)]), { maxRetries: 0 })
    expect([await statusOf(patient), await statusOf(twice), await statusOf(once)]).toEqual([null, null, null])
    solana.advanceSlots(1)
    await callRpc({ url: solana.rpcUrl, method: 'devnet_holdTransactions', params: [false] })
    solana.advanceSlots(1)
    expect(await statusOf(patient)).toMatchObject({ err: null })
    expect(await statusOf(twice)).toMatchObject({ err: null })
    expect(await statusOf(once)).toBeNull()
  })

  it('does not end with a durable nonce, which can be used only once', async () => {
    const nonce = Keypair.generate()
    const rent = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH)
    const create = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
      lamports: rent,
    })
    await send(await sign(create.instructions, { signers: [payer, nonce] }))
    const account = await connection.getAccountInfo(nonce.publicKey)
    const blockhash = NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0)).nonce
    const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: payer.publicKey })
    const [to, later] = [fresh(), fresh()]
    const transaction = await sign([advance, transfer(to, 1)], { blockhash })
    const second = await sign([advance, transfer(later, 1)], { blockhash })
    solana.advanceSlots(1_000)
    await send(transaction)
    expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
    solana.advanceSlots(1)
    expect((await refusal(send(second))).message).toContain('Blockhash not found')
  })
})

describe('minContextSlot and fees', () => {
  it('rejects requests whose minContextSlot has not been reached', async () => {
    const slot = await connection.getSlot()
    const error = '-32016: Minimum context slot has not been reached'
    for (const [method, ...params] of [
      ['getBalance', payer.publicKey.toBase58()],
      ['getLatestBlockhash'],
      ['sendTransaction', 'AAAA'],
    ]) {
      const asking = (minContextSlot: number): Promise<unknown> =>
        callRpc({ url: solana.rpcUrl, method: method ?? '', params: [...params, { minContextSlot }] })
      await expect(asking(slot + 10_000)).rejects.toThrow(error)
    }
    const params = [payer.publicKey.toBase58(), { minContextSlot: slot }]
    expect(await callRpc({ url: solana.rpcUrl, method: 'getBalance', params })).toBeTruthy()
  })

  it('estimates the fee that is then charged, including the price of compute units', async () => {
    const transaction = await sign([
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_500_000 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 4_001 }),
      transfer(payer.publicKey, 1),
    ])
    const { value: fee } = await connection.getFeeForMessage(transaction.message)
    expect(fee).toBe(5_000 + Math.ceil(1.5 * 4_001))
    const before = await connection.getBalance(payer.publicKey)
    const signature = await send(transaction)
    expect(await connection.getBalance(payer.publicKey)).toBe(before - (fee ?? 0))
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(landed?.meta?.fee).toBe(fee)

    const defaultLimit = await sign([
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2_000_000 }),
      transfer(payer.publicKey, 1),
    ])
    const told = (await connection.getFeeForMessage(defaultLimit.message)).value
    const balance = await connection.getBalance(payer.publicKey)
    await send(defaultLimit)
    expect(balance - (await connection.getBalance(payer.publicKey))).toBe(told)

    solana.advanceSlots(200)
    expect((await connection.getFeeForMessage(transaction.message)).value).toBeNull()
  })
})
