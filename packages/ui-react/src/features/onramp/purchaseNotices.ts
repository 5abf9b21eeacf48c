import { internals, type Modal, type ModalState } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers/shell'
import { getRoute } from '@latchkey/core/internal'
import type { Translate } from '../../i18n/translate.js'
import type { onrampTexts } from './messages.js'

/** Milliseconds for which core watches the balance. */
const timeout = 1_800_000

/** Shows a notice when the funds of a purchase arrive, in any view; until another purchase starts or core stops watching. */
function notifyOnArrival(modal: Modal, t: Translate<keyof typeof onrampTexts>): void {
  const { signal } = modal[internals]
  const stop = (): void => {
    unsubscribe()
    cancel()
    signal.removeEventListener('abort', stop)
  }
  const unsubscribe = modal.subscribe((state, previous) => {
    const { event } = state
    if (!event || event === previous.event) return
    if (event.event === 'BUY_STARTED') stop()
    if (event.event !== 'BUY_SUCCESS') return
    stop()
    // the view of the purchase shows it itself
    if (state.modal.open && getRoute(state).view === 'BuyInProgress' && state.onramp?.step === 'received') return
    showToast(modal, { variant: 'success', message: { text: t('buyReceived', { symbol: event.properties.symbol }) } })
  })
  const cancel = modal.env.setTimeout(stop, timeout)
  signal.addEventListener('abort', stop)
}

/**
 * Use it while the view of a purchase is shown. If the user leaves the view without ending the purchase, a notice says that
 * it is still in progress, and another one that the funds have arrived. Returns its unsubscribe, which keeps the notice of a
 * purchase that was left already.
 */
export function notifyAfterLeaving(modal: Modal, t: Translate<keyof typeof onrampTexts>): () => void {
  return modal.subscribe((state, previous) => {
    const { onramp } = previous
    const purchase = onramp?.step === 'waiting' ? onramp.purchase : undefined
    if (!purchase || isShown(state) || !isShown(previous)) return
    queueMicrotask(() => {
      // canceling goes back first, and ends the purchase in the same task
      if (modal.getState().onramp?.purchase !== purchase) return
      showToast(modal, { variant: 'success', message: { text: t('buyGoesOn', { provider: purchase.provider.label }) } })
      if (purchase.isWatched) notifyOnArrival(modal, t)
    })
  })
}

function isShown(state: ModalState): boolean {
  return state.modal.open && getRoute(state).view === 'BuyInProgress'
}
