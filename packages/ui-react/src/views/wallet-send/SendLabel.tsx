import type { SendFormProblem } from '@latchkey/core'
import { sendTexts } from '../../i18n/messages/send.js'
import { sendNoteTexts } from '../../i18n/messages/sendNotes.js'
import { useTexts } from '../../i18n/useTexts.js'

const texts = { ...sendTexts, ...sendNoteTexts } as const

export type SendLabelProps = {
  /** Whether the wallet is being asked. */
  readonly isSending: boolean
  readonly problem: SendFormProblem | undefined
}

/** What the one button of the form says: the first thing that is missing, or where it leads. */
export function SendLabel({ isSending, problem }: SendLabelProps): string {
  const t = useTexts(texts)
  return t(isSending ? 'send_waiting' : problem ? `send_${problem}` : 'send_ready')
}
