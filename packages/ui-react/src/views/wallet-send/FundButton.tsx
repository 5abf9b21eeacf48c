import { push } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { sendNoteTexts } from '../../i18n/messages/sendNotes.js'
import { useTexts } from '../../i18n/useTexts.js'
import { useShell } from '../../router/ShellContext.js'

/** Leads on where there is too little. */
export function FundButton(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendNoteTexts)
  return (
    <button
      className="btn"
      part="button"
      type="button"
      onClick={() => push(modal, { view: 'FundWallet', params: undefined })}
    >
      {t('sendFund')}
    </button>
  )
}
