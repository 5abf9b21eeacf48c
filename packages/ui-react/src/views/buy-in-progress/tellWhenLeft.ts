import type { Modal, ModalState } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers'
import { getRoute } from '@latchkey/core/internal'
import type { purchaseTexts } from '../../i18n/messages/purchase.js'
import type { Translate } from '../../i18n/translate.js'
import { tellArrival } from './tellArrival.js'

/**
 * While the view of a purchase shows: where the visitor leaves it without ending the purchase, a notice says that it goes on, and another
 * one that the funds have come. Returns its unsubscribe, which leaves a purchase that was left already to its notice.
 */
export function tellWhenLeft(modal: Modal, t: Translate<keyof typeof purchaseTexts>): () => void {
  return modal.subscribe((state, previous) => {
    const { onramp } = previous
    const purchase = onramp?.step === 'waiting' ? onramp.purchase : undefined
    if (!purchase || isShown(state) || !isShown(previous)) return
    queueMicrotask(() => {
      // who cancels goes back first, and ends the purchase in the same task
      if (modal.getState().onramp?.purchase !== purchase) return
      showToast(modal, { variant: 'success', message: { text: t('buyGoesOn', { provider: purchase.provider.label }) } })
      if (purchase.isWatched) tellArrival(modal, t)
    })
  })
}

function isShown(state: ModalState): boolean {
  return state.modal.open && getRoute(state).view === 'BuyInProgress'
}
