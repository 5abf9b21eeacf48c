import { getAccount, type ModalState, type PayState, type SendError } from '@latchkey/core'
import { close, getPayOption, getPayProblem, retryPay, submitPay } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useNetworkById } from '../../hooks/networks.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toNumberText } from '../../i18n/amounts.js'
import { toActErrorKey } from '../../i18n/errorKeys.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import { Status } from '../../primitives/Status.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { TransferStatus, type TransferTexts } from '../send/TransferStatus.js'
import { useHoldings } from '../send/useHoldings.js'
import { payTexts } from './messages.js'
import { PayChoice } from './PayChoice.js'

const selectPay = ({ pay }: ModalState): PayState | undefined => pay

/** The requested payment, then its outcome. */
export function PayView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(payTexts)
  const pay = useModalState(selectPay)
  useHoldings()
  if (!pay)
    return (
      <EndedStep title={t('payNothing')} text={t('payNothingText')} action={t('close')} onAction={() => close(modal)} />
    )
  if (pay.step === 'choice' && pay.error) return <PayRefusal pay={pay} error={pay.error} />
  return pay.step === 'choice' ? <PayChoice pay={pay} /> : <PayOutcome pay={pay} />
}

type PayRefusalProps = { readonly pay: PayState; readonly error: SendError }

/** Why nothing was paid, with a retry. */
function PayRefusal({ pay, error }: PayRefusalProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(payTexts)
  const token = getPayOption(pay)?.token
  return (
    <Status
      kind="failed"
      mark={<TokenTile token={token} />}
      title={t(toActErrorKey(error.code))}
      text={t('payEndedText')}
      primary={{
        text: t('tryAgain'),
        // the wallet may be gone, or the fee unknown: then the request shows it
        onClick: () => void (getPayProblem(modal.getState()) ? retryPay(modal) : submitPay(modal)),
      }}
      secondary={{ text: t('cancel'), onClick: () => close(modal) }}
    />
  )
}

const texts = { ...payTexts, ...transferTexts } as const

/** The outcome of a payment. */
function PayOutcome({ pay }: { readonly pay: PayState }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const option = getPayOption(pay)
  const wallet = useModalState(
    useCallback((state: ModalState) => getAccount(state, option?.namespace).connectedWalletInfo, [option?.namespace]),
  )
  const network = useNetworkById(option?.token.caipNetworkId)
  const locale = useLocale()
  const { step, hash, error } = pay
  const token = option?.token
  const params = {
    amount: toNumberText(option?.amount ?? '', locale),
    symbol: token?.symbol ?? '',
    wallet: wallet?.name ?? '',
    details: error?.details ?? '',
  }
  const toTexts = (): TransferTexts => {
    if (step === 'sending') return { kind: 'waiting', title: t('payWaitingTitle', params), text: t('payWaitingText') }
    if (step === 'confirming')
      return { kind: 'waiting', title: t('payConfirmingTitle', params), text: t('payConfirmingText') }
    if (step === 'timedOut') return { kind: 'unknown', title: t('payUnknownTitle'), text: t('payUnknownText') }
    if (step === 'failed' && hash)
      return { kind: 'failed', title: t('payFailedTitle'), text: t('payFailedText', params) }
    if (step === 'failed')
      return { kind: 'failed', title: t(toActErrorKey(error?.code ?? 'ABORTED')), text: t('payEndedText') }
    return { kind: 'done', title: t('payDoneTitle', params), text: t('payDoneText') }
  }
  return (
    <TransferStatus
      step={step}
      toTexts={toTexts}
      token={token}
      asked={step === 'sending' ? wallet : undefined}
      network={network}
      hash={hash}
      transferId={pay.transferId}
      again={{ text: t('lookPayAgain'), onClick: () => void retryPay(modal) }}
      done={
        step === 'sending' ? undefined : { text: t(step === 'done' ? 'done' : 'close'), onClick: () => close(modal) }
      }
    />
  )
}
