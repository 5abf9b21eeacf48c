import { InvalidReplyError } from '../../errors/services.js'
import { NoLiquidityError } from '../../errors/swap.js'
import type { Modal } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { findSwapRouter } from './checkSwap.js'
import { createSwapCalls } from './createSwapCalls.js'
import { getSwapBalance } from './getSwapBalance.js'
import { type SwapOffer, type SwapState, swapLimits } from './state.js'
import { toSwapAddress } from './toSwapAddress.js'

export type SwapReading = { readonly offer: SwapOffer; readonly gasPrice: string }

/**
 * What the amount that was typed gives, at the newest price. What would take the gas as well is asked for less the gas.
 * Undefined where there is nothing to ask for. Throws `NO_LIQUIDITY`, `GAS_PRICE_NOT_SUPPORTED`,
 * `SWAP_UNSAFE`, `SWAP_NOT_CHECKED` and what the service throws.
 */
export async function readSwapOffer(
  modal: Modal,
  { from, to, amount: text, caipNetworkId, address }: SwapState,
  signal: AbortSignal,
): Promise<SwapReading | undefined> {
  const typed = from && parseAmount(text, from.decimals)
  if (!from || !to || !typed) return undefined
  const calls = createSwapCalls(modal, { caipNetworkId, address, signal })
  const pair = { from: toSwapAddress(from), to: toSwapAddress(to) }
  const { standard: gasPrice } = await calls.gasPrice()
  const gas = from.address === undefined ? gasPrice * swapLimits.gas : 0n
  const amount = toSpent(typed, getSwapBalance(modal.getState(), from), gas)
  const [quotes, allowance] = await Promise.all([
    calls.quotes({ ...pair, amount, gasPrice }),
    from.address === undefined ? amount : calls.allowance(pair.from),
  ])
  const best = quotes.toSorted((a, b) => (a.toAmount < b.toAmount ? 1 : -1))[0]
  if (!best || best.toAmount === 0n) throw new NoLiquidityError()
  if (best.fromAmount !== amount) throw new InvalidReplyError({ details: 'The quote is for another amount.' })
  const router = await findSwapRouter(modal, { caipNetworkId, named: best.router, signal })
  const offer: SwapOffer = {
    fromAmount: amount.toString(),
    toAmount: best.toAmount.toString(),
    router,
    isReduced: amount < typed,
    needsApproval: allowance < amount,
    at: modal.env.now(),
  }
  return { offer, gasPrice: gasPrice.toString() }
}

/** What is left of an amount when the gas comes out of the same balance; where it covers neither, the amount. */
function toSpent(amount: bigint, balance: bigint | undefined, gas: bigint): bigint {
  if (balance === undefined || amount > balance || amount + gas <= balance) return amount
  return balance > gas ? balance - gas : amount
}
