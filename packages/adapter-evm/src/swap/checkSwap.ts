import { type AdapterFeatures, type FeatureRequest, isRecord, type SwapRouter, type SwapTrade } from '@latchkey/core'
import { SwapNotCheckedError, SwapUnsafeError } from '@latchkey/core/plugin'
import { parseAddress, toBigInt } from '../encoding.js'
import type { EvmTransaction } from '../features/types.js'
import type { Rpc } from '../rpc/rpc.js'
import { readDecimals } from '../transfers/tokens.js'
import { readRouterCall } from './readRouterCall.js'
import { simulateSwap } from './simulateSwap.js'

type RouterRequest = Parameters<AdapterFeatures['swap:router']>[0]
type ApprovalRequest = Parameters<AdapterFeatures['swap:approval']>[0]
type CheckRequest = Parameters<AdapterFeatures['swap:check']>[0]

/**
 * `UniswapV2Router02` by chain, as Uniswap publishes it
 * (docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments). An app's own list replaces it.
 */
const canonical: { readonly [chainId: string]: string } = {
  1: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  10: '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2',
  56: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
  137: '0xedf6066a2b290C185783862C7F4776A2C8077AD1',
  8453: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
  42161: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
  43114: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
  11155111: '0xeE567Fe1712Faf6149d80dA1E6934E354124CfE3',
}

/** The longest deadline of a swap, in seconds from now or from the newest block. */
const maxValidity = 3_600n

/** `approve(address,uint256)` (ERC-20), with the spender and the amount. */
const approvalPattern = /^0x095ea7b3(0{24}[0-9a-f]{40})([0-9a-f]{64})$/i

/** The router that a service names, and whether it is pinned. Default: the first pinned router. */
export function findRouter({ network, routers, named }: RouterRequest): SwapRouter {
  const byDefault = Object.hasOwn(canonical, String(network.id)) ? canonical[String(network.id)] : undefined
  const pinned = (routers ?? (byDefault ? [byDefault] : [])).map(parseAddress)
  const address = named === undefined ? pinned[0] : parseAddress(named)
  if (!address) throw unsafe('The service names no router, and none is pinned.')
  return { address, isPinned: pinned.includes(address) }
}

/**
 * Checks an approval of the token for the trade's router: of exactly the amount, or of zero to revoke an older one first
 * (`clears`). A router that is not pinned is approved only after a simulation of the approval and the swap.
 */
export async function checkApproval(rpc: Rpc, request: ApprovalRequest): Promise<{ readonly clears: boolean }> {
  const { trade, routers, network, swap } = request
  const approval = request.transaction as EvmTransaction
  const [, spender, allowed] = approvalPattern.exec(approval.data ?? '') ?? []
  if (spender === undefined || !isSame(approval.to, trade.from.address))
    throw unsafe('It is not an approval of the sold token.')
  if ((approval.value ?? 0n) !== 0n) throw unsafe('The approval pays something.')
  if (!isSame(`0x${spender.slice(24)}`, trade.router))
    throw unsafe('It lets another contract than the router take the token.')
  const amount = BigInt(`0x${allowed}`)
  if (amount === 0n) return { clears: true }
  if (amount !== trade.amount) throw unsafe('It approves another amount.')
  await assertDecimals(rpc, request)
  if (findRouter({ network, routers, named: trade.router, signal: request.signal }).isPinned) return { clears: false }
  if (!swap) throw unsafe('An approval of a contract that is not pinned needs its swap.')
  assertCall(request, swap as EvmTransaction)
  await simulateSwap(rpc, { ...request, transaction: swap as EvmTransaction, approval })
  return { clears: false }
}

/**
 * Checks the transaction of a swap before a wallet gets it: it has to call the router that was shown and pay exactly the
 * amount. Calls of a pinned router are decoded; others, and those that can't be decoded, are simulated. Throws `SWAP_UNSAFE`,
 * `SWAP_FAILED` or `SWAP_NOT_CHECKED`.
 */
export async function checkSwap(rpc: Rpc, request: CheckRequest): Promise<void> {
  const { trade, routers, network, signal } = request
  const transaction = request.transaction as EvmTransaction
  assertCall(request, transaction)
  await assertDecimals(rpc, request)
  const { isPinned } = findRouter({ network, routers, named: trade.router, signal })
  const call = isPinned ? readRouterCall(transaction.data ?? '') : undefined
  if (call === undefined) return simulateSwap(rpc, { ...request, transaction })
  if (call === null) throw unsafe('The call of the router has an unusual encoding.')
  const { from, to, amount, minimum } = trade
  const [first, last] = [call.path[0], call.path.at(-1)]
  // the router itself ensures that the native currency is wrapped by its contract
  if (call.paysNative !== !from.address || (from.address && !isSame(first, from.address)))
    throw unsafe('It gives another token.')
  if (call.givesNative !== !to.address || (to.address && !isSame(last, to.address)))
    throw unsafe('It is for another token.')
  if (call.amountIn !== undefined && call.amountIn !== amount) throw unsafe('It gives another amount.')
  if (!isSame(call.recipient, request.account.address)) throw unsafe('Another account receives what it gives.')
  if (call.minimum < minimum) throw unsafe(`It may give as little as ${call.minimum}, less than ${minimum}.`)
  await assertDeadline(rpc, request, call.deadline)
}

/** Asserts what applies to every swap, whatever contract it calls. */
function assertCall({ trade, account }: { readonly trade: SwapTrade } & FeatureRequest, call: EvmTransaction): void {
  if (!isSame(call.to, trade.router)) throw unsafe('It calls another contract than was shown.')
  if (isSame(call.to, account.address)) throw unsafe('It calls the account itself.')
  const pays = trade.from.address ? 0n : trade.amount
  if ((call.value ?? 0n) !== pays) throw unsafe(`It pays ${call.value} of the native currency, not ${pays}.`)
}

/** Asserts that both tokens have the decimals by which their amounts were shown. */
async function assertDecimals(
  rpc: Rpc,
  { trade, network, signal }: { readonly trade: SwapTrade } & FeatureRequest,
): Promise<void> {
  const check = async ({ address, decimals }: SwapTrade['from']): Promise<void> => {
    const known = address
      ? await readOrUnchecked(() => readDecimals(rpc, { network, address, signal }), signal)
      : BigInt(network.nativeCurrency.decimals)
    if (known !== BigInt(decimals))
      throw unsafe(`${address ?? 'The native currency'} has ${known} decimals, not ${decimals}.`)
  }
  await Promise.all([check(trade.from), check(trade.to)])
}

async function assertDeadline(rpc: Rpc, { network, signal, now }: CheckRequest, deadline: bigint): Promise<void> {
  const method = 'eth_getBlockByNumber'
  const time = await readOrUnchecked(async () => {
    const block = await rpc.request(network, { method, params: ['latest', false] }, signal)
    return toBigInt(method, isRecord(block) ? block['timestamp'] : undefined)
  }, signal)
  const seconds = BigInt(Math.floor(now / 1_000))
  if (deadline < time) throw unsafe('Its deadline is over.')
  // the chain's clock may be ahead of ours or behind it
  if (deadline > (time > seconds ? time : seconds) + maxValidity) throw unsafe('Its deadline is too far away.')
}

/** Reads from nodes; a failure means that the swap was not checked. */
async function readOrUnchecked<reply>(read: () => Promise<reply>, signal: AbortSignal): Promise<reply> {
  try {
    return await read()
  } catch (cause) {
    throw signal.aborted ? cause : new SwapNotCheckedError({ cause, details: 'No node replied.' })
  }
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a.toLowerCase() === b.toLowerCase()
}

function unsafe(details: string): SwapUnsafeError {
  return new SwapUnsafeError({ details })
}
