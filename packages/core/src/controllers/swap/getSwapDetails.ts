import type { Token } from '../../api/blockchain/types.js'
import type { SwapRouter } from '../../features.js'
import type { ModalState } from '../../modal.js'
import { toDecimal } from '../../utils/toDecimal.js'
import { type SwapState, swapLimits } from './state.js'
import { toMinimum } from './toMinimum.js'
import { toSwapAddress } from './toSwapAddress.js'

/** The numbers of an offer. Amounts are exact decimal texts in whole units, values are USD; what is not known is absent. */
export type SwapDetails = {
  readonly fromAmount: string
  readonly toAmount: string
  /** What the network still takes for a success, after the slippage. */
  readonly minimum: string
  /** The contract that swaps, and whether the app knows it. */
  readonly router: SwapRouter
  /** Whole units that one whole unit gives. */
  readonly rate: number
  readonly fromValue?: number | undefined
  readonly toValue?: number | undefined
  /** Per cent of the value that the swap loses; 0 where it loses nothing. */
  readonly impact?: number | undefined
  /** Of the gas, in the native currency. */
  readonly cost?: string | undefined
  readonly costValue?: number | undefined
}

/** What there is to say of the offer of a swap; undefined without one. */
export function getSwapDetails({ swap }: ModalState): SwapDetails | undefined {
  const offer = swap && 'offer' in swap.quote ? swap.quote.offer : undefined
  if (!swap?.from || !swap.to || !offer) return undefined
  const { from, to, gasPrice } = swap
  const fromAmount = toDecimal(BigInt(offer.fromAmount), from.decimals)
  const toAmount = toDecimal(BigInt(offer.toAmount), to.decimals)
  const fromValue = toValue(swap, from, fromAmount)
  const toValueOf = toValue(swap, to, toAmount)
  const native = swap.tokens.find(({ address }) => address === undefined)
  const cost = gasPrice && native ? toDecimal(BigInt(gasPrice) * swapLimits.gas, native.decimals) : undefined
  return {
    fromAmount,
    toAmount,
    minimum: toDecimal(toMinimum(offer.toAmount), to.decimals),
    router: offer.router,
    rate: Number(toAmount) / Number(fromAmount),
    fromValue,
    toValue: toValueOf,
    impact: fromValue && toValueOf !== undefined ? Math.max(0, (1 - toValueOf / fromValue) * 100) : undefined,
    cost,
    costValue: native && cost ? toValue(swap, native, cost) : undefined,
  }
}

function toValue({ prices }: SwapState, token: Token, amount: string): number | undefined {
  const price = prices[toSwapAddress(token).toLowerCase()] ?? token.price
  return price === undefined ? undefined : price * Number(amount)
}
