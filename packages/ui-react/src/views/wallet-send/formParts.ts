import { getSendFormProblem, reviewSend, setMaxSendAmount } from '@latchkey/core/internal'
import { NotConnected } from '../account/NotConnected.js'
import { AmountNote } from './AmountNote.js'
import { FundButton } from './FundButton.js'
import { ReceiverNote } from './ReceiverNote.js'
import { SendLabel } from './SendLabel.js'

export type FormParts = {
  readonly AmountNote: typeof AmountNote
  readonly FundButton: typeof FundButton
  readonly getSendFormProblem: typeof getSendFormProblem
  readonly NotConnected: typeof NotConnected
  readonly ReceiverNote: typeof ReceiverNote
  readonly reviewSend: typeof reviewSend
  readonly SendLabel: typeof SendLabel
  readonly setMaxSendAmount: typeof setMaxSendAmount
}

/** What is said of a form that is filled in and done with it, and what stands in for one without a wallet. */
export const formParts: FormParts = {
  AmountNote,
  FundButton,
  getSendFormProblem,
  NotConnected,
  ReceiverNote,
  reviewSend,
  SendLabel,
  setMaxSendAmount,
}
