import { isLatchkeyError } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers'
import { type Params, type Translate, toErrorKey } from '../../i18n/translate.js'
import type { UiModal } from '../../uiModal.js'

/** Says that something failed. What the visitor ended needs no words. */
export function showFailure(modal: UiModal, t: Translate, cause: unknown, params?: Params | undefined): void {
  const code = isLatchkeyError(cause) ? cause.code : undefined
  if (code === 'ABORTED' || code === 'MODAL_CLOSED') return
  showToast(modal, { variant: 'error', message: { text: t(code ? toErrorKey(code) : 'unknownError', params) } })
}
