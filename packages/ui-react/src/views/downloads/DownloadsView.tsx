import { readHost } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useWalletListing } from '../../hooks/useWalletListing.js'
import { downloadTexts } from '../../i18n/messages/downloads.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { WalletTile } from '../../primitives/WalletTile/WalletTile.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import styles from './DownloadsView.css'
import { getStores, type Store } from './getStores.js'

export { DownloadsView as View, styles }

/** Where to get one wallet. */
export function DownloadsView({ params }: ViewProps<'Downloads'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(downloadTexts)
  const { wallet, retry } = useWalletListing(params.walletId)
  const isMissing = wallet === null
  const name = wallet?.name ?? t('thisWallet')
  const stores = wallet ? getStores(wallet, readHost(modal.env.window()).system) : []
  const toDetail = ({ name, href }: Store): string => (name === 'homepage' ? new URL(href).host : t(`detail_${name}`))
  return (
    <div className="body">
      <div className="download" aria-busy={wallet === undefined && !retry}>
        <WalletTile wallet={wallet ?? undefined} name={wallet?.name ?? '?'} />
        <h3>{t('downloadTitle', { wallet: name })}</h3>
        {retry ? (
          <>
            <p className="muted" role="alert">
              {t('downloadFailed')}
            </p>
            <button className="btn" part="button" type="button" onClick={retry}>
              {t('tryAgain')}
            </button>
          </>
        ) : (
          <p className="muted">
            {t(isMissing || (wallet && stores.length === 0) ? 'downloadNone' : 'downloadText', { wallet: name })}
          </p>
        )}
      </div>
      <ul className="list">
        {stores.map((store) => (
          <li key={store.name}>
            <a className="row" part="row" href={store.href} target="_blank" rel="noopener noreferrer">
              <span className="tile" part="tile" data-plain="" aria-hidden="true">
                <Icon name="external" flip />
              </span>
              <span className="t">
                <b>{t(`store_${store.name}`)}</b>
                <small>{toDetail(store)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
