import { getAccount, type ModalState, type SendState, toShortAddress } from '@latchkey/core'
import { replace, reset } from '@latchkey/core/controllers/shell'
import { retrySend } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useNetworkById } from '../../hooks/networks.js'
import { useHoldings } from '../../hooks/useHoldings.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import {
  ActionButton,
  Status,
  type StatusKind,
  toTransactionLink,
  useTransferActions,
} from '../../primitives/Status.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { sendTexts } from './messages.js'
import { SendReview } from './SendReview.js'

const selectSend = ({ send }: ModalState): SendState | undefined => (send && send.step !== 'form' ? send : undefined)

/** The review of a transfer, then its outcome. */
export function WalletSendPreviewView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendTexts)
  const send = useRunning('WalletSendPreview', selectSend)
  const shown = useModalState(selectSend) ?? send
  useHoldings()
  if (!shown?.token)
    return (
      <EndedStep
        title={t('sendNothing')}
        text={t('sendNothingText')}
        action={t('sendTitle')}
        onAction={() => replace(modal, { view: 'WalletSend', params: undefined })}
      />
    )
  return shown.step === 'preview' || shown.step === 'form' ? <SendReview send={shown} /> : <SendOutcome send={shown} />
}

const texts = { ...sendTexts, ...transferTexts } as const

const selectWallet = (state: ModalState): string | undefined =>
  getAccount(state, state.send?.namespace).connectedWalletInfo?.name

/** The outcome of a transfer. */
function SendOutcome({ send }: { readonly send: SendState }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const wallet = useModalState(selectWallet) ?? ''
  const network = useNetworkById(send.caipNetworkId)
  const { step, hash, error, amount, token, receiver } = send
  const href = toTransactionLink(network, hash)
  const to = receiver.status === 'ready' ? (receiver.name ?? toShortAddress(receiver.address)) : ''
  const params = { amount, symbol: token?.symbol ?? '', to, wallet, details: error?.details ?? '' }
  const toTexts = (): { readonly kind: StatusKind; readonly title: string; readonly text: string } => {
    if (step === 'sending') return { kind: 'waiting', title: t('sendWaitingTitle', params), text: t('sendWaitingText') }
    if (step === 'looking') return { kind: 'waiting', title: t('lookTitle'), text: t('lookText') }
    if (step === 'lost') return { kind: 'unknown', title: t('lookLostTitle'), text: t('lookLostText') }
    if (step === 'void') return { kind: 'unknown', title: t('lookVoidTitle'), text: t('lookVoidText') }
    if (step === 'done') return { kind: 'done', title: t('sendDoneTitle'), text: t('sendDoneText', params) }
    if (step === 'failed') return { kind: 'failed', title: t('sendFailedTitle'), text: t('sendFailedText', params) }
    if (error) return { kind: 'unknown', title: t('sendUnknownTitle'), text: t('sendUnknownText') }
    return { kind: 'waiting', title: t('sendConfirmingTitle'), text: t('sendConfirmingText', params) }
  }
  const actions = useTransferActions({
    step,
    transferId: send.transferId,
    again: { text: t('lookSendAgain'), onClick: () => void retrySend(modal) },
    done:
      step === 'sending'
        ? undefined
        : { text: t('sendDone'), onClick: () => reset(modal, { view: 'Account', params: undefined }) },
  })
  return (
    <Status {...toTexts()} {...actions}>
      {href && (
        <ActionButton
          action={{ href, text: t('sendExplorer', { explorer: network?.blockExplorers?.default.name ?? '' }) }}
        />
      )}
    </Status>
  )
}
