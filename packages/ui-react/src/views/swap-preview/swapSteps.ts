import { approveSwap, sendSwap } from '@latchkey/core/internal'
import type { swapFaultTexts } from '../../i18n/messages/swapFaults.js'
import type { Translate } from '../../i18n/translate.js'
import type { UiModal } from '../../uiModal.js'
import { runSwapStep } from './runSwapStep.js'

type Step = (modal: UiModal, t: Translate<keyof typeof swapFaultTexts>) => Promise<void>

/** What a press has the wallet asked for. Apart from the view: who only looks does without. */
export const swapSteps: { readonly approve: Step; readonly send: Step } = {
  approve: (modal, t) => runSwapStep(modal, t, approveSwap),
  send: (modal, t) => runSwapStep(modal, t, sendSwap),
}
