import type { ModalState, Portfolio, PortfolioState } from '@latchkey/core'
import { fetchPortfolio, getAccount } from '@latchkey/core/controllers'
import type { ReactElement, ReactNode } from 'react'
import { useModalState } from '../../../hooks/useModalState.js'
import { holdingTexts } from '../../../i18n/messages/holdings.js'
import { useTexts } from '../../../i18n/useTexts.js'
import { Empty } from '../../../primitives/Empty/Empty.js'
import { useShell } from '../../../router/ShellContext.js'
import { Bones } from './Bones.js'

export type HoldingStateProps = {
  /** Shows what is known. */
  readonly children: (portfolio: Portfolio) => ReactNode
}

/** Of the account that is shown, not of the one before it. */
function selectPortfolio(state: ModalState): PortfolioState | undefined {
  const { namespace, caipAddress } = getAccount(state)
  const portfolio = namespace && state.namespaces[namespace]?.portfolio
  return portfolio?.caipAddress === caipAddress ? portfolio : undefined
}

/** A part of the portfolio: what is known of it, that it is on its way, or why it is not there and what helps. */
export function HoldingState({ children }: HoldingStateProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(holdingTexts)
  const { status, last, code } = useModalState(selectPortfolio) ?? {}
  const retry = (
    <button className="btn" part="button" type="button" onClick={() => void fetchPortfolio(modal, { force: true })}>
      {t('tryAgain')}
    </button>
  )
  if (code === 'CHAIN_NOT_SUPPORTED')
    return <Empty icon="network" title={t('holdingsUnserved')} text={t('holdingsUnservedText')} />
  if (!last) {
    if (status !== 'failed') return <Bones />
    return (
      <div className="list" role="alert">
        <Empty icon="warning" title={t('holdingsFailed')} text={t('holdingsFailedText')} />
        {retry}
      </div>
    )
  }
  return (
    <>
      {children(last)}
      {status === 'failed' && (
        <div className="old" role="status">
          <span className="muted">{t('holdingsOld')}</span>
          {retry}
        </div>
      )}
    </>
  )
}
