import type { BuiltTransaction } from '../../api/blockchain/types.js'
import type { Attempt } from '../../attempts.js'
import { PriceChangedError, SwapFailedError } from '../../errors/swap.js'
import type { Modal } from '../../modal.js'
import { isSameAddress } from '../../utils/address.js'
import { checkSwap, toTrade } from './checkSwap.js'
import { createSwapCalls } from './createSwapCalls.js'
import { readSwapOffer } from './readSwapOffer.js'
import { setSwapStep } from './setSwapStep.js'
import { type SwapOffer, type SwapState, swapLimits } from './state.js'
import { toMinimum } from './toMinimum.js'
import { toSwapAddress } from './toSwapAddress.js'

/**
 * Has the service build the swap of an offer that the user saw, and checks it. An offer that no longer holds is asked for again
 * first: where it got worse by more than the slippage, or goes through another contract, it is shown instead.
 *
 * Throws `PRICE_CHANGED`, `NO_LIQUIDITY`, `SWAP_NOT_SUPPORTED`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`, `SWAP_FAILED` and what the
 * service throws.
 */
export async function buildSwap(
  modal: Modal,
  { swap, offer, attempt }: { readonly swap: SwapState; readonly offer: SwapOffer; readonly attempt: Attempt },
): Promise<BuiltTransaction> {
  const { id, from, to, caipNetworkId, address } = swap
  const { signal } = attempt
  if (!from || !to) throw new SwapFailedError({ details: 'No tokens are chosen.' })
  const isOld = modal.env.now() - offer.at >= swapLimits.refresh
  const newer = isOld ? await readSwapOffer(modal, swap, signal) : undefined
  if (newer) setSwapStep(modal, { type: 'quoted', ...newer }, id)
  const current = newer?.offer ?? offer
  const [spent, shown] = [BigInt(current.fromAmount), BigInt(offer.fromAmount)]
  // by the price: what the gas leaves may have changed as well
  if (BigInt(current.toAmount) * shown < toMinimum(offer.toAmount) * spent) throw new PriceChangedError()
  if (!isSameAddress('eip155', current.router.address, offer.router.address))
    throw new PriceChangedError({ details: `The swap now goes through ${current.router.address}.` })
  const amount = spent < shown ? spent : shown
  const trade = toTrade(swap, offer, amount)
  const calls = createSwapCalls(modal, { caipNetworkId, address, signal })
  const pair = { from: toSwapAddress(from), to: toSwapAddress(to) }
  const expected = (BigInt(current.toAmount) * amount) / spent
  const tx = await calls.buildTransaction({ ...pair, amount, minimum: trade.minimum, expected })
  await checkSwap(modal, { swap, trade, tx, signal })
  return tx
}
