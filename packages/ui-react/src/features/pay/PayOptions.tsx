import type { ModalState, Network, PayOption, PayState } from '@latchkey/core'
import { getKnownHolding } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useId } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useTexts } from '../../hooks/useShell.js'
import { toFeeText, toNumberText } from '../../i18n/amounts.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { type Fact, Facts } from '../send/Facts.js'
import { payTexts } from './messages.js'

type PayOptionsProps = {
  readonly pay: PayState
  readonly networks: readonly Network[]
  readonly onChoose: (index: number) => void
}

/** The assets and networks that the app takes. */
export function PayOptions({ pay, networks, onChoose }: PayOptionsProps): ReactElement {
  const t = useTexts(payTexts)
  const locale = useLocale()
  const name = useId()
  return (
    <fieldset className="payoptions">
      <legend className="group">{t('payWith')}</legend>
      {pay.options.map(({ token, amount }, index) => {
        const network = networks.find(({ caipNetworkId }) => caipNetworkId === token.caipNetworkId)
        return (
          <label className="row" part="row" key={`${token.caipNetworkId}:${token.address ?? ''}:${amount}`}>
            <TokenTile token={token} />
            <span className="t">
              <b>
                <bdi>
                  {toNumberText(amount, locale)} {token.symbol}
                </bdi>
              </b>
              <small>
                <bdi>{network?.name ?? token.caipNetworkId}</bdi>
              </small>
            </span>
            <input type="radio" name={name} checked={index === pay.selected} onChange={() => onChoose(index)} />
          </label>
        )
      })}
    </fieldset>
  )
}

type PayFactsProps = {
  readonly pay: PayState
  readonly option: PayOption
  readonly network: Network | undefined
  /** The account that pays, once one is connected. */
  readonly from: string | undefined
}

/** The payer, the recipient, the network and the fees of a payment. */
export function PayFacts({ pay, option, network, from }: PayFactsProps): ReactElement {
  const t = useTexts(payTexts)
  const locale = useLocale()
  const { fee } = pay
  const native = network?.nativeCurrency
  const { namespace, token, recipient } = option
  const { caipNetworkId } = token
  const price = useModalState(
    useCallback(
      (state: ModalState) => getKnownHolding(state, namespace, { caipNetworkId })?.price,
      [namespace, caipNetworkId],
    ),
  )
  const toFee = (): string => {
    if (fee.status === 'ready' && native)
      return t('payFeeAtMost', { amount: toFeeText(fee.value, { ...native, price, locale }) })
    return t(fee.status === 'failed' ? 'payFeeUnknown' : 'payFeeLoading')
  }
  const facts: readonly Fact[] = [
    ...(from === undefined ? [] : [{ name: t('payFrom'), value: from, isAddress: true }]),
    { name: t('payTo'), value: recipient, isAddress: true },
    { name: t('payNetwork'), value: network?.name ?? caipNetworkId },
    ...(from === undefined ? [] : [{ name: t('payFee'), value: toFee() }]),
  ]
  return <Facts facts={facts} />
}
