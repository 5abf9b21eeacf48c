import { base58 } from '@scure/base'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import type { SolanaInstruction } from '../../protocol/solanaSummary.js'
import type { SolanaTransactionsSummary, SummaryWarning } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import { accounts, createRequest } from '../testing/requests.js'
import { programs } from './decodeInstruction.js'

const us = new PublicKey(accounts.solana)
const [a, b, c] = [11, 12, 13].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
]
const at = (key: PublicKey) => ({ address: key.toBase58() })

function readAll(...instructions: readonly TransactionInstruction[]): SolanaTransactionsSummary {
  const transaction = new Transaction({ feePayer: us, recentBlockhash: a.toBase58() }).add(...instructions)
  const wire = base58.encode(transaction.serialize({ requireAllSignatures: false }))
  return describeRequest(createRequest('solana_signTransaction', { transaction: wire }))
    .summary as SolanaTransactionsSummary
}
const read = (
  instruction: TransactionInstruction,
): readonly [SolanaInstruction | undefined, readonly SummaryWarning[]] => {
  const { transactions, warnings } = readAll(instruction)
  return [transactions[0]?.instructions[0], warnings]
}
/** Encodes an instruction byte by byte, as the program documents it. */
const token = (
  data: readonly number[],
  keys: readonly PublicKey[],
  program: string = programs.token,
): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(us), isWritable: true })),
    data: Buffer.from(data),
  })
const u64 = (value: bigint): number[] => [...Buffer.from(BigUint64Array.of(value).buffer)]

describe('instructions', () => {
  it('of the system program are decoded as Solana’s own library encodes them', () => {
    expect(read(SystemProgram.transfer({ fromPubkey: us, toPubkey: a, lamports: 7 }))).toEqual([
      { type: 'transfer', from: at(us), to: at(a), lamports: '7' },
      [],
    ])
    const created = SystemProgram.createAccount({
      fromPubkey: us,
      newAccountPubkey: a,
      lamports: 9,
      space: 10,
      programId: b,
    })
    expect(read(created)[0]).toEqual({
      type: 'createAccount',
      from: at(us),
      account: at(a),
      lamports: '9',
      owner: b.toBase58(),
    })
    const seeded = SystemProgram.createAccountWithSeed({
      fromPubkey: us,
      newAccountPubkey: a,
      basePubkey: us,
      seed: 'x',
      lamports: 9,
      space: 1,
      programId: b,
    })
    expect(read(seeded)[0]).toMatchObject({ type: 'createAccount', lamports: '9', owner: b.toBase58() })
    expect(read(SystemProgram.assign({ accountPubkey: us, programId: b }))).toEqual([
      { type: 'assignAccount', account: at(us), owner: b.toBase58() },
      ['ownerChange'],
    ])
    expect(read(SystemProgram.assign({ accountPubkey: a, programId: b }))[1]).toEqual([])
    const nonce = SystemProgram.nonceAdvance({ noncePubkey: a, authorizedPubkey: us })
    expect(read(nonce)).toEqual([{ type: 'advanceNonce', nonce: at(a), authority: at(us) }, ['durableNonce']])
    const withSeed = SystemProgram.transfer({
      fromPubkey: a,
      basePubkey: us,
      toPubkey: b,
      lamports: 3,
      seed: 'x',
      programId: c,
    })
    expect(read(withSeed)[0]).toEqual({ type: 'transfer', from: at(a), to: at(b), lamports: '3' })
    expect(read(SystemProgram.allocate({ accountPubkey: us, space: 1 }))).toMatchObject([
      { type: 'unknown', name: 'System' },
      ['unknownProgram'],
    ])
  })

  it.each([programs.token, programs.token2022])('of the token program %s are decoded', (program) => {
    const one = (data: readonly number[], ...keys: readonly PublicKey[]) => read(token(data, keys, program))
    const moved = { type: 'tokenTransfer', from: at(a), to: at(b), authority: at(us), amount: '5' }
    expect(one([3, ...u64(5n)], a, b, us)).toEqual([moved, []])
    expect(one([12, ...u64(5n), 6], a, c, b, us)).toEqual([{ ...moved, mint: at(c), decimals: 6 }, []])
    const allowed = { type: 'tokenApprove', account: at(a), delegate: at(b), amount: '5', isUnlimited: false }
    expect(one([4, ...u64(5n)], a, b, us)).toEqual([allowed, []])
    const most = 2n ** 64n - 1n
    expect(one([13, ...u64(most), 6], a, c, b, us)).toEqual([
      { ...allowed, amount: String(most), isUnlimited: true, mint: at(c), decimals: 6 },
      ['unlimitedAllowance'],
    ])
    expect(one([5], a, us)).toEqual([{ type: 'tokenRevoke', account: at(a) }, []])
    const given = { type: 'tokenAuthority', account: at(a), authority: 'owner', next: b.toBase58() }
    expect(one([6, 2, 1, ...b.toBytes()], a, us)).toEqual([given, ['ownerChange']])
    expect(one([6, 0, 0], a, us)[0]).toEqual({ ...given, authority: 'mint', next: null })
    expect(one([8, ...u64(5n)], a, c, us)).toEqual([
      { type: 'tokenBurn', account: at(a), mint: at(c), amount: '5' },
      ['burn'],
    ])
    expect(one([9], a, us, us)).toEqual([{ type: 'tokenClose', account: at(a), to: at(us) }, []])
    expect(one([9], a, b, us)[1]).toEqual(['closesAccount'])
  })

  it('with too few or too many bytes are unknown', () => {
    for (const data of [[3, ...u64(5n), 0], [3, 5], [], [6, 2, 1, 0], [200]])
      expect(read(token(data, [a, b, us]))).toMatchObject([
        { type: 'unknown', name: 'Token', accounts: 3 },
        ['unknownProgram'],
      ])
    expect(read(token([3, ...u64(5n)], [a]))[0]).toMatchObject({ type: 'unknown' })
  })

  it('of the associated token, memo and compute budget programs are decoded', () => {
    const account = { type: 'tokenAccount', payer: at(us), account: at(a), owner: at(b), mint: at(c) }
    for (const data of [[], [0], [1]])
      expect(read(token(data, [us, a, b, c], programs.associatedToken))[0]).toEqual(account)
    expect(read(token([2], [us, a, b, c], programs.associatedToken))[0]).toMatchObject({ type: 'unknown' })
    expect(read(token([...Buffer.from('Grüße')], [us], programs.memo))).toEqual([{ type: 'memo', text: 'Grüße' }, []])
    expect(read(token([0xff], [us], programs.memo))[0]).toMatchObject({ type: 'unknown', name: 'Memo' })
    const [transaction] = readAll(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_001 }),
      SystemProgram.transfer({ fromPubkey: us, toPubkey: a, lamports: 7 }),
    ).transactions
    // 5,000 for the signature, 100,000 units at 0.020001 lamports, rounded up
    expect(transaction).toMatchObject({
      feeLimit: '7001',
      instructions: [{ setting: 'unitLimit', value: '100000' }, { setting: 'unitPrice', value: '20001' }, {}],
    })
    const [unlimited] = readAll(
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
      SystemProgram.transfer({ fromPubkey: us, toPubkey: a, lamports: 7 }),
    ).transactions
    expect(unlimited?.feeLimit).toBe('205000')
  })

  it('of any other program are unknown, with its address', () => {
    expect(read(token([1, 2], [us], b.toBase58()))).toEqual([
      { type: 'unknown', program: b.toBase58(), name: undefined, accounts: 1, data: '0x0102' },
      ['unknownProgram'],
    ])
  })
})
