import { setPreferredAccountType } from '@latchkey/core/controllers'
import type { Translate } from '../../i18n/translate.js'
import { showFailure } from '../../primitives/Toast/showFailure.js'
import type { UiModal } from '../../uiModal.js'

type Request = NonNullable<Parameters<typeof setPreferredAccountType>[1]>

/** Uses another account of the wallet, and says where it could not even begin. Never rejects. */
async function prefer(modal: UiModal, t: Translate, request: Request): Promise<void> {
  try {
    await setPreferredAccountType(modal, request)
  } catch (cause) {
    // a failure of the switch itself is in the state
    if (!modal.getState().accountTypeChange?.error) showFailure(modal, t, cause)
  }
}

/** What changes the account in use. Apart from the view: most only look at it. */
export const typeVerb: { readonly prefer: typeof prefer } = { prefer }
