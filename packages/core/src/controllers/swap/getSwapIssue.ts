import type { ModalState } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getSwapBalance } from './getSwapBalance.js'
import { type SwapFault, swapLimits } from './state.js'

/** Why the swap that is shown cannot be reviewed yet: the first reason. */
export type SwapIssue =
  | { readonly kind: 'noToken' | 'noAmount' | 'badAmount' | 'noBalance' | 'noGas' | 'waiting' }
  | { readonly kind: 'failed'; readonly error: SwapFault }

/** What keeps a swap from being sent; undefined where nothing does. */
export function getSwapIssue(state: ModalState): SwapIssue | undefined {
  const { swap } = state
  if (!swap?.from || !swap.to) return { kind: 'noToken' }
  const { from, amount, quote, gasPrice } = swap
  const value = parseAmount(amount, from.decimals)
  if (amount === '' || value === 0n) return { kind: 'noAmount' }
  if (value === null) return { kind: 'badAmount' }
  const balance = getSwapBalance(state, from)
  if (balance !== undefined && value > balance) return { kind: 'noBalance' }
  if (quote.status === 'failed') return { kind: 'failed', error: quote.error }
  const offer = 'offer' in quote ? quote.offer : undefined
  if (!offer) return { kind: 'waiting' }
  const native = swap.tokens.find(({ address }) => address === undefined)
  const gas = BigInt(gasPrice ?? 0) * swapLimits.gas + (from.address === undefined ? BigInt(offer.fromAmount) : 0n)
  const funds = native && getSwapBalance(state, native)
  return funds !== undefined && gas > funds ? { kind: 'noGas' } : undefined
}
