import { base58 } from '@scure/base'
import { z } from 'zod'
import type { SimulatedAllowance, SimulatedAsset, SimulatedMove, Simulation } from '../../protocol/simulation.js'
import { isUnlimited } from '../../signing/evm/decodeCall.js'
import { programs } from '../../signing/solana/decodeInstruction.js'
import { parseSolanaTransaction, type SolanaTransaction } from '../../signing/solana/parseSolanaTransaction.js'
import { type AskOne, RevertError } from './evmNode.js'
import { toQuotable } from './reason.js'

export type SolanaSimulation = {
  readonly ask: AskOne
  /** Base58. */
  readonly transaction: string
  readonly account: string
  /** Lamports that the account pays as fee, if it is the fee payer. */
  readonly fee: bigint
}

const state = z.object({
  lamports: z.number(),
  owner: z.string(),
  data: z.tuple([z.string(), z.literal('base64')]),
})
const states = z.array(state.nullable())
const read = z.object({ value: states })
const simulated = z.object({
  value: z.object({
    err: z.unknown(),
    logs: z.array(z.string()).nullish(),
    accounts: states.nullish(),
    fee: z.number().nullish(),
  }),
})
type State = z.output<typeof state> | null

/** Max accounts per RPC call. */
const maxAccounts = 100
/** Bytes before the addresses of a lookup table. */
const tableHead = 56

/** Runs one transaction on one node, and compares the account's balances before and after. Throws RevertError if it would fail. */
export async function simulateSolana({ ask, transaction: text, account, fee }: SolanaSimulation): Promise<Simulation> {
  const bytes = base58.decode(text)
  const transaction = parseSolanaTransaction(bytes)
  if (!transaction) throw new Error('A transaction that was read before cannot be read again.')
  const get = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await ask(method, params)
    if ('error' in answer) throw new Error(answer.error.message)
    return answer.result
  }
  const readStates = async (addresses: readonly string[]): Promise<readonly State[]> =>
    addresses.length === 0 ? [] : read.parse(await get('getMultipleAccounts', [addresses, config])).value
  const looked = await readTables(transaction, readStates)
  const all = [...new Set([account, ...listWritable(transaction), ...looked])]
  const addresses = all.slice(0, maxAccounts)
  const options = {
    ...config,
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses },
  }
  const [before, run] = await Promise.all([
    readStates(addresses),
    get('simulateTransaction', [Buffer.from(bytes).toString('base64'), options]),
  ])
  const { err, logs, accounts: after, fee: charged } = simulated.parse(run).value
  if (err !== null && err !== undefined) throw new RevertError(toReason(err, logs ?? []))
  if (after?.length !== addresses.length) throw new Error('The node returned too few accounts.')
  const changed = addresses.map((address, index) => ({
    address,
    before: toPresent(before[index]),
    after: toPresent(after[index]),
  }))
  const paid = fee === 0n || charged === null || charged === undefined ? fee : BigInt(charged)
  const mints = await readMints(changed, account, readStates)
  return conclude(changed, { account, fee: paid, mints, isPartial: all.length > maxAccounts })
}

const config = { encoding: 'base64', commitment: 'confirmed' } as const

type Change = { readonly address: string; readonly before: State; readonly after: State }

/** An account without lamports no longer exists. */
function toPresent(given: State | undefined): State {
  return given === undefined || given === null || given.lamports === 0 ? null : given
}

function listWritable({ message }: SolanaTransaction): readonly string[] {
  const { keys, signers, readonlySigners, readonlyOthers } = message
  return keys.filter((_, index) =>
    index < signers ? index < signers - readonlySigners : index < keys.length - readonlyOthers,
  )
}

/** Writable accounts that come from lookup tables. Throws if one of the tables doesn't exist. */
async function readTables(
  { message: { lookups } }: SolanaTransaction,
  readStates: (addresses: readonly string[]) => Promise<readonly State[]>,
): Promise<readonly string[]> {
  const tables = await readStates(lookups.map(({ table }) => table))
  return lookups.flatMap(({ writable }, index) => {
    const bytes = toBytes(tables[index] ?? null)
    return writable.map((place) => {
      const address = bytes.subarray(tableHead + place * 32, tableHead + place * 32 + 32)
      if (address.length !== 32) throw new Error('The table doesn’t have this account.')
      return base58.encode(address)
    })
  })
}

function toBytes(given: State): Buffer {
  return Buffer.from(given?.data[0] ?? '', 'base64')
}

type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | null
  readonly delegated: bigint
}

/** Decodes an account of either token program; null for any other. */
function readTokenAccount(given: State): TokenAccount | null {
  if (given?.owner !== programs.token && given?.owner !== programs.token2022) return null
  const bytes = toBytes(given)
  // longer accounts have their type after the common part
  if (bytes.length < 165 || (bytes.length > 165 && bytes[165] !== 2)) return null
  const hasDelegate = bytes.readUInt32LE(72) === 1
  return {
    mint: base58.encode(bytes.subarray(0, 32)),
    owner: base58.encode(bytes.subarray(32, 64)),
    amount: bytes.readBigUInt64LE(64),
    delegate: hasDelegate ? base58.encode(bytes.subarray(76, 108)) : null,
    delegated: hasDelegate ? bytes.readBigUInt64LE(121) : 0n,
  }
}

async function readMints(
  changes: readonly Change[],
  account: string,
  readStates: (addresses: readonly string[]) => Promise<readonly State[]>,
): Promise<ReadonlyMap<string, number>> {
  const tokens = changes.flatMap(({ before, after }) => [readTokenAccount(before), readTokenAccount(after)])
  const mints = [...new Set(tokens.flatMap((token) => (token?.owner === account ? [token.mint] : [])))]
  const found = await readStates(mints.slice(0, maxAccounts))
  return new Map(
    mints.flatMap((mint, index) => {
      const decimals = toBytes(found[index] ?? null)[44]
      return decimals === undefined ? [] : [[mint, decimals] as const]
    }),
  )
}

type Place = {
  readonly account: string
  readonly fee: bigint
  readonly mints: ReadonlyMap<string, number>
  readonly isPartial: boolean
}

function conclude(changes: readonly Change[], { account, fee, mints, isPartial }: Place): Simulation {
  const balances = new Map<string, bigint>()
  const allows: SimulatedAllowance[] = []
  const gives: string[] = []
  let native = fee
  const toToken = (mint: string): SimulatedAsset => ({
    type: 'token',
    address: mint,
    symbol: null,
    decimals: mints.get(mint) ?? null,
  })
  const add = (token: TokenAccount | null, sign: 1n | -1n): void => {
    if (token?.owner === account) balances.set(token.mint, (balances.get(token.mint) ?? 0n) + sign * token.amount)
  }
  for (const { address, before, after } of changes) {
    if (address === account) {
      native += BigInt(after?.lamports ?? 0) - BigInt(before?.lamports ?? 0)
      if (after && before && after.owner !== before.owner) gives.push(address)
    }
    const [was, is] = [readTokenAccount(before), readTokenAccount(after)]
    add(was, -1n)
    add(is, 1n)
    if (was?.owner === account && is && is.owner !== account) gives.push(address)
    if (is?.owner !== account || is.delegate === null || is.delegate === account) continue
    if (is.delegate === was?.delegate && is.delegated <= was.delegated) continue
    const isAll = isUnlimited(is.delegated << 32n)
    allows.push({ asset: toToken(is.mint), spender: is.delegate, amount: `${is.delegated}`, isUnlimited: isAll })
  }
  const moves = [
    { asset: { type: 'native' } as const, change: native },
    ...[...balances].map(([mint, change]) => ({ asset: toToken(mint), change })),
  ]
  const pick = (sign: 1n | -1n): readonly SimulatedMove[] =>
    moves.flatMap(({ asset, change }) => (change * sign > 0n ? [{ asset, amount: `${change * sign}` }] : []))
  return { status: 'done', sends: pick(-1n), receives: pick(1n), allows, gives, ...(isPartial && { isPartial }) }
}

/** Why the network would refuse it, in one line. Programs explain it in their log. */
function toReason(err: unknown, logs: readonly string[]): string {
  const said = logs.findLast((line) => /^Program log: .*(error|fail|insufficient)/i.test(line))
  if (said !== undefined) return `The program says “${toQuotable(said.slice('Program log: '.length))}”.`
  const text = typeof err === 'string' ? err : JSON.stringify(err)
  if (/InsufficientFunds|AccountNotFound|"Custom":1\b/.test(text)) return 'There isn’t enough in the account.'
  return `The network rejects it (${toQuotable(text)}).`
}
