import { internals, type Modal } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers'
import { getRoute } from '@latchkey/core/internal'
import type { purchaseTexts } from '../../i18n/messages/purchase.js'
import type { Translate } from '../../i18n/translate.js'

/** Milliseconds for which core looks at the balance. */
const deadline = 1_800_000

/** Says that the funds of a purchase have come, wherever the visitor then is; until another is begun, or nobody looks any more. */
export function tellArrival(modal: Modal, t: Translate<keyof typeof purchaseTexts>): void {
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
