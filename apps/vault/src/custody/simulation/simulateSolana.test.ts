import { fundSolana, fundSolanaToken, type RpcProxy, solanaTokens, startRpcProxy, startSolana } from '@latchkey/devnet'
import { base58 } from '@scure/base'
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustodyResult } from '../../protocol/custody.js'
import { programs } from '../../signing/solana/decodeInstruction.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let solana: Awaited<ReturnType<typeof startSolana>>
let proxy: RpcProxy
let world: World
let visitor: Visitor
let owner: PublicKey
const friend = Keypair.generate().publicKey
const bean = new PublicKey(solanaTokens.BEAN.address)
const token = new PublicKey(programs.token)

beforeAll(async () => {
  solana = await startSolana()
  proxy = await startRpcProxy({ rpcUrl: solana.rpcUrl })
  const { caipNetworkId, name } = solana.network
  const network = { caipNetworkId, name, symbol: 'SOL', decimals: 9, rpcUrls: [proxy.url] }
  world = await startWorld({ networks: [network] })
  visitor = world.createVisitor()
  await world.logIn(visitor, 'solana@mail.example')
  const { accounts } = await visitor.get('user.get', {})
  owner = new PublicKey(accounts.find(({ namespace }) => namespace === 'solana')?.address ?? '')
  await fundSolana(solana.rpcUrl, owner.toBase58(), 5_000_000_000)
  await fundSolanaToken(solana.rpcUrl, { mint: bean.toBase58(), owner: owner.toBase58(), amount: 9_000_000n })
})
afterAll(async () => {
  await world?.stop()
  await proxy?.stop()
  await solana?.stop()
})

/** The associated token account of an owner. */
function toTokenAccount(of: PublicKey): PublicKey {
  const seeds = [of.toBuffer(), token.toBuffer(), bean.toBuffer()]
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.associatedToken))[0]
}

function callToken(data: readonly number[], keys: readonly (readonly [PublicKey, boolean])[]): TransactionInstruction {
  return new TransactionInstruction({
    programId: token,
    keys: [
      ...keys.map(([pubkey, isWritable]) => ({ pubkey, isSigner: false, isWritable })),
      { pubkey: owner, isSigner: true, isWritable: false },
    ],
    data: Buffer.from(data),
  })
}

const toUnits = (amount: number): readonly number[] => [...new Uint8Array(new BigUint64Array([BigInt(amount)]).buffer)]
const pay = (lamports: number): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: owner, toPubkey: friend, lamports })
/** Approve of the token program. */
const approve = (amount: number): TransactionInstruction =>
  callToken(
    [4, ...toUnits(amount)],
    [
      [toTokenAccount(owner), true],
      [friend, false],
    ],
  )
/** SetAuthority of the token program: who owns the account. */
const giveAway = (): TransactionInstruction =>
  callToken([6, 2, 1, ...friend.toBytes()], [[toTokenAccount(owner), true]])

async function ask(instructions: readonly TransactionInstruction[], method = 'solana_signAndSendTransaction') {
  const transaction = new Transaction({ feePayer: owner, recentBlockhash: friend.toBase58() }).add(...instructions)
  const wire = base58.encode(transaction.serialize({ requireAllSignatures: false }))
  const many = method === 'solana_signAllTransactions'
  const params = many ? { transactions: [wire, wire] } : { transaction: wire }
  return visitor.ask('request.prepare', { method, params, chain: solana.network.caipNetworkId })
}
async function simulate(
  ...instructions: readonly TransactionInstruction[]
): Promise<CustodyResult<'request.prepare'>['simulation']> {
  const { result, error } = await ask(instructions)
  if (error) throw new Error(`${error.code}: ${error.message}`)
  return result.simulation
}
const beans = { type: 'token', address: bean.toBase58(), symbol: null, decimals: 6 }
const nothing = { status: 'done', sends: [], receives: [], allows: [], gives: [] }

describe('simulating a Solana transaction', () => {
  test('reports transfers without the fee, and what others may take or own', async () => {
    expect(await simulate(pay(1_000_000_000))).toEqual({
      ...nothing,
      sends: [{ asset: { type: 'native' }, amount: '1000000000' }],
    })
    expect(await simulate(approve(7))).toEqual({
      ...nothing,
      allows: [{ asset: beans, spender: friend.toBase58(), amount: '7', isUnlimited: false }],
    })
    expect(await simulate(giveAway())).toMatchObject({
      sends: [{ asset: beans, amount: '9000000' }],
      gives: [toTokenAccount(owner).toBase58()],
    })
  })

  test('refuses one that would fail, but only reports that if the app sends it itself', async () => {
    const much = [pay(50_000_000_000)]
    expect((await ask(much)).error).toMatchObject({
      code: 'REVERTS',
      message: expect.stringContaining('enough in the account'),
    })
    const signed = (await ask(much, 'solana_signTransaction')).result?.simulation
    expect(signed).toMatchObject({ status: 'fails' })
    const several = (await ask([pay(1)], 'solana_signAllTransactions')).result?.simulation
    expect(several).toEqual({ status: 'unavailable', reason: 'earlier' })
  })

  test('is unavailable if the node fails', async () => {
    proxy.fail({ kind: 'status', status: 500 })
    expect(await simulate(pay(5))).toEqual({ status: 'unavailable', reason: 'node' })
    proxy.reset()
  })
})
