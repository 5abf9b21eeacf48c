import { isLatchkeyError, type Social } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers'
import type { ShellKey } from '../../i18n/messages/en.js'
import type { socialTexts } from '../../i18n/messages/social.js'
import { toSocialWords } from '../../i18n/toSocialWords.js'
import type { Translate } from '../../i18n/translate.js'
import type { UiModal } from '../../uiModal.js'

/** Says why a login at another site could not even begin, as where there is no embedded wallet. */
export function showSocialFailure(
  modal: UiModal,
  t: Translate<keyof typeof socialTexts | ShellKey>,
  { cause, social }: { readonly cause: unknown; readonly social: Social },
): void {
  const code = isLatchkeyError(cause) ? cause.code : 'CONNECTOR_FAILED'
  const { title } = toSocialWords(t, { code, message: '' }, social)
  showToast(modal, { variant: 'error', message: { text: title } })
}
