import type { TransferRequest } from '@latchkey/core'
import {
  endConnection,
  type RunningSolana,
  solanaDevKeypair,
  solanaTokenBalance,
  solanaTokens,
  startSolana,
} from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { type ChainFeatures, createChainFeatures } from '../features/chainFeatures.js'
import type { SolanaTransaction } from '../features/types.js'
import { programs, tokenPrograms } from '../transactions/programs.js'
import { toTokenAccount } from './buildTransaction.js'

const { BEAN } = solanaTokens

const [from, other] = [solanaDevKeypair(4), solanaDevKeypair(5)]

const fresh = (): string => Keypair.generate().publicKey.toBase58()

const rent = 890_880n

const [tokenProgram = '', token2022 = ''] = tokenPrograms

let solana: RunningSolana

let connection: Connection

let chain: ChainFeatures

beforeAll(async () => {
  solana = await startSolana({ slotMs: 40 })
  connection = new Connection(solana.rpcUrl, { wsEndpoint: solana.wsUrl, commitment: 'confirmed' })
  chain = createChainFeatures(createTestContext())
})

afterAll(async () => {
  endConnection(connection)
  await solana.stop()
})

const network = () => createLocalNetwork(solana.rpcUrl)

const request = (own: Partial<TransferRequest>): TransferRequest => ({
  account: { namespace: 'solana', address: from.address, type: 'eoa' },
  network: network(),
  signal: new AbortController().signal,
  to: other.address,
  amount: rent,
  ...own,
})

const read = (address: string) => chain.readToken({ network: network(), address, signal: new AbortController().signal })

/** Builds, signs and sends a transfer. Returns its cost without the amount. */
async function send(own: Partial<TransferRequest>): Promise<bigint> {
  const built = (await chain.buildTransfer(request(own))) as SolanaTransaction
  if (!('serialized' in built)) throw new Error('The transaction is not built.')
  const balance = async () => BigInt(await connection.getBalance(new PublicKey(from.address)))
  const before = await balance()
  const transaction = VersionedTransaction.deserialize(built.serialized)
  transaction.sign([Keypair.fromSecretKey(from.secretKey)])
  const signature = await connection.sendTransaction(transaction)
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const { value } = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
  expect(value.err).toBeNull()
  return before - (await balance()) - (own.token ? 0n : (own.amount ?? rent))
}

/** Creates a token of Token-2022 with a transfer fee, of which the sender has 1,000 atomic units. Returns its address. */
async function createFeeToken(basisPoints: number): Promise<string> {
  const [payer, mint, programId] = [
    Keypair.fromSecretKey(from.secretKey),
    Keypair.generate(),
    new PublicKey(token2022),
  ] as const
  const owner = payer.publicKey.toBytes()
  const account = new PublicKey(toTokenAccount(from.address, mint.publicKey.toBase58(), token2022))
  const toInstruction = (data: readonly number[], keys: readonly PublicKey[], id = programId): TransactionInstruction =>
    new TransactionInstruction({
      programId: id,
      keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(payer.publicKey), isWritable: true })),
      data: Buffer.from(data),
    })
  const space = 278
  const fee = [basisPoints % 256, Math.floor(basisPoints / 256), ...Array<number>(8).fill(255)]
  const create = SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: mint.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(space),
    space,
    programId,
  })
  const transaction = new Transaction().add(
    create,
    // InitializeTransferFeeConfig, InitializeMint2, CreateIdempotent and MintTo
    toInstruction([26, 0, 0, 0, ...fee], [mint.publicKey]),
    toInstruction([20, 6, ...owner, 0], [mint.publicKey]),
    toInstruction(
      [1],
      [payer.publicKey, account, payer.publicKey, mint.publicKey, SystemProgram.programId, programId],
      new PublicKey(programs.tokenAccounts),
    ),
    toInstruction([7, 0xe8, 0x03, 0, 0, 0, 0, 0, 0], [mint.publicKey, account, payer.publicKey]),
  )
  await sendAndConfirmTransaction(connection, transaction, [payer, mint])
  return mint.publicKey.toBase58()
}

const beans = async (owner: string): Promise<bigint> => {
  const mint = new PublicKey(BEAN.address)
  const { value } = await connection.getParsedTokenAccountsByOwner(new PublicKey(owner), { mint })
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

describe('a transfer', () => {
  test('of SOL costs the estimated fee', async () => {
    const to = fresh()
    const fee = await chain.readTransferFee(request({ to }))
    expect([await send({ to }), await connection.getBalance(new PublicKey(to))]).toEqual([fee, Number(rent)])
  })

  test('of a token goes to the existing token account of the receiver, for the estimated fee', async () => {
    const before = await beans(other.address)
    const own = { token: BEAN, amount: 1_234_567n }
    const fee = await chain.readTransferFee(request(own))
    expect([await send(own), (await beans(other.address)) - before]).toEqual([fee, 1_234_567n])
  })

  test('of a token creates a missing token account, and includes its cost in the fee', async () => {
    const own = { to: fresh(), token: BEAN, amount: 5n }
    const [fee, next] = [await chain.readTransferFee(request(own)), { ...own, amount: 6n }]
    expect(fee).toBeGreaterThan(2_000_000n)
    expect([await send(own), await beans(own.to)]).toEqual([fee, 5n])
    expect([await chain.readTransferFee(request(next)), await send(next), await beans(own.to)]).toEqual([
      5_000n,
      5_000n,
      11n,
    ])
  })

  test('creates the token account even if its address already has SOL', async () => {
    const to = fresh()
    const toPubkey = new PublicKey(toTokenAccount(to, BEAN.address, tokenProgram))
    const payer = Keypair.fromSecretKey(other.secretKey)
    const fund = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey, lamports: rent })
    await sendAndConfirmTransaction(connection, new Transaction().add(fund), [payer])
    await send({ to, token: BEAN, amount: 7n })
    expect(await beans(to)).toBe(7n)
  })

  test('error: INVALID_PARAMS if the receiver’s token account now has another owner', async () => {
    const victim = Keypair.fromSecretKey(solanaDevKeypair(6).secretKey)
    const to = victim.publicKey.toBase58()
    const pubkey = new PublicKey(toTokenAccount(to, BEAN.address, tokenProgram))
    // `SetAuthority` of the account's owner, as thieves have it signed
    const give = new TransactionInstruction({
      programId: new PublicKey(tokenProgram),
      keys: [
        { pubkey, isSigner: false, isWritable: true },
        { pubkey: victim.publicKey, isSigner: true, isWritable: false },
      ],
      data: Buffer.from([6, 2, 1, ...new PublicKey(fresh()).toBytes()]),
    })
    await sendAndConfirmTransaction(connection, new Transaction().add(give), [victim])
    const own = request({ to, token: BEAN, amount: 7n })
    await expect(chain.readTransferFee(own)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    await expect(chain.buildTransfer(own)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  test.each<[string, bigint, () => string]>([
    ['too little SOL for the rent of a new account', rent - 1n, fresh],
    ['SOL that leaves the sender too little for its own rent', 2n * rent, () => other.address],
  ])('error: TRANSACTION_REJECTED when estimating the fee for %s', async (_, amount, toReceiver) => {
    const payer = Keypair.fromSecretKey(other.secretKey)
    const sender = Keypair.generate().publicKey
    const lamports = 2n * rent + 5_001n
    const fund = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: sender, lamports })
    await sendAndConfirmTransaction(connection, new Transaction().add(fund), [payer])
    const account = { namespace: 'solana', address: sender.toBase58(), type: 'eoa' } as const
    const own = request({ account, to: toReceiver(), amount })
    await expect(chain.readTransferFee(own)).rejects.toMatchObject({
      code: 'TRANSACTION_REJECTED',
      details: expect.stringContaining('InsufficientFundsForRent'),
    })
    // "Max" reads the fee of all there is, and of what that leaves
    expect(await chain.readTransferFee({ ...own, to: other.address, amount: lamports })).toBe(5_000n)
    expect(await chain.readTransferFee({ ...own, to: other.address, amount: lamports - 5_000n })).toBe(5_000n)
  })

  test('error: INVALID_PARAMS for a Token-2022 token with a transfer fee', async () => {
    const own = request({ token: { address: await createFeeToken(100), decimals: 6 }, amount: 5n })
    await expect(chain.readTransferFee(own)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    await expect(chain.buildTransfer(own)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  test('of a Token-2022 token with a transfer fee of zero costs at most the estimated fee', async () => {
    const own = { token: { address: await createFeeToken(0), decimals: 6 }, to: fresh(), amount: 5n }
    const fee = await chain.readTransferFee(request(own))
    expect(await send(own)).toBeLessThanOrEqual(fee)
  })

  test('error: RPC_FAILED, not TRANSACTION_REJECTED, if the node does not know the newest blockhash yet', async () => {
    const lagging: typeof fetch = async (input, init) =>
      String(init?.body).includes('getFeeForMessage')
        ? Response.json({ jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value: null } })
        : fetch(input, init)
    const behind = createChainFeatures(createTestContext({ env: { fetch: lagging } }))
    await expect(behind.readTransferFee(request({ to: fresh(), amount: rent }))).rejects.toMatchObject({
      code: 'RPC_FAILED',
    })
  })

  test('error: TRANSACTION_REJECTED if the token balance is too low', async () => {
    const own = { token: BEAN, amount: (solanaTokenBalance + 1n) * 10n ** BigInt(BEAN.decimals) }
    await expect(chain.buildTransfer(request(own))).rejects.toMatchObject({ code: 'TRANSACTION_REJECTED' })
  })

  test('error: INVALID_PARAMS for a token account as receiver, whose owner could never move the tokens', async () => {
    const mint = new PublicKey(BEAN.address)
    const { value } = await connection.getTokenAccountsByOwner(new PublicKey(other.address), { mint })
    const to = value[0]?.pubkey.toBase58() ?? ''
    await expect(chain.buildTransfer(request({ to, token: BEAN }))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  test.each<[string, Partial<TransferRequest>]>([
    ['an invalid receiver', { to: 'ada.sol' }],
    ['an amount of zero', { amount: 0n }],
    ['an amount above 64 bits', { amount: 2n ** 64n }],
    ['decimals that differ from those of the mint', { token: { ...BEAN, decimals: 9 } }],
    ['an address that is not a token', { token: { address: other.address, decimals: 6 } }],
  ])('error: INVALID_PARAMS for %s [I34]', async (_, own) => {
    await expect(chain.buildTransfer(request(own))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})

test.each<[string, boolean]>([
  [other.address, true],
  [other.address.slice(0, 20), false],
  [`${other.address} `, false],
  ['0x0000000000000000000000000000000000000001', false],
  ['11111111111111111111111111111111', false],
  ['', false],
])('address:check of %j is %j', async (address, expected) => {
  expect(await chain.isReceiver({ address, network: network() })).toBe(expected)
})

describe('token:balance', () => {
  const balance = (address: string, owner: string) => {
    const account = { namespace: 'solana', address: owner, type: 'eoa' } as const
    return chain.readTokenBalance({ account, address, network: network(), signal: new AbortController().signal })
  }

  test('is the sum of all token accounts of the owner, and zero if there is none', async () => {
    const { decimals, address } = BEAN
    const symbol = address.slice(0, 6)
    expect(await balance(address, from.address)).toEqual({ value: await beans(from.address), decimals, symbol })
    expect(await balance(address, fresh())).toEqual({ value: 0n, decimals, symbol })
  })

  test('error: INVALID_PARAMS for an address that is not a token', async () => {
    await expect(balance(other.address, from.address)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})

describe('token:read', () => {
  test('returns the decimals of a mint, and its shortened address as name and symbol without metadata', async () => {
    const short = BEAN.address.slice(0, 6)
    expect(await read(BEAN.address)).toEqual({ name: short, symbol: short, decimals: BEAN.decimals })
  })

  test.each([fresh(), other.address, 'x'])('error: INVALID_PARAMS for %s, which is not a token', async (address) => {
    await expect(read(address)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})
