import type { ModalState, SendProblem, SendState } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { getKnownHolding, getSendProblem, submitSend } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useNetworkById } from '../../hooks/networks.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toFeeText, toNumberText, toWorth } from '../../i18n/amounts.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { EarlierTransfer } from './EarlierTransfer.js'
import { type Fact, Facts } from './Facts.js'
import { sendTexts } from './messages.js'
import { isToSelf, selectTokenPrice } from './SendFields.js'

const selectNativePrice = ({ send, ...state }: ModalState): number | undefined =>
  send && getKnownHolding(state, send.namespace, { caipNetworkId: send.caipNetworkId })?.price

const selectProblem = (state: ModalState): SendProblem | undefined => getSendProblem(state)

/** The review of a transfer. Addresses are shown in full, because two may begin and end alike. */
export function SendReview({ send }: { readonly send: SendState }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendTexts)
  const locale = useLocale()
  const problem = useModalState(selectProblem)
  const network = useNetworkById(send.caipNetworkId)
  const { token, amount, address, receiver, fee } = send
  const native = network?.nativeCurrency
  const nativePrice = useModalState(selectNativePrice)
  const price = useModalState(selectTokenPrice)
  const to = receiver.status === 'ready' ? receiver : undefined
  const facts: readonly Fact[] = [
    { name: t('sendFrom'), value: address, isAddress: true },
    ...(to?.name ? [{ name: t('sendToName'), value: to.name }] : []),
    { name: t('sendTo'), value: to?.address, isAddress: true },
    { name: t('sendNetwork'), value: network?.name ?? send.caipNetworkId },
    {
      name: t('sendFee'),
      value:
        fee.status === 'ready' && native
          ? t('sendFeeAtMost', { amount: toFeeText(fee.value, { ...native, price: nativePrice, locale }) })
          : t(fee.status === 'failed' ? 'sendFeeUnknown' : 'sendFeeLoading'),
    },
  ]
  const toErrorText = (): string => {
    if (problem === 'insufficientForFee') return t('sendNoFeeMoney', { symbol: native?.symbol ?? '' })
    if (problem === 'tooLittle') return t('send_tooLittle')
    if (fee.status !== 'failed') return ''
    const { code, details = '' } = fee.error
    return code === 'TRANSACTION_REJECTED' || code === 'INVALID_PARAMS'
      ? t('sendWouldFail', { details })
      : t('sendFeeFailed')
  }
  return (
    <div className="body">
      <div className="sending">
        <TokenTile token={token} />
        <p>
          <bdi>
            {toNumberText(amount, locale)} {token?.symbol}
          </bdi>
        </p>
        {price !== undefined && (
          <p className="muted" dir="ltr">
            {toWorth(amount, price, locale)}
          </p>
        )}
      </div>
      <Facts facts={facts} />
      {isToSelf(send) && <p className="sendwarning">{t('sendToSelf')}</p>}
      <EarlierTransfer sender={send} />
      <p className="sendfault" role="alert" dir="auto">
        {toErrorText()}
      </p>
      <div className="sendchoice">
        <button className="btn" part="button" type="button" onClick={() => goBack(modal)}>
          {t('cancel')}
        </button>
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          disabled={problem !== undefined}
          onClick={() => void submitSend(modal)}
        >
          {t('sendNow')}
        </button>
      </div>
    </div>
  )
}
