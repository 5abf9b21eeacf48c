import type { Modal } from '../../modal.js'
import { createSwapCalls } from './createSwapCalls.js'
import { setSwapStep } from './setSwapStep.js'
import type { SwapState } from './state.js'
import { toSwapAddress } from './toSwapAddress.js'

/** Reads what the tokens of the swap, and the native currency that pays for it, are worth. Throws what the service throws. */
export async function fetchSwapPrices(
  modal: Modal,
  { swap, signal }: { readonly swap: SwapState; readonly signal: AbortSignal },
): Promise<void> {
  const { id, address, caipNetworkId, from, to } = swap
  const tokens = [{ caipNetworkId }, from, to].flatMap((token) => token ?? [])
  const addresses = [...new Set(tokens.map(toSwapAddress))]
  const found = await createSwapCalls(modal, { caipNetworkId, address, signal }).prices(addresses)
  if (signal.aborted) return
  const prices = Object.fromEntries(found.map((token) => [token.address.toLowerCase(), token.price]))
  setSwapStep(modal, { type: 'priced', prices }, id)
}
