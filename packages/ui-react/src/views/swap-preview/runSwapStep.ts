import { isLatchkeyError } from '@latchkey/core'
import { goBack, showToast } from '@latchkey/core/controllers'
import { getRoute } from '@latchkey/core/internal'
import type { swapFaultTexts } from '../../i18n/messages/swapFaults.js'
import type { Translate } from '../../i18n/translate.js'
import type { UiModal } from '../../uiModal.js'
import { toSwapFaultKey } from '../swap/toSwapFaultKey.js'

/** Does what the visitor has pressed; where it fails says why, and goes back to the form. Never rejects. */
export async function runSwapStep(
  modal: UiModal,
  t: Translate<keyof typeof swapFaultTexts>,
  run: (modal: UiModal) => Promise<void>,
): Promise<void> {
  try {
    await run(modal)
  } catch (cause) {
    const key = toSwapFaultKey(isLatchkeyError(cause) ? cause.code : 'CONNECTOR_FAILED')
    showToast(modal, { variant: 'error', message: { text: t(key) } })
    const state = modal.getState()
    if (state.modal.open && getRoute(state).view === 'SwapPreview') goBack(modal)
  }
}
