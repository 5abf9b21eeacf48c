import type { ModalState, SendState } from '@latchkey/core'
import { replace } from '@latchkey/core/controllers'
import type { ComponentType, ReactElement } from 'react'
import { useHoldings } from '../../hooks/useHoldings.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useRunning } from '../../hooks/useRunning.js'
import { sendReviewTexts } from '../../i18n/messages/sendReview.js'
import { useTexts } from '../../i18n/useTexts.js'
import earlierStyles from '../../primitives/EarlierTransfer/EarlierTransfer.css'
import { Ended } from '../../primitives/Ended/Ended.js'
import factStyles from '../../primitives/Facts/Facts.css'
import outcomeStyles from '../../primitives/Outcome/Outcome.css'
import { useShell } from '../../router/ShellContext.js'
import { SendOutcome } from './SendOutcome.js'
import { SendReview } from './SendReview.js'
import ownStyles from './WalletSendPreviewView.css'

export { WalletSendPreviewView as View }

export const styles: string = earlierStyles + factStyles + outcomeStyles + ownStyles
export const Title: ComponentType = () => useTexts(sendReviewTexts)('sendPreviewTitle')

const selectSend = ({ send }: ModalState): SendState | undefined => (send && send.step !== 'form' ? send : undefined)

/** What will be sent, then what becomes of it. */
export function WalletSendPreviewView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendReviewTexts)
  const send = useRunning('WalletSendPreview', selectSend)
  const shown = useModalState(selectSend) ?? send
  useHoldings()
  if (!shown?.token)
    return (
      <Ended
        title={t('sendNothing')}
        text={t('sendNothingText')}
        action={t('sendTitle')}
        onAction={() => replace(modal, { view: 'WalletSend', params: undefined })}
      />
    )
  return shown.step === 'preview' || shown.step === 'form' ? <SendReview send={shown} /> : <SendOutcome send={shown} />
}
