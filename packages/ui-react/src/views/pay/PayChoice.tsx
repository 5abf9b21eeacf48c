import type { ModalState, Network, PayProblem, PayState } from '@latchkey/core'
import { getConnection, push } from '@latchkey/core/controllers'
import { choosePayOption, fetchPayFee, getPayOption, getPayProblem } from '@latchkey/core/internal'
import { type ReactElement, useEffect, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { payTexts } from '../../i18n/messages/pay.js'
import { toActErrorKey } from '../../i18n/toActErrorKey.js'
import { useTexts } from '../../i18n/useTexts.js'
import { EarlierTransfer } from '../../primitives/EarlierTransfer/EarlierTransfer.js'
import { useShell } from '../../router/ShellContext.js'
import { loadPaying } from './loadPaying.js'
import { PayFacts } from './PayFacts.js'
import { PayOptions } from './PayOptions.js'

const selectProblem = (state: ModalState): PayProblem | undefined => getPayProblem(state)
const selectNetworks = ({ networks }: ModalState): readonly Network[] => networks
const selectFrom = (state: ModalState): string | undefined => {
  const option = state.pay && getPayOption(state.pay)
  return option && getConnection(state, option.namespace)?.accounts[0].address
}

/** What is to be paid, in what, and what that costs. */
export function PayChoice({ pay }: { readonly pay: PayState }): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(payTexts)
  const problem = useModalState(selectProblem)
  const networks = useModalState(selectNetworks)
  const from = useModalState(selectFrom)
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause // the boundary says so and offers to try again
  // what it costs depends on who pays
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is asked for anew
  useEffect(() => void fetchPayFee(modal), [modal, from])
  const option = getPayOption(pay)
  if (!option) return null
  const { token, amount, namespace } = option
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === token.caipNetworkId)
  const native = network?.nativeCurrency.symbol ?? ''

  const fault = (): string => {
    if (pay.error) return t(toActErrorKey(pay.error.code))
    if (problem === 'noFeeMoney') return t('payNoFeeMoney', { symbol: native })
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
        {fault()}
      </p>
      {problem === 'tooLittle' && (
        <button
          className="btn"
          part="button"
          type="button"
          onClick={() => push(modal, { view: 'FundWallet', params: undefined })}
        >
          {t('payFund')}
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
          onPointerOver={prepare}
          onFocus={prepare}
          onClick={() => {
            loadPaying().then(
              ({ submitPay }) => submitPay(modal),
              (cause: unknown) => setFailure({ cause }),
            )
          }}
        >
          {problem === 'tooLittle' ? t('payTooLittle') : t('payNow', { amount, symbol: token.symbol })}
        </button>
      )}
    </div>
  )
}

/** What asks the wallet is there by the time of the press; a failure is told by that. */
function prepare(): void {
  loadPaying().catch(() => undefined)
}
