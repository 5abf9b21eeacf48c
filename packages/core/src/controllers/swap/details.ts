import type { SwapRouter } from '../../contracts/features.js'
import type { Modal, ModalState } from '../../modal/modal.js'
import { hasBlockchainApi, isChainServed } from '../../service/blockchain/client.js'
import { nativeTokenAddress } from '../../service/blockchain/fields.js'
import { swapNetworkIds } from '../../service/blockchain/swaps.js'
import type { Token } from '../../service/blockchain/types.js'
import { parseAmount, toDecimal } from '../../utils/amounts.js'
import { type CaipAddress, type CaipNetworkId, toCaipAddress } from '../../utils/caip.js'
import { getTokens } from '../portfolio/portfolio.js'
import { isFeeSponsorable } from '../transfers/holding.js'
import { isSameToken, type SwapError, type SwapState, swapLimits } from './state.js'

/** Whether swaps are available on a network: a listed one [S6.9], or an EVM network that the service serves. */
export async function isSwapSupported(modal: Modal, id: CaipNetworkId, signal: AbortSignal): Promise<boolean> {
  if (!hasBlockchainApi(modal) || !id.startsWith('eip155:')) return false
  return swapNetworkIds.includes(id) || isChainServed(modal, id, signal)
}

/** Details of an offer. Amounts are exact decimal strings in whole units, values are USD. Unknown fields are absent. */
export type SwapDetails = {
  readonly fromAmount: string
  readonly toAmount: string
  /** Minimum received after slippage; the transaction fails below it. */
  readonly minimum: string
  /** The contract that swaps, and whether it is pinned. */
  readonly router: SwapRouter
  /** Whole units received per whole unit spent. */
  readonly rate: number
  readonly fromValue?: number | undefined
  readonly toValue?: number | undefined
  /** Loss of value in percent; at least 0. */
  readonly impact?: number | undefined
  /** Gas cost in the native currency. */
  readonly cost?: string | undefined
  readonly costValue?: number | undefined
}

/** Returns the details of the current offer; undefined without one. */
export function getSwapDetails({ swap }: ModalState): SwapDetails | undefined {
  const offer = swap && 'offer' in swap.quote ? swap.quote.offer : undefined
  if (!swap?.from || !swap.to || !offer) return undefined
  const { from, to, gasPrice } = swap
  const fromAmount = toDecimal(BigInt(offer.fromAmount), from.decimals)
  const toAmount = toDecimal(BigInt(offer.toAmount), to.decimals)
  const fromValue = toValue(swap, from, fromAmount)
  const receivedValue = toValue(swap, to, toAmount)
  const native = swap.tokens.find(({ address }) => address === undefined)
  const cost = gasPrice && native ? toDecimal(BigInt(gasPrice) * swapLimits.gas, native.decimals) : undefined
  return {
    fromAmount,
    toAmount,
    minimum: toDecimal(toMinimum(offer.toAmount), to.decimals),
    router: offer.router,
    rate: Number(toAmount) / Number(fromAmount),
    fromValue,
    toValue: receivedValue,
    impact: fromValue && receivedValue !== undefined ? Math.max(0, (1 - receivedValue / fromValue) * 100) : undefined,
    cost,
    costValue: native && cost ? toValue(swap, native, cost) : undefined,
  }
}

/** A problem that prevents the swap. */
export type SwapIssue =
  | { readonly kind: 'noToken' | 'noAmount' | 'badAmount' | 'noBalance' | 'noGas' | 'waiting' }
  | { readonly kind: 'failed'; readonly error: SwapError }

/** Returns the first problem of the swap, or undefined. */
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
  const gas = isFeeSponsorable(state, 'eip155') ? 0n : BigInt(gasPrice ?? 0) * swapLimits.gas
  const needed = gas + (from.address === undefined ? BigInt(offer.fromAmount) : 0n)
  const funds = native && getSwapBalance(state, native)
  return funds !== undefined && needed > funds ? { kind: 'noGas' } : undefined
}

/** Whether the token was just approved, and the offer with the new allowance is still loading. */
export function isReadingApproval({ step, asked, quote }: SwapState): boolean {
  return step === 'form' && asked === 'approving' && quote.status === 'loading' && quote.offer?.needsApproval === true
}

/** Returns the account's balance of a token in atomic units; undefined if the portfolio is not loaded. */
export function getSwapBalance(state: ModalState, token: Token): bigint | undefined {
  const held = getSwapHolding(state, token)
  return held === undefined ? undefined : (parseAmount(held, token.decimals) ?? undefined)
}

/**
 * Returns the account's balance of a token as a decimal string in whole units; undefined if the portfolio is not
 * loaded.
 */
export function getSwapHolding(state: ModalState, token: Token): string | undefined {
  const portfolio = state.namespaces.eip155?.portfolio
  if (!portfolio?.last || !portfolio.caipAddress.startsWith(`${token.caipNetworkId}:`)) return undefined
  return getTokens(state, 'eip155').find((other) => isSameToken(other, token))?.quantity.numeric ?? '0'
}

/** Returns the minimum received after slippage, in atomic units. [S9.5] */
export function toMinimum(toAmount: string): bigint {
  return (BigInt(toAmount) * BigInt(100 - swapLimits.slippage)) / 100n
}

/** Returns the id of a token in the service's swap calls. */
export function toSwapAddress({ caipNetworkId, address }: Pick<Token, 'caipNetworkId' | 'address'>): CaipAddress {
  return address === undefined ? nativeTokenAddress(caipNetworkId) : toCaipAddress(caipNetworkId, address)
}

function toValue({ prices }: SwapState, token: Token, amount: string): number | undefined {
  const price = prices[toSwapAddress(token).toLowerCase()] ?? token.price
  return price === undefined ? undefined : price * Number(amount)
}
