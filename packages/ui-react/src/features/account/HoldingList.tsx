import { getAccount, type ModalState, type Portfolio, type PortfolioState } from '@latchkey/core'
import { fetchPortfolio } from '@latchkey/core/controllers/portfolio'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useKeptFocus } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Empty } from '../../primitives/ViewStates.js'
import { accountTexts } from './messages.js'

type HoldingStateProps = {
  /** Renders the loaded portfolio. */
  readonly children: (portfolio: Portfolio) => ReactNode
}

/** The portfolio of the shown account, not of the one before it. */
function selectPortfolio(state: ModalState): PortfolioState | undefined {
  const { namespace, caipAddress } = getAccount(state)
  const portfolio = namespace && state.namespaces[namespace]?.portfolio
  return portfolio?.caipAddress === caipAddress ? portfolio : undefined
}

/** A part of the portfolio, or its loading or error state. */
export function HoldingState({ children }: HoldingStateProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const { status, last, code } = useModalState(selectPortfolio) ?? {}
  const retry = (
    <button className="btn" part="button" type="button" onClick={() => void fetchPortfolio(modal, { force: true })}>
      {t('tryAgain')}
    </button>
  )
  if (code === 'CHAIN_NOT_SUPPORTED')
    return <Empty icon="network" title={t('holdingsUnserved')} text={t('holdingsUnservedText')} />
  if (!last) {
    if (status !== 'failed') return <ListSkeleton />
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

type ShortListProps = {
  /** The accessible name. */
  readonly label: string
  readonly className: string
  /** List items, with keys. */
  readonly items: readonly ReactNode[]
  /** The number of all items, of which `items` are the first. */
  readonly count: number
  /** The list of all items, which renders only the visible ones: there may be thousands. */
  readonly whole: ReactElement
}

/** The first items of a list, until the user shows all. */
export function ShortList({ label, className, items, count, whole }: ShortListProps): ReactElement {
  const t = useTexts(accountTexts)
  const [isWhole, setWhole] = useState(false)
  const isCut = items.length < count
  const list = useKeptFocus(isWhole)
  return (
    <section className="holding" aria-label={label} tabIndex={-1} ref={list}>
      {isCut && isWhole ? (
        whole
      ) : (
        <ul className={className} aria-label={label}>
          {items}
        </ul>
      )}
      {isCut && !isWhole && (
        <button className="btn" part="button" type="button" onClick={() => setWhole(true)}>
          {t('showAll', { count })}
        </button>
      )}
    </section>
  )
}

/** A skeleton of a list that is loading. */
export function ListSkeleton(): ReactElement {
  const t = useTexts(accountTexts)
  return (
    <div className="list" role="status" aria-busy="true">
      <span className="sr">{t('holdingsLoading')}</span>
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </div>
  )
}
