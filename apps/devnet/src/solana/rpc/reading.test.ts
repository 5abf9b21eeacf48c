import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRpc } from '../../rpc/callRpc.js'
import { fundSolana, fundSolanaToken } from '../../rpc/funding.js'
import { solanaDevKeypair } from '../devKeypair.js'
import { solanaTokens } from '../network.js'
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
const call = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  callRpc({ url: solana.rpcUrl, method, params })
const send = async (instructions: readonly TransactionInstruction[], ...signers: Keypair[]): Promise<string> => {
  // signed by hand: web3.js caches a blockhash for 30 s of real time, while slots advance at once here
  const lifetime = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, ...lifetime }).add(...instructions)
  transaction.sign(payer, ...signers)
  const signature = await connection.sendRawTransaction(transaction.serialize())
  await connection.confirmTransaction({ signature, ...lifetime })
  return signature
}
const transfer = (to: PublicKey): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: LAMPORTS_PER_SOL })

describe('reading the network', () => {
  it('distinguishes block height from slot, and the finalized blockhash from the latest', async () => {
    const info = await connection.getEpochInfo()
    expect(info.blockHeight).toBeLessThan(info.absoluteSlot)
    expect(info.epoch * info.slotsInEpoch + info.slotIndex).toBe(info.absoluteSlot)
    const newest = await connection.getLatestBlockhash('confirmed')
    const final = await connection.getLatestBlockhash('finalized')
    expect(newest.lastValidBlockHeight - final.lastValidBlockHeight).toBe(32)
    expect(await call('getLatestBlockhash')).toMatchObject({ value: { lastValidBlockHeight: expect.any(Number) } })
    const height = await connection.getBlockHeight()
    expect(newest.lastValidBlockHeight - height).toBe(150)
    expect((await connection.isBlockhashValid(Keypair.generate().publicKey.toBase58())).value).toBe(false)
    expect(await call('getHealth')).toBe('ok')
    expect(await connection.getVersion()).toMatchObject({ 'solana-core': expect.any(String) })
  })
})

describe('reading accounts', () => {
  it('encodes data as requested, rejects base58 for large accounts, and filters program accounts', async () => {
    const account = Keypair.generate()
    const rent = await connection.getMinimumBalanceForRentExemption(200)
    const create = (space: number, of: Keypair): TransactionInstruction =>
      SystemProgram.createAccount({
        fromPubkey: payer.publicKey,
        newAccountPubkey: of.publicKey,
        lamports: rent,
        space,
        programId: SystemProgram.programId,
      })
    await send([create(200, account)], account)
    const key = account.publicKey.toBase58()
    const read = async (config?: object): Promise<unknown> =>
      ((await call('getAccountInfo', key, config)) as { value: unknown }).value
    const facts = { lamports: rent, owner: SystemProgram.programId.toBase58(), executable: false, space: 200 }
    expect(await read({ encoding: 'base64' })).toMatchObject({
      ...facts,
      data: [Buffer.alloc(200).toString('base64'), 'base64'],
    })
    expect(await read({ encoding: 'base64', dataSlice: { offset: 3, length: 6 } })).toMatchObject({
      data: ['AAAAAAAA', 'base64'],
    })
    expect(await read({ encoding: 'jsonParsed' })).toMatchObject({ data: [expect.any(String), 'base64'] })
    expect(await read({ encoding: 'base58', dataSlice: { offset: 0, length: 3 } })).toMatchObject({
      data: ['111', 'base58'],
    })
    await expect(read()).rejects.toThrow('-32600: Encoded binary (base 58) data should be less than 128 bytes')
    await expect(read({ encoding: 'base64+zstd' })).rejects.toThrow('base64+zstd')
    await expect(read({ encoding: 'base64', commitment: 'confirmed' })).resolves.toBeTruthy()
    await expect(call('getAccountInfo', key, 'base64')).rejects.toThrow('-32602')

    expect(
      (await connection.getMultipleAccountsInfo([account.publicKey, Keypair.generate().publicKey])).map(Boolean),
    ).toEqual([true, false])
    await expect(call('getMultipleAccounts', Array(101).fill(key))).rejects.toThrow('Too many inputs provided; max 100')
    const owned = await connection.getProgramAccounts(SystemProgram.programId, { filters: [{ dataSize: 200 }] })
    expect(owned.map(({ pubkey }) => pubkey.toBase58())).toEqual([key])
    const none = await connection.getProgramAccounts(SystemProgram.programId, {
      filters: [{ dataSize: 200 }, { memcmp: { offset: 0, bytes: '2' } }],
    })
    expect(none).toEqual([])
  })
})

describe('reading transactions', () => {
  it('lists the signatures of an address, newest first and in pages', async () => {
    const to = Keypair.generate().publicKey
    const first = await fundSolana(solana.rpcUrl, to.toBase58(), LAMPORTS_PER_SOL)
    const second = await fundSolana(solana.rpcUrl, to.toBase58(), LAMPORTS_PER_SOL)
    const third = await send([transfer(to)])
    expect(await connection.getBalance(to)).toBe(3 * LAMPORTS_PER_SOL)
    const list = async (options?: object): Promise<string[]> =>
      (await connection.getSignaturesForAddress(to, options)).map(({ signature }) => signature)
    expect(await list()).toEqual([third, second, first])
    expect(await list({ limit: 1 })).toEqual([third])
    expect(await list({ before: third })).toEqual([second, first])
    expect(await list({ until: first })).toEqual([third, second])
    await expect(fundSolana(solana.rpcUrl, to.toBase58(), -1)).rejects.toThrow('-32602')
  })

  it('returns a transaction with its balances, as JSON or base64, once it reaches the requested commitment', async () => {
    const to = Keypair.generate().publicKey
    const signature = await send([transfer(to)])
    expect(await call('getTransaction', signature)).toBeNull()
    const config = { commitment: 'confirmed' }
    const found = await connection.getTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    expect(found?.version).toBe('legacy')
    expect(found?.transaction.message.getAccountKeys().staticAccountKeys.map(String)).toEqual([
      payer.publicKey.toBase58(),
      to.toBase58(),
      SystemProgram.programId.toBase58(),
    ])
    const { preBalances = [], postBalances = [] } = found?.meta ?? {}
    expect(postBalances.map((after, index) => after - (preBalances[index] ?? 0))).toEqual([
      -LAMPORTS_PER_SOL - 5_000,
      LAMPORTS_PER_SOL,
      0,
    ])
    const bytes = (await call('getTransaction', signature, { ...config, encoding: 'base64' })) as {
      transaction: [string, string]
    }
    const decoded = Transaction.from(Buffer.from(bytes.transaction[0], 'base64'))
    expect([decoded.verifySignatures(), bytes.transaction[1]]).toEqual([true, 'base64'])
    await expect(call('getTransaction', signature, { ...config, encoding: 'jsonParsed' })).rejects.toThrow('jsonParsed')
    solana.advanceSlots(32)
    expect(await call('getTransaction', signature)).toMatchObject({ meta: { err: null } })
    expect(await call('getTransaction', '1'.repeat(64))).toBeNull()
  })

  it('returns no status for old transactions unless the history is searched', async () => {
    const signature = await fundSolana(solana.rpcUrl, payer.publicKey.toBase58(), LAMPORTS_PER_SOL)
    solana.advanceSlots(300)
    expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ confirmationStatus: 'finalized' })
    solana.advanceSlots(1)
    expect((await connection.getSignatureStatus(signature)).value).toBeNull()
    const searched = await connection.getSignatureStatus(signature, { searchTransactionHistory: true })
    expect(searched.value).toMatchObject({ err: null })
    await expect(call('getSignatureStatuses', Array(257).fill(signature))).rejects.toThrow('max 256')
  })

  it('resolves accounts of lookup tables, only for clients that support version 0', async () => {
    const to = Keypair.generate().publicKey
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: (await connection.getSlot()) - 1,
    })
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: payer.publicKey,
      payer: payer.publicKey,
      addresses: [to, Keypair.generate().publicKey],
    })
    await send([create, extend])
    solana.advanceSlots(2)
    const { value: lookupTable } = await connection.getAddressLookupTable(table)
    if (!lookupTable) throw new Error('No table')
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer(to)],
    }).compileToV0Message([lookupTable])
    expect(message.staticAccountKeys.some((key) => key.equals(to))).toBe(false)
    const transaction = new VersionedTransaction(message)
    transaction.sign([payer])
    const signature = await connection.sendTransaction(transaction)
    await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([to.toBase58()])
    expect(found?.meta?.postBalances.at(-1)).toBe(LAMPORTS_PER_SOL)
    await expect(call('getTransaction', signature, { commitment: 'confirmed' })).rejects.toThrow(
      '-32015: Transaction version (0) is not supported',
    )
  })
})

describe('reading tokens', () => {
  const program = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
  const [mint, mine, theirs] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
  const friend = Keypair.generate().publicKey
  const instruct = (
    data: readonly number[],
    ...keys: readonly [PublicKey, boolean?, boolean?][]
  ): TransactionInstruction =>
    new TransactionInstruction({
      programId: program,
      data: Buffer.from(data),
      keys: keys.map(([pubkey, isWritable = false, isSigner = false]) => ({ pubkey, isWritable, isSigner })),
    })
  const toAmount = (amount: bigint): number[] => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(amount)
    return [...bytes]
  }
  const allocate = async (account: Keypair, space: number): Promise<TransactionInstruction> =>
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: account.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(space),
      space,
      programId: program,
    })
  const open = (account: Keypair, owner: PublicKey): TransactionInstruction =>
    instruct([18, ...owner.toBytes()], [account.publicKey, true], [mint.publicKey])

  beforeAll(async () => {
    const initializeMint = instruct([20, 6, ...payer.publicKey.toBytes(), 0], [mint.publicKey, true])
    const mintTo = instruct(
      [7, ...toAmount(12_345_600n)],
      [mint.publicKey, true],
      [mine.publicKey, true],
      [payer.publicKey, false, true],
    )
    await send([await allocate(mint, 82), initializeMint], mint)
    await send([await allocate(mine, 165), open(mine, payer.publicKey), mintTo], mine)
    await send([await allocate(theirs, 165), open(theirs, friend)], theirs)
  })

  it('has a local token on every development account from the start', async () => {
    const { address, decimals } = solanaTokens.BEAN
    const { value: supply } = await connection.getTokenSupply(new PublicKey(address))
    expect(supply).toMatchObject({ amount: '100000000000', decimals })
    const owner = new PublicKey(solanaDevKeypair(9).address)
    const { value } = await connection.getParsedTokenAccountsByOwner(owner, { mint: new PublicKey(address) })
    const { tokenAmount, state } = value[0]?.account.data.parsed.info ?? {}
    expect([value.length, tokenAmount?.uiAmountString, state]).toEqual([1, '10000', 'initialized'])
    const [associated] = PublicKey.findProgramAddressSync(
      [owner, program, new PublicKey(address)].map((key) => key.toBytes()),
      new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
    )
    expect(value[0]?.pubkey.equals(associated)).toBe(true)
  })

  it('adds funded tokens to the balance of any account', async () => {
    const { address } = solanaTokens.BEAN
    const owner = Keypair.generate().publicKey
    const gift = { mint: address, owner: owner.toBase58(), amount: 1_500_000n }
    await fundSolanaToken(solana.rpcUrl, gift)
    await fundSolanaToken(solana.rpcUrl, gift)
    const { value } = await connection.getParsedTokenAccountsByOwner(owner, { mint: new PublicKey(address) })
    expect(value.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)).toEqual(['3'])
    await expect(fundSolanaToken(solana.rpcUrl, { ...gift, mint: owner.toBase58() })).rejects.toThrow('Unknown token')
  })

  it('finds the holdings of an owner, by mint or by program', async () => {
    const wanted = { mint: mint.publicKey.toBase58(), owner: payer.publicKey.toBase58(), state: 'initialized' }
    const tokenAmount = { amount: '12345600', decimals: 6, uiAmount: 12.3456, uiAmountString: '12.3456' }
    for (const filter of [{ mint: mint.publicKey }, { programId: program }]) {
      const { value } = await connection.getParsedTokenAccountsByOwner(payer.publicKey, filter)
      // the program filter also finds the local token, which the account has from the start
      const found = value.filter(({ account }) => account.data.parsed.info.mint !== solanaTokens.BEAN.address)
      expect(found.map(({ pubkey }) => pubkey.toBase58())).toEqual([mine.publicKey.toBase58()])
      expect(found[0]?.account.data).toMatchObject({
        program: 'spl-token',
        parsed: { type: 'account', info: { ...wanted, isNative: false, tokenAmount } },
      })
    }
    const other = { mint: Keypair.generate().publicKey }
    expect((await connection.getTokenAccountsByOwner(payer.publicKey, other)).value).toEqual([])
    const wrong = { programId: SystemProgram.programId.toBase58() }
    await expect(call('getTokenAccountsByOwner', friend.toBase58(), wrong)).rejects.toThrow(
      'unrecognized Token program',
    )
    expect((await connection.getTokenAccountBalance(mine.publicKey)).value).toEqual(tokenAmount)
    expect((await connection.getTokenSupply(mint.publicKey)).value.uiAmountString).toBe('12.3456')
    const parsed = await connection.getParsedAccountInfo(mint.publicKey)
    expect(parsed.value?.data).toMatchObject({
      parsed: { type: 'mint', info: { decimals: 6, supply: '12345600', mintAuthority: payer.publicKey.toBase58() } },
    })
    await expect(call('getTokenAccountBalance', friend.toBase58())).rejects.toThrow('could not find account')
    await expect(call('getTokenAccountBalance', mint.publicKey.toBase58())).rejects.toThrow('not a Token account')
    await expect(call('getTokenSupply', mine.publicKey.toBase58())).rejects.toThrow('not a Token mint')
  })

  it('returns the token balances before and after a transaction', async () => {
    const move = instruct(
      [3, ...toAmount(2_000_000n)],
      [mine.publicKey, true],
      [theirs.publicKey, true],
      [payer.publicKey, false, true],
    )
    const signature = await send([move])
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    const amounts = (balances: readonly { owner?: string; uiTokenAmount: { amount: string } }[] = []): object =>
      Object.fromEntries(balances.map(({ owner = '', uiTokenAmount }) => [owner, uiTokenAmount.amount]))
    expect(amounts(found?.meta?.preTokenBalances ?? [])).toEqual({
      [payer.publicKey.toBase58()]: '12345600',
      [friend.toBase58()]: '0',
    })
    expect(amounts(found?.meta?.postTokenBalances ?? [])).toEqual({
      [payer.publicKey.toBase58()]: '10345600',
      [friend.toBase58()]: '2000000',
    })
  })
})
