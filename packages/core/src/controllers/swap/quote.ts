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
 * Fetches a quote for the swap. A newer call aborts an older one. Does nothing while a transaction is pending. Never
 * rejects: failures go to `swap.quote`.
 */
export async function fetchSwapQuote(modal: Modal): Promise<void> {
  const { swap } = modal.getState()
  if (swap?.list !== 'ready' || swap.step !== 'form') return
  const { id, from, to, amount } = swap
  const setQuote = (quote: Unquoted): void => void setSwap(modal, { type: 'unquoted', quote }, id)
  if (!from || !to || amount === '') {
    abortAttempt(modal, 'swap-quote')
    setQuote({ status: 'none' })
    return
  }
  return attemptSwap(
    modal,
    'swap-quote',
    async (attempt) => {
      // keep the last offer while loading
      setQuote({ status: 'loading', offer: 'offer' in swap.quote ? swap.quote.offer : undefined })
      await readSwapQuote(modal, swap, attempt)
    },
    (error) => setQuote({ status: 'failed', error }),
  )
}

/**
 * Fetches a quote every 10 s until `signal` aborts. Pauses while the page is hidden, and fetches when it becomes
 * visible again.
 */
export function watchSwapQuote(modal: Modal, signal: AbortSignal): void {
  if (signal.aborted) return
  let cancel: (() => void) | undefined
  const page = modal.env.window()?.document
  const isHidden = (): boolean => page?.visibilityState === 'hidden'
  const schedule = (): void => {
    cancel?.()
    cancel = modal.env.setTimeout(() => {
      cancel = undefined
      // resumes when the page becomes visible
      if (!isHidden()) poll()
    }, swapLimits.refresh)
  }
  const poll = (): void => {
    void fetchSwapQuote(modal)
    schedule()
  }
  const onVisible = (): void => {
    if (!isHidden() && !cancel) poll()
  }
  page?.addEventListener('visibilitychange', onVisible, { signal })
  signal.addEventListener('abort', () => cancel?.(), { once: true })
  schedule()
}

type OfferReading = { readonly offer: SwapOffer; readonly gasPrice: string }

/**
 * Reads an offer for the typed amount, reduced by the gas if the balance does not cover both. Undefined without tokens
 * or amount. Throws `NO_LIQUIDITY`, `GAS_PRICE_NOT_SUPPORTED`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED` and the errors of the
 * service.
 */
export async function readSwapOffer(
  modal: Modal,
  { from, to, amount: text, caipNetworkId, address }: SwapState,
  signal: AbortSignal,
): Promise<OfferReading | undefined> {
  const typed = from && parseAmount(text, from.decimals)
  if (!from || !to || !typed) return undefined
  const calls = createSwapCalls(modal, { caipNetworkId, address, signal })
  const pair = { from: toSwapAddress(from), to: toSwapAddress(to) }
  const { standard: gasPrice } = await calls.gasPrice()
  const gas = from.address === undefined ? gasPrice * swapLimits.gas : 0n
  const amount = reduceByGas(typed, getSwapBalance(modal.getState(), from), gas)
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

/**
 * Reads an offer, and in parallel the token prices; nothing without an amount. Throws as `readSwapOffer` does. A
 * failure to read prices is only logged.
 */
async function readSwapQuote(modal: Modal, swap: SwapState, attempt: Attempt): Promise<void> {
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

/** Reduces an amount so that the balance covers the gas, too. Unchanged if the balance can't cover the gas. */
function reduceByGas(amount: bigint, balance: bigint | undefined, gas: bigint): bigint {
  if (balance === undefined || amount > balance || amount + gas <= balance) return amount
  return balance > gas ? balance - gas : amount
}

/** Reads the prices of the tokens and of the native currency into the state. Throws the errors of the service. */
async function fetchSwapPrices(
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
