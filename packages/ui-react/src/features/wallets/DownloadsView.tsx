import type { WalletListing } from '@latchkey/core'
import { parseWebLink, readHost } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { useWalletListing } from '../../hooks/useWalletListing.js'
import { Icon } from '../../primitives/Icon.js'
import { WalletTile } from '../../primitives/Row.js'
import { walletsTexts } from './messages.js'

/** Download links of a wallet. */
export function DownloadsView({ params }: ViewProps<'Downloads'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(walletsTexts)
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

/** Fields of a listing with a link to get the wallet. */
type StoreName = 'chrome_store' | 'app_store' | 'play_store' | 'homepage'

type Store = { readonly name: StoreName; readonly href: string }

const onDesktop: readonly StoreName[] = ['chrome_store', 'app_store', 'play_store', 'homepage']

/** Returns download links of a wallet for this kind of device, the likeliest first, without unsafe links. */
export function getStores(wallet: WalletListing, system: 'ios' | 'android' | 'other'): readonly Store[] {
  const names: readonly StoreName[] =
    system === 'other'
      ? onDesktop
      : system === 'ios'
        ? ['app_store', 'play_store', 'homepage']
        : ['play_store', 'app_store', 'homepage']
  return names.flatMap((name): readonly Store[] => {
    const href = parseWebLink(wallet[name])
    return href ? [{ name, href }] : []
  })
}
