import { getConnection, type ModalState, type Network, type PayProblem, type PayState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { choosePayOption, fetchPayFee, getPayOption, getPayProblem, submitPay } from '@latchkey/core/internal'
import { type ReactElement, useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toNumberText } from '../../i18n/amounts.js'
import { EarlierTransfer } from '../send/EarlierTransfer.js'
import { payTexts } from './messages.js'
import { PayFacts, PayOptions } from './PayOptions.js'

const selectProblem = (state: ModalState): PayProblem | undefined => getPayProblem(state)
const selectNetworks = ({ networks }: ModalState): readonly Network[] => networks
const selectFrom = (state: ModalState): string | undefined => {
  const option = state.pay && getPayOption(state.pay)
  return option && getConnection(state, option.namespace)?.accounts[0].address
}

/** The amount, the asset to pay with, and the fees. */
export function PayChoice({ pay }: { readonly pay: PayState }): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(payTexts)
  const locale = useLocale()
  const problem = useModalState(selectProblem)
  const networks = useModalState(selectNetworks)
  const from = useModalState(selectFrom)
  // the fee depends on the account
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of account fetches again
  useEffect(() => void fetchPayFee(modal), [modal, from])
  const option = getPayOption(pay)
  if (!option) return null
  const { token, namespace } = option
  const amount = toNumberText(option.amount, locale)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === token.caipNetworkId)
  const native = network?.nativeCurrency.symbol ?? ''

  const toErrorText = (): string => {
    if (problem === 'insufficientForFee') return t('payNoFeeMoney', { symbol: native })
    if (pay.fee.status !== 'failed') return ''
    const { code, details = '' } = pay.fee.error
    return code === 'TRANSACTION_REJECTED' || code === 'INVALID_PARAMS'
      ? t('payWouldFail', { details })
      : t('payFeeFailed')
  }
  return (
    <div className="body">
      <p className="paying">
        <span className="muted">{t('payLabel')}</span>
        <bdi>
          {amount} {token.symbol}
        </bdi>
      </p>
      {pay.options.length > 1 && (
        <PayOptions pay={pay} networks={networks} onChoose={(index) => void choosePayOption(modal, index)} />
      )}
      <EarlierTransfer
        sender={from === undefined ? undefined : { namespace, caipNetworkId: token.caipNetworkId, address: from }}
      />
      <PayFacts pay={pay} option={option} network={network} from={from} />
      <p className="payfault" role="alert" dir="auto">
        {toErrorText()}
      </p>
      {problem === 'tooLittle' && (
        <button
          className="btn"
          part="button"
          type="button"
          onClick={() => push(modal, { view: 'FundWallet', params: undefined })}
        >
          {t('addFunds')}
        </button>
      )}
      {problem === 'notConnected' ? (
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          onClick={() => push(modal, { view: 'Connect', params: { namespace } })}
        >
          {t('payConnect')}
        </button>
      ) : (
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          disabled={problem !== undefined || pay.step !== 'choice'}
          onClick={() => void submitPay(modal)}
        >
          {problem === 'tooLittle' ? t('payTooLittle') : t('payNow', { amount, symbol: token.symbol })}
        </button>
      )}
    </div>
  )
}
