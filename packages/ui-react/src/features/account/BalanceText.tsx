import {
  type BalanceState,
  getAccount,
  type ModalState,
  type Namespace,
  type ShownAmount,
  toFixedDecimals,
} from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers/portfolio'
import { type ReactElement, useEffect } from 'react'
import { useIsOpen } from '../../hooks/useAfterPaint.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toNumberText, toUsd } from '../../i18n/amounts.js'
import { accountTexts } from './messages.js'

/** Decimals of a shown balance. [S9.8] */
const decimals = 3

const selectBalance = (state: ModalState): BalanceState | undefined =>
  state.activeNamespace && state.namespaces[state.activeNamespace]?.balance

/** The total value of all tokens, once it is known. */
const selectTotal = (state: ModalState): string | undefined => {
  const { namespace, caipAddress } = getAccount(state)
  const portfolio = namespace && hasHoldings(namespace) ? state.namespaces[namespace]?.portfolio : undefined
  return portfolio?.caipAddress === caipAddress ? portfolio?.last?.total : undefined
}

type BalanceTextProps = {
  /** Whether the tokens of the account are listed, so that their total value is known. */
  readonly isListed: boolean
}

/**
 * The balance of the native currency or of the app's token, kept up to date while shown; or the total value of all tokens
 * where a service provides it.
 */
export function BalanceText({ isListed }: BalanceTextProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const locale = useLocale()
  const balance = useModalState(selectBalance)
  // the view stays mounted while the modal is closed
  const isOpen = useIsOpen()
  useEffect(() => (isOpen ? watchBalance(modal) : undefined), [modal, isOpen])
  const total = useModalState(selectTotal)
  if (total !== undefined && isListed) return <TotalText total={total} />
  const last = balance && 'last' in balance ? balance.last : undefined
  const amount: ShownAmount | undefined = last?.token ?? last
  if (!amount)
    return balance?.status === 'failed' ? (
      <p className="balance muted">{t('balanceUnknown')}</p>
    ) : (
      <p className="balance" data-loading="" aria-busy="true">
        <span className="sr">{t('balanceLabel')}</span>
      </p>
    )
  const [, whole, fraction] = toAmountParts(toNumberText(toFixedDecimals(amount.balance, decimals), locale))
  return (
    <p className="balance" data-long={isLong(`${whole}${fraction} ${amount.symbol}`)}>
      <span className="sr">{t('balanceLabel')} </span>
      {amount.image && <img src={amount.image} alt="" />}
      {whole}
      <span className="fraction">{fraction}</span> <span className="symbol">{amount.symbol}</span>
    </p>
  )
}

/** The total value of all tokens in US dollars. */
function TotalText({ total }: { readonly total: string }): ReactElement {
  const t = useTexts(accountTexts)
  const text = toUsd(total, useLocale())
  const [before, whole, fraction, after] = toAmountParts(text)
  return (
    <p className="balance" data-long={isLong(text)}>
      <span className="sr">{t('totalLabel')} </span>
      <bdi>
        {before && <span className="symbol">{before}</span>}
        {whole}
        <span className="fraction">{fraction}</span>
        {after && <span className="symbol">{after}</span>}
      </bdi>
    </p>
  )
}

/** Whether an amount needs a smaller size to fit into a line. */
function isLong(text: string): true | undefined {
  return text.length > 14 || undefined
}

/** Splits a formatted amount: prefix (if more than a sign), whole units, decimals with their separator, suffix. */
export function toAmountParts(text: string): readonly [before: string, whole: string, fraction: string, after: string] {
  const [, before = '', whole = text, fraction = '', after = ''] = /^(\D{2,})?(.*)([.,]\d+)(\D*)$/.exec(text) ?? []
  return [before, whole, fraction, after]
}

/** Whether tokens are listed and summed up on this namespace: elsewhere there is only the native balance. [S6.8] */
export function hasHoldings(namespace: Namespace | undefined): boolean {
  return namespace === 'eip155' || namespace === 'solana'
}
