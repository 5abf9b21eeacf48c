import {
  type ConnectorMeta,
  getAccount,
  type ModalState,
  type SendError,
  type SendState,
  toShortAddress,
} from '@latchkey/core'
import { goBack, replace, reset } from '@latchkey/core/controllers/shell'
import { getSendProblem, retrySend, submitSend } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useNetworkById } from '../../hooks/networks.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useRunning } from '../../hooks/useRunning.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toNumberText } from '../../i18n/amounts.js'
import { toActErrorKey } from '../../i18n/errorKeys.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import { Status } from '../../primitives/Status.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { sendTexts } from './messages.js'
import { SendReview } from './SendReview.js'
import { TransferStatus, type TransferTexts } from './TransferStatus.js'
import { useHoldings } from './useHoldings.js'

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
  if (shown.step === 'preview' && shown.error) return <SendRefusal send={shown} error={shown.error} />
  return shown.step === 'preview' || shown.step === 'form' ? <SendReview send={shown} /> : <SendOutcome send={shown} />
}

type SendRefusalProps = { readonly send: SendState; readonly error: SendError }

/** Why nothing was sent, with a retry. */
function SendRefusal({ send: { token, isMax }, error }: SendRefusalProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendTexts)
  const retry = (): void => {
    // the review shows the amount that the fee now leaves, or why the fee has become unknown
    const isReviewed = (isMax && error.code !== 'USER_REJECTED') || getSendProblem(modal.getState())
    void (isReviewed ? retrySend(modal) : submitSend(modal))
  }
  return (
    <Status
      kind="failed"
      mark={<TokenTile token={token} />}
      title={t(toActErrorKey(error.code))}
      text={t('sendRefusedText')}
      primary={{ text: t('tryAgain'), onClick: retry }}
      secondary={{ text: t('cancel'), onClick: () => goBack(modal) }}
    />
  )
}

const texts = { ...sendTexts, ...transferTexts } as const

const selectWallet = (state: ModalState): ConnectorMeta | undefined =>
  getAccount(state, state.send?.namespace).connectedWalletInfo

/** The outcome of a transfer. */
export function SendOutcome({ send }: { readonly send: SendState }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const locale = useLocale()
  const wallet = useModalState(selectWallet)
  const network = useNetworkById(send.caipNetworkId)
  const { step, hash, error, amount, token, receiver } = send
  const to = receiver.status === 'ready' ? (receiver.name ?? toShortAddress(receiver.address)) : ''
  const params = {
    amount: toNumberText(amount, locale),
    symbol: token?.symbol ?? '',
    to,
    wallet: wallet?.name ?? '',
    details: error?.details ?? '',
  }
  const toTexts = (): TransferTexts => {
    if (step === 'sending') return { kind: 'waiting', title: t('sendWaitingTitle', params), text: t('sendWaitingText') }
    if (step === 'done') return { kind: 'done', title: t('sendDoneTitle', params), text: t('sendDoneText') }
    if (step === 'failed') return { kind: 'failed', title: t('sendFailedTitle'), text: t('sendFailedText', params) }
    if (error) return { kind: 'unknown', title: t('sendUnknownTitle'), text: t('sendUnknownText') }
    return { kind: 'waiting', title: t('sendConfirmingTitle', params), text: t('sendConfirmingText') }
  }
  return (
    <TransferStatus
      step={step}
      toTexts={toTexts}
      token={token}
      asked={step === 'sending' ? wallet : undefined}
      network={network}
      hash={hash}
      transferId={send.transferId}
      again={{ text: t('lookSendAgain'), onClick: () => void retrySend(modal) }}
      done={
        step === 'sending'
          ? undefined
          : { text: t('done'), onClick: () => reset(modal, { view: 'Account', params: undefined }) }
      }
    />
  )
}
