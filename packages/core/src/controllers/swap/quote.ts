import { InvalidReplyError } from '../../errors/services.js'
import { NoLiquidityError } from '../../errors/transfer.js'
import { type Attempt, abortAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { parseAmount } from '../../utils/amounts.js'
import { createSwapCalls, findSwapRouter } from './check.js'
import { getSwapBalance, toSwapAddress } from './details.js'
import { type SwapOffer, type SwapState, swapLimits, type Unquoted } from './state.js'
import { attemptSwap, setSwap, setSwapStep } from './update.js'

/**
 * Asks what the swap gives now. A newer question ends an older one. Does nothing while the swap is under way. Never rejects: a
 * fault is in `swap.quote`.
 */
export async function fetchSwapQuote(modal: Modal): Promise<void> {
  const { swap } = modal.getState()
  if (swap?.list !== 'ready' || swap.step !== 'form') return
  const { id, from, to, amount } = swap
  const tell = (quote: Unquoted): void => void setSwap(modal, { type: 'unquoted', quote }, id)
  if (!from || !to || amount === '') {
    abortAttempt(modal, 'swap-quote')
    tell({ status: 'none' })
    return
  }
  return attemptSwap(
    modal,
    'swap-quote',
    async (attempt) => {
      // an offer stays while a newer one is asked for
      tell({ status: 'loading', offer: 'offer' in swap.quote ? swap.quote.offer : undefined })
      await readSwapQuote(modal, swap, attempt)
    },
    (error) => tell({ status: 'failed', error }),
  )
}

/** Calls what asks for the price of the swap every 10 seconds while the page can be seen, and at once when it is seen again; until `signal` ends it. */
export function watchSwapQuote(modal: Modal, fetchQuote: () => unknown, signal: AbortSignal): void {
  if (signal.aborted) return
  let cancel: (() => void) | undefined
  const page = modal.env.window()?.document
  const isHidden = (): boolean => page?.visibilityState === 'hidden'
  const wait = (): void => {
    cancel?.()
    cancel = modal.env.setTimeout(() => {
      cancel = undefined
      // asked again when it is seen
      if (!isHidden()) ask()
    }, swapLimits.refresh)
  }
  const ask = (): void => {
    fetchQuote()
    wait()
  }
  const onVisible = (): void => {
    if (!isHidden() && !cancel) ask()
  }
  page?.addEventListener('visibilitychange', onVisible, { signal })
  signal.addEventListener('abort', () => cancel?.(), { once: true })
  wait()
}

/** Asks what the swap gives now, and what its tokens are worth; of no amount nothing. Throws what `readSwapOffer` throws; who does not know the worth is told no error. */
export async function readSwapQuote(modal: Modal, swap: SwapState, attempt: Attempt): Promise<void> {
  const { from, amount, id } = swap
  if (!from || !parseAmount(amount, from.decimals)) {
    setSwap(modal, { type: 'unquoted', quote: { status: 'none' } }, id)
    return
  }
  const { signal } = attempt
  fetchSwapPrices(modal, { swap, signal }).catch((cause: unknown) => {
    if (!signal.aborted) modal[internals].warn(cause)
  })
  const reading = await attempt.race(readSwapOffer(modal, swap, signal))
  if (attempt.isLatest() && reading) setSwapStep(modal, { type: 'quoted', ...reading }, id)
}

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
