import { createOnRampUrl } from '../../api/blockchain/createOnRampUrl.js'
import { beginAttempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { track } from '../events/track.js'
import { show } from '../router/show.js'
import { openPurchaseWindow } from './openPurchaseWindow.js'
import { readHolding } from './readHolding.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampDelays, onRampKeys } from './state.js'
import { toOnRampError } from './toOnRampError.js'
import { toOrder } from './toOrder.js'
import { toProviderUrl } from './toProviderUrl.js'
import { watchArrival } from './watchArrival.js'

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
