import { abortAttempt, assertStarted, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import type { Env } from '../../modal/env.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { pause } from '../../rpc/wait.js'
import { fetchTokenBalances } from '../../service/blockchain/balances.js'
import { isNativeToken } from '../../service/blockchain/fields.js'
import { createOnRampUrl } from '../../service/blockchain/onramp.js'
import type { OnRampNetwork } from '../../service/blockchain/types.js'
import { type CaipNetworkId, isSameAddress, type Namespace } from '../../utils/caip.js'
import { refreshHoldings } from '../portfolio/portfolio.js'
import { track } from '../shell/events.js'
import { show } from '../shell/router.js'
import { canBuy, getPurchaseNetwork, isOnRampNamespace, toPaymentAmount } from './options.js'
import { setOnRamp, toOnRampError } from './quote.js'
import { isMore, onRampDelays, onRampKeys, type Purchase } from './state.js'

/**
 * Buys what is chosen, at the provider that is chosen. Its window opens before this returns, so that the press which led here does;
 * where the browser opens none, `purchase.isBlocked` says so and the page is there as a link. Then the balance is looked at until the
 * funds have come, for half an hour. How far it has come is in `state.onramp`; after a failure it is called again. Does nothing where
 * there is nothing to buy (`canBuy`). Resolves when nothing is left to do. Throws `NOT_STARTED`.
 */
export async function startPurchase(modal: Modal): Promise<void> {
  assertStarted(modal)
  const order = toOrder(modal.getState())
  if (!order) return
  const { purchase, amount, fiatCurrency, offer } = order
  const { address, namespace, caipNetworkId, symbol, provider } = purchase
  const holding = { namespace, address, caipNetworkId, offer }
  const told = { provider: provider.name, symbol, caipNetworkId }
  const popup = openPurchaseWindow(modal.env)
  const attempt = beginAttempt(modal, { key: onRampKeys.purchase, deadline: onRampDelays.purchase })
  const { signal } = attempt
  setOnRamp(modal, { type: 'purchaseStarted', purchase: { ...purchase, isBlocked: !popup } })
  show(modal, { view: 'BuyInProgress', params: undefined })
  track(modal, 'BUY_STARTED', told)
  let isLed = false
  try {
    const before = await attempt.race(
      // what cannot be looked at is bought all the same
      readHolding(modal, { ...holding, signal }).catch(() => undefined),
    )
    signal.throwIfAborted()
    const url = await attempt.race(askPage())
    signal.throwIfAborted()
    setOnRamp(modal, { type: 'pageKnown', url, isWatched: before !== undefined })
    popup?.go(url)
    isLed = true
    if (before === undefined) return
    await watchArrival(modal, { ...holding, before, signal })
    track(modal, 'BUY_SUCCESS', told)
  } catch (cause) {
    if (!isLed) popup?.close()
    const error = await toOnRampError(cause)
    if (!attempt.isLatest()) return
    if (error.code === 'TIMED_OUT' && isLed) setOnRamp(modal, { type: 'overdue' })
    else setOnRamp(modal, { type: 'failed', error })
  } finally {
    attempt.end()
  }

  async function askPage(): Promise<string> {
    const { projectId } = modal[internals].options
    const { url } = await createOnRampUrl(modal, {
      destinationWallets: [{ address, blockchains: [offer.name], assets: [symbol] }],
      defaultNetwork: caipNetworkId,
      provider: provider.name,
      partnerUserId: projectId ?? address,
      presetFiatAmount: Number(amount),
      fiatCurrency,
      signal,
    })
    return toProviderUrl({ url, purchase, projectId })
  }
}

/**
 * Tries again: opens the provider's page once more while it is waited for, before this returns; what has failed, or has taken too
 * long, begins anew. Throws as `startPurchase`.
 */
export async function reopenPurchase(modal: Modal): Promise<void> {
  const { onramp } = modal.getState()
  const url = onramp?.purchase?.url
  if (onramp?.step !== 'waiting' || !url) return startPurchase(modal)
  const popup = openPurchaseWindow(modal.env)
  popup?.go(url)
  setOnRamp(modal, { type: 'windowOpened', isBlocked: !popup })
}

/** Looks for the funds no more, and goes back to what was chosen. The provider's window stays as it is. */
export function endPurchase(modal: Modal): void {
  abortAttempt(modal, onRampKeys.purchase)
  setOnRamp(modal, { type: 'purchaseEnded' })
}

/** CSS pixels. [S9.16] */
const [width, height] = [600, 800]

/** A window that is open, and still empty. */
export type PurchaseWindow = {
  /** Leads it to the provider's page. Does nothing where the visitor has closed it. */
  go(url: string): void
  /** Closes it while it is still empty. */
  close(): void
}

/**
 * Opens an empty window in the middle of the page's own. To be called within a press, before anything is waited for. Undefined where the
 * browser opens none. The page that comes into it cannot reach ours.
 */
export function openPurchaseWindow({ window }: Pick<Env, 'window'>): PurchaseWindow | undefined {
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

export type Order = {
  readonly purchase: Purchase
  /** Where the currency is delivered, in the words of the service. */
  readonly offer: OnRampNetwork
  /** Decimal text in whole units of the payment currency. */
  readonly amount: string
  /** The payment currency, e.g. `EUR`. */
  readonly fiatCurrency: string
}

/** What a press on Buy would buy now, for the active account; undefined where there is nothing to buy. [S6.8] */
export function toOrder(state: ModalState): Order | undefined {
  const { onramp } = state
  const connection = getConnection(state)
  if (!onramp || !connection || !isOnRampNamespace(connection.namespace)) return undefined
  const { selectedProvider: provider, purchaseCurrency, step, error, purchase } = onramp
  const amount = toPaymentAmount(onramp.paymentAmount)
  const isAgain = purchase !== undefined && (step === 'overdue' || (step === 'asking' && error !== undefined))
  const place = getPurchaseNetwork(state, purchaseCurrency)
  if (!provider || !place || amount === null || !(isAgain || canBuy(onramp))) return undefined
  const { namespace, accounts } = connection
  const { caipNetworkId } = place.network
  const { symbol } = purchaseCurrency
  const { address } = accounts[0]
  return {
    purchase: { provider, namespace, address, caipNetworkId, symbol, isBlocked: false, isWatched: false },
    offer: place.offer,
    amount,
    fiatCurrency: onramp.paymentCurrency.id,
  }
}

export type ProviderUrlRequest = {
  readonly url: string
  readonly purchase: Pick<Purchase, 'provider' | 'namespace' | 'address'>
  readonly projectId: string | undefined
}

/** The provider's page for a purchase. That of `meld` is told by us for whom and what; others know from the service. [S4.27] */
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

export type ArrivalRequest = HoldingRequest & {
  /** The balance from before the purchase, as a decimal text in whole units. */
  readonly before: string
}

/** Looks at the balance until there is more of it; then all that shows balances reads anew. Rejects with the reason of the signal. */
export async function watchArrival(modal: Modal, { before, ...holding }: ArrivalRequest): Promise<void> {
  const { signal } = holding
  for (;;) {
    await pause(modal.env, onRampDelays.poll, signal)
    // nobody sees it: on the page's return it is looked at again
    if (modal.env.window()?.document?.visibilityState === 'hidden') continue
    try {
      if (isMore(await readHolding(modal, holding), before)) break
    } catch {
      signal.throwIfAborted() // a service that fails is asked again
    }
  }
  signal.throwIfAborted()
  setOnRamp(modal, { type: 'received' })
  refreshHoldings(modal, holding.namespace).catch(modal[internals].warn)
}

export type HoldingRequest = {
  readonly namespace: Namespace
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** What is bought. */
  readonly offer: Pick<OnRampNetwork, 'contract_address'>
  readonly signal: AbortSignal
}

/** How much of what is bought an address has, as a decimal text in whole units; asked of the chain. Throws as `fetchTokenBalances`. */
export async function readHolding(modal: Modal, request: HoldingRequest): Promise<string> {
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

/** The plain address of a contract or mint, which may come in CAIP-10 form; undefined for the native currency. */
function toContract({ contract_address: address }: HoldingRequest['offer']): string | undefined {
  const plain = address?.split(':').at(-1)
  return plain && !isNativeToken(plain) ? plain : undefined
}
