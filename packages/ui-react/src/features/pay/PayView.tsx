import { getAccount, type ModalState, type PayState } from '@latchkey/core'
import { close, getPayOption, retryPay } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useNetworkById } from '../../hooks/networks.js'
import { useHoldings } from '../../hooks/useHoldings.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { toActErrorKey } from '../../i18n/errorKeys.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import {
  ActionButton,
  Status,
  type StatusKind,
  toTransactionLink,
  useTransferActions,
} from '../../primitives/Status.js'
import { EndedStep } from '../../primitives/ViewStates.js'
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
      <EndedStep
        title={t('payNothing')}
        text={t('payNothingText')}
        action={t('payClose')}
        onAction={() => close(modal)}
      />
    )
  return pay.step === 'choice' ? <PayChoice pay={pay} /> : <PayOutcome pay={pay} />
}

const texts = { ...payTexts, ...transferTexts } as const

/** The outcome of a payment. */
function PayOutcome({ pay }: { readonly pay: PayState }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const option = getPayOption(pay)
  const wallet = useModalState(
    useCallback(
      (state: ModalState) => getAccount(state, option?.namespace).connectedWalletInfo?.name ?? '',
      [option?.namespace],
    ),
  )
  const network = useNetworkById(option?.token.caipNetworkId)
  const { step, hash, error } = pay
  const href = toTransactionLink(network, hash)
  const toTexts = (): { readonly kind: StatusKind; readonly title: string; readonly text: string } => {
    if (step === 'sending')
      return { kind: 'waiting', title: t('payWaitingTitle', { wallet }), text: t('payWaitingText') }
    if (step === 'confirming') return { kind: 'waiting', title: t('payConfirmingTitle'), text: t('payConfirmingText') }
    if (step === 'looking') return { kind: 'waiting', title: t('lookTitle'), text: t('lookText') }
    if (step === 'lost') return { kind: 'unknown', title: t('lookLostTitle'), text: t('lookLostText') }
    if (step === 'void') return { kind: 'unknown', title: t('lookVoidTitle'), text: t('lookVoidText') }
    if (step === 'timedOut') return { kind: 'unknown', title: t('payUnknownTitle'), text: t('payUnknownText') }
    if (step === 'failed' && hash)
      return { kind: 'failed', title: t('payFailedTitle'), text: t('payFailedText', { details: error?.details ?? '' }) }
    if (step === 'failed')
      return { kind: 'failed', title: t(toActErrorKey(error?.code ?? 'ABORTED')), text: t('payEndedText') }
    const { amount = '', token } = option ?? {}
    return { kind: 'done', title: t('payDoneTitle'), text: t('payDoneText', { amount, symbol: token?.symbol ?? '' }) }
  }
  const actions = useTransferActions({
    step,
    transferId: pay.transferId,
    again: { text: t('lookPayAgain'), onClick: () => void retryPay(modal) },
    done:
      step === 'sending'
        ? undefined
        : { text: t(step === 'done' ? 'payDone' : 'payClose'), onClick: () => close(modal) },
  })
  return (
    <Status {...toTexts()} {...actions}>
      {href && (
        <ActionButton
          action={{ href, text: t('payExplorer', { explorer: network?.blockExplorers?.default.name ?? '' }) }}
        />
      )}
    </Status>
  )
}
