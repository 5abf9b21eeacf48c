import { type BalanceState, type ModalState, toFixedDecimals } from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers'
import { type ReactElement, useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { accountTexts } from '../../i18n/messages/account.js'
import { useTexts } from '../../i18n/useTexts.js'
import { useShell } from '../../router/ShellContext.js'

/** Decimals of a shown balance. [S9.8] */
const decimals = 3

const selectBalance = (state: ModalState): BalanceState | undefined =>
  state.activeNamespace && state.namespaces[state.activeNamespace]?.balance

const selectOpen = (state: ModalState): boolean => state.modal.open

/** The native balance, read while it is shown. */
export function BalanceText(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const balance = useModalState(selectBalance)
  // the view of a closed modal stays, unseen
  const isOpen = useModalState(selectOpen)
  useEffect(() => (isOpen ? watchBalance(modal) : undefined), [modal, isOpen])
  const amount = balance && 'last' in balance ? balance.last : undefined
  if (!amount)
    return balance?.status === 'failed' ? (
      <p className="balance muted">{t('balanceUnknown')}</p>
    ) : (
      <p className="balance" data-loading="" aria-busy="true">
        <span className="sr">{t('balanceLabel')}</span>
      </p>
    )
  const [whole, fraction] = toFixedDecimals(amount.balance, decimals).split('.')
  return (
    <p className="balance">
      <span className="sr">{t('balanceLabel')} </span>
      {whole}
      <span className="fraction">.{fraction}</span> <span className="symbol">{amount.symbol}</span>
    </p>
  )
}
