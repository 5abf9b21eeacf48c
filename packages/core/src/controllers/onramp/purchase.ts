import { abortAttempt, assertStarted, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import type { Env } from '../../modal/env.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { pause } from '../../rpc/wait.js'
import { fetchTokenBalances } from '../../service/blockchain/balances.js'
import { isNativeToken } from '../../service/blockchain/fields.js'
import { createOnRampUrl } from '../../service/blockchain/onramp.js'
import type { OnRampNetwork } from '../../service/blockchain/types.js'
import { isGreater } from '../../utils/amounts.js'
import { type CaipNetworkId, isSameAddress, type Namespace } from '../../utils/caip.js'
import { refreshHoldings } from '../portfolio/portfolio.js'
import { show, track } from '../shell/actions.js'
import { canBuy, getEnteredAmount, getPurchaseNetwork, isOnRampNamespace } from './options.js'
import { refreshQuote, setOnRamp, toOnRampError } from './quote.js'
import { onRampDelays, onRampKeys, type Purchase } from './state.js'

/**
 * Starts the chosen purchase at the chosen provider, or retries it after a failure. Opens the provider's pop-up
 * synchronously, because browsers allow that only within a click; if it is blocked, sets `purchase.isBlocked`, and the
 * UI shows the page as a link. Then polls the balance for up to half an hour until the funds arrive. Progress goes to
 * `state.onramp`. Does nothing if nothing can be bought (`canBuy`). Resolves when it is done. Throws `NOT_STARTED`.
 */
export async function startPurchase(modal: Modal): Promise<void> {
  assertStarted(modal)
  const order = toOrder(modal.getState())
  if (!order) return
  const { purchase, preset, fiatCurrency, offer } = order
  const { address, namespace, caipNetworkId, symbol, provider } = purchase
  const holding = { namespace, address, caipNetworkId, offer }
  const properties = { provider: provider.name, symbol, caipNetworkId }
  const popup = openPurchaseWindow(modal.env)
  const attempt = beginAttempt(modal, { key: onRampKeys.purchase, timeout: onRampDelays.purchase })
  const { signal } = attempt
  setOnRamp(modal, { type: 'purchaseStarted', purchase: { ...purchase, isBlocked: !popup } })
  show(modal, { view: 'BuyInProgress', params: undefined })
  track(modal, 'BUY_STARTED', properties)
  let isPageOpen = false
  try {
    const before = await attempt.race(
      // an unknown balance does not prevent the purchase
      readHolding(modal, { ...holding, signal }).catch(() => undefined),
    )
    signal.throwIfAborted()
    const url = await attempt.race(fetchPage())
    signal.throwIfAborted()
    setOnRamp(modal, { type: 'pageKnown', url, isWatched: before !== undefined })
    popup?.go(url)
    isPageOpen = true
    if (before === undefined) return
    await watchArrival(modal, { ...holding, before, signal })
    track(modal, 'BUY_SUCCESS', properties)
  } catch (cause) {
    if (!isPageOpen) popup?.close()
    const error = await toOnRampError(cause)
    if (!attempt.isLatest()) return
    if (error.code === 'TIMED_OUT' && isPageOpen) setOnRamp(modal, { type: 'overdue' })
    else setOnRamp(modal, { type: 'failed', error })
  } finally {
    attempt.end()
  }

  async function fetchPage(): Promise<string> {
    const { projectId } = modal[internals].options
    const { url } = await createOnRampUrl(modal, {
      destinationWallets: [{ address, blockchains: [offer.name], assets: [symbol] }],
      defaultNetwork: caipNetworkId,
      provider: provider.name,
      partnerUserId: projectId ?? address,
      ...preset,
      fiatCurrency,
      signal,
    })
    return toProviderUrl({ url, purchase, projectId })
  }
}

/**
 * Reopens the provider's page, synchronously, while a purchase is in progress; starts over if it has failed or is
 * overdue. Throws as `startPurchase` does.
 */
export async function reopenPurchase(modal: Modal): Promise<void> {
  const { onramp } = modal.getState()
  const url = onramp?.purchase?.url
  if (onramp?.step !== 'waiting' || !url) return startPurchase(modal)
  const popup = openPurchaseWindow(modal.env)
  popup?.go(url)
  setOnRamp(modal, { type: 'windowOpened', isBlocked: !popup })
}

/** Stops watching for the funds and returns to the choice, with a new quote. Does not close the provider's window. */
export function endPurchase(modal: Modal): void {
  abortAttempt(modal, onRampKeys.purchase)
  setOnRamp(modal, { type: 'purchaseEnded' })
  refreshQuote(modal)
}

type Order = {
  readonly purchase: Purchase
  /** The network on which the currency is delivered, as named by the service. */
  readonly offer: OnRampNetwork
  /** The amount that the user has entered, in whole units of its currency. */
  readonly preset: { readonly presetFiatAmount: number } | { readonly presetCryptoAmount: number }
  /** The payment currency, e.g. `EUR`. */
  readonly fiatCurrency: string
}

/** Returns the current order of the active account; undefined if nothing can be bought. [S6.8] */
function toOrder(state: ModalState): Order | undefined {
  const { onramp } = state
  const connection = getConnection(state)
  if (!onramp || !connection || !isOnRampNamespace(connection.namespace)) return undefined
  const { selectedProvider: provider, purchaseCurrency, step, error, purchase } = onramp
  const amount = getEnteredAmount(onramp)
  const isRetry = purchase !== undefined && (step === 'overdue' || (step === 'asking' && error !== undefined))
  const destination = getPurchaseNetwork(state, purchaseCurrency)
  if (!provider || !destination || amount === null || !(isRetry || canBuy(onramp))) return undefined
  const { namespace, accounts } = connection
  const { caipNetworkId } = destination.network
  const { symbol } = purchaseCurrency
  const { address } = accounts[0]
  return {
    purchase: { provider, namespace, address, caipNetworkId, symbol, isBlocked: false, isWatched: false },
    offer: destination.offer,
    preset:
      onramp.enteredAmount === 'payment'
        ? { presetFiatAmount: Number(amount) }
        : { presetCryptoAmount: Number(amount) },
    fiatCurrency: onramp.paymentCurrency.id,
  }
}

/** CSS pixels. [S9.16] */
const [width, height] = [600, 800]

/** An open window that is still empty. */
type PurchaseWindow = {
  /** Navigates to the provider's page. Does nothing if the user has closed the window. */
  go(url: string): void
  /** Closes the window. */
  close(): void
}

/**
 * Opens an empty pop-up, centered on the page's window and without access to it (`opener`). Must be called within a
 * click, before anything is awaited. Undefined if the browser blocks it.
 */
function openPurchaseWindow({ window }: Pick<Env, 'window'>): PurchaseWindow | undefined {
  const page = window()
  if (!page) return undefined
  const { screenX = 0, screenY = 0, outerWidth = width, outerHeight = height } = page
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const popup = page.open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!popup || popup.closed) return undefined
  popup.opener = null
  return {
    go: (url) => {
      if (!popup.closed) popup.location.replace(url)
    },
    close: () => popup.close(),
  }
}

type ProviderUrlRequest = {
  readonly url: string
  readonly purchase: Pick<Purchase, 'provider' | 'namespace' | 'address'>
  readonly projectId: string | undefined
}

/**
 * Returns the URL of the provider's page. Adds account and currency for `meld`; other providers get them from the
 * service. [S4.27]
 */
export function toProviderUrl({ url, purchase, projectId }: ProviderUrlRequest): string {
  const { provider, namespace, address } = purchase
  if (provider.name !== 'meld') return url
  const page = new URL(url)
  const params = {
    publicKey: provider.publicKey,
    destinationCurrencyCode: namespace === 'solana' ? 'SOL' : 'USDC',
    walletAddress: address,
    externalCustomerId: projectId,
  }
  for (const [name, value] of Object.entries(params)) if (value !== undefined) page.searchParams.set(name, value)
  return page.href
}

type HoldingRequest = {
  readonly namespace: Namespace
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** The purchased currency on its network. */
  readonly offer: Pick<OnRampNetwork, 'contract_address'>
  readonly signal: AbortSignal
}

type ArrivalRequest = HoldingRequest & {
  /** The balance before the purchase, as a decimal string in whole units. */
  readonly before: string
}

/** Polls the balance until it increases; then refreshes the holdings. Rejects with the reason of the signal. */
async function watchArrival(modal: Modal, { before, ...holding }: ArrivalRequest): Promise<void> {
  const { signal } = holding
  for (;;) {
    await pause(modal.env, onRampDelays.poll, signal)
    // resumes when the page becomes visible
    if (modal.env.window()?.document?.visibilityState === 'hidden') continue
    try {
      if (isGreater(await readHolding(modal, holding), before)) break
    } catch {
      signal.throwIfAborted() // other failures: poll again
    }
  }
  signal.throwIfAborted()
  setOnRamp(modal, { type: 'received' })
  refreshHoldings(modal, holding.namespace).catch(modal[internals].warn)
}

/**
 * Reads the uncached balance of the purchased currency, as a decimal string in whole units. Throws as
 * `fetchTokenBalances` does.
 */
async function readHolding(modal: Modal, request: HoldingRequest): Promise<string> {
  const { namespace, address, caipNetworkId, offer, signal } = request
  const { balances } = await fetchTokenBalances(modal, { address, caipNetworkId, forceUpdate: true, signal })
  const contract = toContract(offer)
  const found = balances.find(
    (token) =>
      token.caipNetworkId === caipNetworkId &&
      (contract === undefined || token.address === undefined
        ? contract === token.address
        : isSameAddress(namespace, token.address, contract)),
  )
  return found?.quantity.numeric ?? '0'
}

/** Parses the address of a contract or mint, plain or in CAIP-10 form; undefined for the native currency. */
function toContract({ contract_address: address }: HoldingRequest['offer']): string | undefined {
  const plain = address?.split(':').at(-1)
  return plain && !isNativeToken(plain) ? plain : undefined
}
