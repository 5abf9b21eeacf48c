import { beginAttempt } from '../../attempts.js'
import { AbortedError } from '../../errors/AbortedError.js'
import { ModalClosedError } from '../../errors/connection.js'
import { OutcomeUnknownError } from '../../errors/transfer.js'
import type { Modal, ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { open } from '../router/open.js'
import type { Views } from '../router/state.js'
import { type SentTransfer, sendWait } from './state.js'

/** What `open` is given to have the visitor send something, and to hear of it. */
export type SendRequest = {
  readonly view: 'WalletSend'
  readonly arguments: NonNullable<Views['WalletSend']>
  readonly namespace?: Namespace | undefined
}

/**
 * Opens the form of a transfer, filled in with what the app gives, which the visitor sees and cannot change. Resolves as soon as the
 * wallet has sent it, or it was found on the network: whether the network takes it is shown to the visitor, and is to be asked of the network by the hash. Who closes
 * the modal while the wallet is being asked may still agree there: the promise waits for what the wallet says.
 *
 * Throws `MODAL_CLOSED` where the visitor leaves without sending, `ABORTED` where another view or the end of the modal takes the place
 * of the form, `OUTCOME_UNKNOWN` where it may have been sent and was not found, `TIMED_OUT` after an hour, and what `open` throws.
 */
export async function requestSend(modal: Modal, request: SendRequest): Promise<SentTransfer> {
  // a copy: the transfer that it leads to is known by it
  const wish = { ...request.arguments }
  open(modal, { ...request, arguments: wish })
  const attempt = beginAttempt(modal, { deadline: sendWait })
  let stop: (() => void) | undefined
  try {
    return await attempt.race(
      new Promise<SentTransfer>((resolve, reject) => {
        const check = ({ send, modal: { open: isOpen }, router }: ModalState): void => {
          const own = send?.wish === wish ? send : undefined
          if (own?.hash !== undefined) resolve({ hash: own.hash })
          else if (own?.step === 'sending' || own?.step === 'looking') return
          else if (own?.step === 'lost') reject(new OutcomeUnknownError({ details: own.error?.message }))
          else if (!isOpen) reject(new ModalClosedError({ details: own?.error?.message }))
          else if (!router.stack.some(({ params }) => params === wish))
            reject(new AbortedError({ details: 'Another view took the place of the form.' }))
        }
        stop = modal.subscribe(check)
      }),
    )
  } finally {
    stop?.()
    attempt.end()
  }
}
