import { type BalanceState, type ModalState, type ShownAmount, toFixedDecimals } from '@latchkey/core'
import { getAccount, watchBalance } from '@latchkey/core/controllers'
import { type ReactElement, useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { accountTexts } from '../../i18n/messages/account.js'
import { toNumberText } from '../../i18n/toNumberText.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { useShell } from '../../router/ShellContext.js'
import { hasHoldings } from './hasHoldings.js'
import type { Holdings } from './held.js'
import { toAmountParts } from './toAmountParts.js'

/** Decimals of a shown balance. [S9.8] */
const decimals = 3

const selectBalance = (state: ModalState): BalanceState | undefined =>
  state.activeNamespace && state.namespaces[state.activeNamespace]?.balance

const selectOpen = (state: ModalState): boolean => state.modal.open

/** What all tokens are worth, once that is known, where they are listed. */
const selectTotal = (state: ModalState): string | undefined => {
  const { namespace, caipAddress } = getAccount(state)
  const portfolio = namespace && hasHoldings(namespace) ? state.namespaces[namespace]?.portfolio : undefined
  return portfolio?.caipAddress === caipAddress ? portfolio?.last?.total : undefined
}

export type BalanceTextProps = {
  /** What lists the tokens: `undefined` until it is there, `null` where it could not be loaded. */
  readonly holdings: Holdings | null | undefined
}

/**
 * The balance, read while it is shown: that of the native currency or of the token that the app has named, or the worth of all
 * tokens in its place where a service tells it.
 */
export function BalanceText({ holdings }: BalanceTextProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const locale = useLocale()
  const balance = useModalState(selectBalance)
  // the view of a closed modal stays, unseen
  const isOpen = useModalState(selectOpen)
  useEffect(() => (isOpen ? watchBalance(modal) : undefined), [modal, isOpen])
  const total = useModalState(selectTotal)
  if (total !== undefined && holdings) return <holdings.TotalText total={total} />
  // where the total is known, no other amount shows before it
  const isComing = total !== undefined && holdings === undefined
  const last = balance && 'last' in balance && !isComing ? balance.last : undefined
  const amount: ShownAmount | undefined = last?.token ?? last
  if (!amount)
    return balance?.status === 'failed' && !isComing ? (
      <p className="balance muted">{t('balanceUnknown')}</p>
    ) : (
      <p className="balance" data-loading="" aria-busy="true">
        <span className="sr">{t('balanceLabel')}</span>
      </p>
    )
  const [, whole, fraction] = toAmountParts(toNumberText(toFixedDecimals(amount.balance, decimals), locale))
  return (
    <p className="balance">
      <span className="sr">{t('balanceLabel')} </span>
      {amount.image && <img src={amount.image} alt="" />}
      {whole}
      <span className="fraction">{fraction}</span> <span className="symbol">{amount.symbol}</span>
    </p>
  )
}
