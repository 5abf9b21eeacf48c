import { internals, type Namespace, type WalletListing, type WalletPage } from '@latchkey/core'
import { startConnect } from '@latchkey/core/controllers/connection'
import { push } from '@latchkey/core/controllers/shell'
import { getInstalled, isPhone, walletLimits } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { toErrorKey } from '../../i18n/translate.js'
import { Icon } from '../../primitives/Icon.js'
import { SearchField } from '../../primitives/SearchField.js'
import { Empty } from '../../primitives/ViewStates.js'
import { walletsTexts } from './messages.js'
import { useWalletPage } from './useWalletPage.js'
import { WalletGrid, WalletSkeletons } from './WalletGrid.js'

/** Browses and searches the whole list of wallets. */
export function AllWalletsView({ params }: ViewProps<'AllWallets'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(walletsTexts)
  const result = useWalletPage()
  const { query, setQuery, page } = result
  const namespace = params?.namespace
  const onSelect = useSelect(namespace)
  const hasCertified = query.certifiedOnly || page.wallets.some(({ badge_type }) => badge_type === 'certified')
  return (
    <div className="body all-wallets">
      <div className="asked">
        <SearchField label={t('searchWallets')} value={query.text} onChange={(text) => setQuery({ ...query, text })} />
        {hasCertified && (
          <button
            className="icon-button"
            part="icon-button"
            type="button"
            aria-label={t('certifiedOnly')}
            aria-pressed={query.certifiedOnly}
            title={t('certifiedOnly')}
            onClick={() => setQuery({ ...query, certifiedOnly: !query.certifiedOnly })}
          >
            <Icon name="certified" />
          </button>
        )}
        {isPhone(modal.env.window()) && (
          <button
            className="icon-button"
            part="icon-button"
            type="button"
            aria-label={t('showCode')}
            onClick={() => push(modal, { view: 'ConnectingWalletConnect', params: { namespace } })}
          >
            <Icon name="qr" />
          </button>
        )}
      </div>
      <WalletResults {...result} onSelect={onSelect} />
    </div>
  )
}

type WalletResultsProps = {
  readonly page: WalletPage
  readonly isSearch: boolean
  readonly more: () => void
  readonly retry: () => void
  readonly onSelect: (wallet: WalletListing) => void
}

/** The wallets found, or the loading, empty or error state. */
function WalletResults({ page, isSearch, more, retry, onSelect }: WalletResultsProps): ReactElement {
  const t = useTexts(walletsTexts)
  const { wallets, count, status, error } = page
  const isSettled = status === 'ready'
  return (
    <>
      {/* one element for all states, so that changes are announced */}
      <span className="sr" role="status">
        {isSettled ? t('listFound', { count }) : status === 'failed' ? '' : t('listLoading')}
      </span>
      {wallets.length > 0 && <WalletGrid page={page} label={t('listLabel')} onSelect={onSelect} onMore={more} />}
      {status === 'failed' && (
        <div className="failed" role="alert">
          <b>{error ? t(toErrorKey(error.code)) : t('listMoreFailed')}</b>
          <p className="muted">{wallets.length > 0 ? t('listMoreFailed') : t('listFailedText')}</p>
          <button className="btn" part="button" type="button" onClick={retry}>
            {t('tryAgain')}
          </button>
        </div>
      )}
      {wallets.length === 0 && isSettled && (
        <Empty
          icon="search"
          title={t(isSearch ? 'noWalletFoundTitle' : 'noWalletsTitle')}
          text={t(isSearch ? 'noWalletFoundText' : 'listEmptyText')}
        />
      )}
      {wallets.length === 0 && !isSettled && status !== 'failed' && (
        <ul className="wallet-grid" aria-hidden="true">
          {/* as many as the first page has, so that the card does not change its height twice */}
          <WalletSkeletons count={Math.min(count || walletLimits.page, walletLimits.page)} />
        </ul>
      )}
    </>
  )
}

/** Connects an installed wallet, pairs with any other, or shows where to get it if the app cannot pair. */
function useSelect(namespace: Namespace | undefined): (wallet: WalletListing) => void {
  const { modal } = useShell()
  return useCallback(
    (wallet) => {
      const state = modal.getState()
      const installed = getInstalled(state, wallet, namespace)
      const { enableWalletConnect } = modal[internals].options
      const canPair = enableWalletConnect && state.connectors.some(({ type }) => type === 'WALLET_CONNECT')
      if (installed) void startConnect(modal, { connectorId: installed.id, namespace })
      else if (!canPair) push(modal, { view: 'Downloads', params: { walletId: wallet.id } })
      else push(modal, { view: 'ConnectingWalletConnect', params: { walletId: wallet.id, namespace } })
    },
    [modal, namespace],
  )
}
