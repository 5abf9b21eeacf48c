import type { SendState } from '@latchkey/core'
import { sendNoteTexts } from '../../i18n/messages/sendNotes.js'
import { toWorth } from '../../i18n/toWorth.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'

export type AmountNoteProps = {
  readonly send: SendState
  /** Whether what the account could send was asked for, and nobody could say. */
  readonly hasFailed: boolean
}

/** What the amount is worth, or why there is none. */
export function AmountNote({ send: { token, tokenStatus, amount }, hasFailed }: AmountNoteProps): string | undefined {
  const t = useTexts(sendNoteTexts)
  const locale = useLocale()
  if (hasFailed) return t('sendMaxFailed')
  if (tokenStatus === 'failed') return t('sendTokenFailed')
  return token?.price === undefined ? undefined : toWorth(amount, token.price, locale)
}
