import type { WalletListing, WalletPage } from '@latchkey/core'
import type { ReactElement } from 'react'
import { walletListTexts } from '../../i18n/messages/walletList.js'
import { toErrorKey } from '../../i18n/translate.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { Bones, WalletGrid } from './WalletGrid.js'

export type WalletResultsProps = {
  readonly page: WalletPage
  readonly isSearch: boolean
  readonly more: () => void
  readonly retry: () => void
  readonly onSelect: (wallet: WalletListing) => void
}

/** Bones of the first load: four lines of four. */
const boneCount = 16

/** The wallets that were found; while they are awaited, missing, or could not be loaded, that. */
export function WalletResults({ page, isSearch, more, retry, onSelect }: WalletResultsProps): ReactElement {
  const t = useTexts(walletListTexts)
  const { wallets, count, status, error } = page
  const isSettled = status === 'ready'
  return (
    <>
      {/* one element for all states, so that a change of its words is announced */}
      <span className="sr" role="status">
        {isSettled ? t('listFound', { count: String(count) }) : status === 'failed' ? '' : t('listLoading')}
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
          <Bones count={boneCount} />
        </ul>
      )}
    </>
  )
}
