import { loadModule, type Namespace, type WalletListing } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { getInstalled, getRoute, isPhone } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useLater } from '../../hooks/useLater.js'
import { walletListTexts } from '../../i18n/messages/walletList.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import fieldStyles from '../../primitives/SearchField/SearchField.css'
import { SearchField } from '../../primitives/SearchField/SearchField.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import ownStyles from './AllWalletsView.css'
import { useWalletPage } from './useWalletPage.js'
import { WalletResults } from './WalletResults.js'

export { AllWalletsView as View }
export const styles: string = fieldStyles + ownStyles

/** Every wallet of the list, to be looked through or searched. */
export function AllWalletsView({ params }: ViewProps<'AllWallets'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(walletListTexts)
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

/** A wallet of this browser is asked at once, any other is paired with; where nothing can pair, it is to be installed. */
function useSelect(namespace: Namespace | undefined): (wallet: WalletListing) => void {
  const { modal } = useShell()
  const later = useLater()
  return useCallback(
    (wallet) => {
      const state = modal.getState()
      const installed = getInstalled(state, wallet, namespace)
      const canPair = state.connectors.some(({ type }) => type === 'WALLET_CONNECT')
      if (installed)
        later(async () => {
          const { connectWallet } = await loadModule(() => import('../connecting-external/connectWallet.js'))
          // the visitor may have left meanwhile
          const now = modal.getState()
          if (now.modal.open && getRoute(now).view === 'AllWallets')
            connectWallet(modal, { connectorId: installed.id, namespace })
        })
      else if (!canPair) push(modal, { view: 'Downloads', params: { walletId: wallet.id } })
      else push(modal, { view: 'ConnectingWalletConnect', params: { walletId: wallet.id, namespace } })
    },
    [modal, later, namespace],
  )
}
