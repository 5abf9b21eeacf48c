import { type FeatureRequest, isLatchkeyError, isRecord, type Network, type SwapTrade } from '@latchkey/core'
import { SwapFailedError, SwapNotCheckedError, SwapUnsafeError } from '@latchkey/core/plugin'
import { isBytes, toQuantity } from '../encoding.js'
import type { EvmTransaction } from '../features/types.js'
import type { Rpc } from '../rpc/rpc.js'

export type SimulateSwapRequest = FeatureRequest & {
  readonly trade: SwapTrade
  readonly transaction: EvmTransaction
  /** Sent before the transaction. */
  readonly approval?: EvmTransaction | undefined
}

/** A contract for the simulation only, which returns the balance of the address that it is called with. */
const probe = { address: '0x000000000000000000000000000000004c4b5042', code: '0x6000353160005260206000f3' } as const
/** The address under which nodes log transfers of the native currency (`traceTransfers`). */
const nativeLogs = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const selectors = { balanceOf: '0x70a08231', allowance: '0xdd62ed3e' } as const

/** Events by which an owner gives something away or approves another; `owner` is the position of the owner's address. */
export const watchedEvents: { readonly [topic: string]: { readonly name: EventName; readonly owner: number } } = {
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef': { name: 'Transfer', owner: 0 },
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925': { name: 'Approval', owner: 0 },
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31': { name: 'ApprovalForAll', owner: 0 },
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62': { name: 'TransferSingle', owner: 1 },
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb': { name: 'TransferBatch', owner: 1 },
  '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9': { name: 'AuthorizedOperator', owner: 1 },
}
type EventName = 'Transfer' | 'Approval' | 'ApprovalForAll' | 'TransferSingle' | 'TransferBatch' | 'AuthorizedOperator'

/**
 * Has a node simulate the swap on the newest block (`eth_simulateV1`) and compares the result with the trade: the account pays
 * exactly the amount, receives at least the minimum, and loses or approves nothing else.
 *
 * Throws `SWAP_UNSAFE`, `SWAP_FAILED` if the transaction would fail, or `SWAP_NOT_CHECKED` if no node can simulate it.
 */
export async function simulateSwap(rpc: Rpc, request: SimulateSwapRequest): Promise<void> {
  const { account, trade, transaction, approval } = request
  const owner = toWord(account.address)
  const { from, to, router } = trade
  const reads = [
    { name: 'native', to: probe.address, data: `0x${owner}` },
    ...[from, to].flatMap(({ address }, index) =>
      address ? { name: index === 0 ? 'from' : 'to', to: address, data: `${selectors.balanceOf}${owner}` } : [],
    ),
    ...(from.address
      ? [{ name: 'allowance', to: from.address, data: `${selectors.allowance}${owner}${toWord(router)}` }]
      : []),
  ] as const
  const transactions = [...(approval ? [approval] : []), transaction]
  const calls = [
    ...reads.map(({ to: target, data }) => ({ to: target, data })),
    ...transactions.map(({ to: target, data, value = 0n }) => ({
      to: target,
      data,
      value: toQuantity('value', value),
    })),
    ...reads.map(({ to: target, data }) => ({ to: target, data })),
  ].map((call) => ({ from: account.address, ...call }))
  const results = await run(rpc, request, calls)
  const middle = results.slice(reads.length, -reads.length)
  if (middle.some(({ isOk }) => !isOk)) throw new SwapFailedError({ details: 'The transaction would fail now.' })
  for (const { logs } of middle) for (const log of logs) assertHarmless(log, { owner, trade })

  const read = (offset: number): ReadonlyMap<string, bigint> =>
    new Map(reads.map(({ name }, index) => [name, toNumber(results[offset + index])]))
  assertEffect(read(0), read(reads.length + transactions.length), { trade, isApproved: approval !== undefined })
}

type Effect = { readonly trade: SwapTrade; readonly isApproved: boolean }

function assertEffect(
  before: ReadonlyMap<string, bigint>,
  after: ReadonlyMap<string, bigint>,
  { trade: { from, to, amount, minimum }, isApproved }: Effect,
): void {
  const change = (name: string): bigint => (after.get(name) ?? 0n) - (before.get(name) ?? 0n)
  const paid = from.address ? change('from') : change('native')
  if (paid !== -amount) throw unsafe(`It takes ${-paid} of the sold token, not ${amount}.`)
  const gained = to.address ? change('to') : change('native')
  if (gained < minimum) throw unsafe(`It returns ${gained}, less than the minimum of ${minimum}.`)
  if (from.address && to.address && change('native') < 0n) throw unsafe('It takes native currency too.')
  if (!from.address) return
  const [was, is] = [before.get('allowance') ?? 0n, after.get('allowance') ?? 0n]
  // the swap uses up an approval of exactly the amount
  if (is > was || (isApproved && is > 0n)) throw unsafe('It leaves an approval behind.')
}

function toUnchecked({ caipNetworkId }: Network, cause: unknown): SwapNotCheckedError {
  const why = isLatchkeyError(cause) ? ` ${cause.code}` : ''
  return new SwapNotCheckedError({
    cause,
    details: `No node of ${caipNetworkId} could simulate it (eth_simulateV1).${why}`,
  })
}

type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

function assertHarmless(
  { address, topics, data }: Log,
  { owner, trade: { from, router } }: { readonly owner: string; readonly trade: SwapTrade },
): void {
  const event = topics[0] === undefined ? undefined : watchedEvents[topics[0].toLowerCase()]
  if (!event) return
  // older tokens index fewer arguments; their order is the same
  const words = [...topics.slice(1), ...(data.slice(2).match(/.{64}/g) ?? [])].map((word) =>
    word.slice(-64).toLowerCase(),
  )
  if (words[event.owner] !== owner) return
  const isOfToken = from.address?.toLowerCase() === address.toLowerCase() && topics.length <= 3
  // the amount is compared by the balances
  if (event.name === 'Transfer' && (isOfToken || address.toLowerCase() === nativeLogs)) return
  if (event.name === 'Approval' && isOfToken && words[1] === toWord(router)) return
  throw unsafe(`${event.name} at ${address} is not part of the swap.`)
}

type Result = { readonly isOk: boolean; readonly returned: string; readonly logs: readonly Log[] }

async function run(
  rpc: Rpc,
  { network, signal }: FeatureRequest,
  calls: readonly object[],
): Promise<readonly Result[]> {
  const block = { stateOverrides: { [probe.address]: { code: probe.code } }, calls }
  const params = [{ blockStateCalls: [block], traceTransfers: true, validation: false }, 'latest']
  const reply = await rpc.request(network, { method: 'eth_simulateV1', params }, signal).catch((cause: unknown) => {
    throw signal.aborted ? cause : toUnchecked(network, cause)
  })
  const [first] = Array.isArray(reply) ? reply : []
  const results = isRecord(first) && Array.isArray(first['calls']) ? first['calls'].map(parseResult) : []
  const isWhole = results.length === calls.length && results.every((result) => result !== null)
  if (!isWhole) throw new SwapNotCheckedError({ details: 'eth_simulateV1: unexpected reply.' })
  return results as readonly Result[]
}

function parseResult(value: unknown): Result | null {
  if (!isRecord(value)) return null
  const { status, returnData, logs } = value
  if (!isBytes(returnData) || !Array.isArray(logs) || !logs.every(isLog)) return null
  return { isOk: status === '0x1', returned: returnData, logs }
}

function isLog(value: unknown): value is Log {
  if (!isRecord(value) || !Array.isArray(value['topics'])) return false
  return typeof value['address'] === 'string' && isBytes(value['data']) && value['topics'].every(isBytes)
}

function toNumber(result: Result | undefined): bigint {
  if (result?.isOk && /^0x[\da-f]{64}$/i.test(result.returned)) return BigInt(result.returned)
  throw new SwapNotCheckedError({ details: 'A token does not report the balance of the account.' })
}

function toWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function unsafe(details: string): SwapUnsafeError {
  return new SwapUnsafeError({ details })
}
