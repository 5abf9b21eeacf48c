import { internals, type Modal, type ModalState } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers/shell'
import { getRoute } from '@latchkey/core/internal'
import type { Translate } from '../../i18n/translate.js'
import type { onrampTexts } from './messages.js'

/** Milliseconds for which core looks at the balance. */
const deadline = 1_800_000

/** Says that the funds of a purchase have come, wherever the visitor then is; until another is begun, or nobody looks any more. */
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
    // the view of the purchase says it itself
    if (state.modal.open && getRoute(state).view === 'BuyInProgress' && state.onramp?.step === 'received') return
    showToast(modal, { variant: 'success', message: { text: t('buyReceived', { symbol: event.properties.symbol }) } })
  })
  const cancel = modal.env.setTimeout(stop, deadline)
  signal.addEventListener('abort', stop)
}

/**
 * While the view of a purchase shows: where the visitor leaves it without ending the purchase, a notice says that it goes on, and another
 * one that the funds have come. Returns its unsubscribe, which leaves a purchase that was left already to its notice.
 */
export function notifyAfterLeaving(modal: Modal, t: Translate<keyof typeof onrampTexts>): () => void {
  return modal.subscribe((state, previous) => {
    const { onramp } = previous
    const purchase = onramp?.step === 'waiting' ? onramp.purchase : undefined
    if (!purchase || isShown(state) || !isShown(previous)) return
    queueMicrotask(() => {
      // who cancels goes back first, and ends the purchase in the same task
      if (modal.getState().onramp?.purchase !== purchase) return
      showToast(modal, { variant: 'success', message: { text: t('buyGoesOn', { provider: purchase.provider.label }) } })
      if (purchase.isWatched) notifyOnArrival(modal, t)
    })
  })
}

function isShown(state: ModalState): boolean {
  return state.modal.open && getRoute(state).view === 'BuyInProgress'
}
