import type { ModalState, WalletListing } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { walletLimits } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePrefetchedWallets } from '../../hooks/usePrefetchedWallets.js'
import { getWalletTexts } from '../../i18n/messages/getWallet.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Row } from '../../primitives/Row/Row.js'
import { WalletTile } from '../../primitives/WalletTile/WalletTile.js'
import { useShell } from '../../router/ShellContext.js'

export { GetWalletView as View }

const selectWallets = ({ wallets }: ModalState): readonly WalletListing[] =>
  [...wallets.featured, ...wallets.recommended].slice(0, walletLimits.recommended)

/** Some wallets to begin with, and the way to all of them. */
export function GetWalletView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(getWalletTexts)
  const wallets = useModalState(selectWallets)
  usePrefetchedWallets()
  return (
    <div className="body">
      <p className="lead muted">{t('getText')}</p>
      <ul className="list">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <Row
              title={wallet.name}
              mark={<WalletTile wallet={wallet} name={wallet.name} />}
              end={<Icon name="next" flip />}
              onIntent={() => prepareView('Downloads')}
              onClick={() => push(modal, { view: 'Downloads', params: { walletId: wallet.id } })}
            />
          </li>
        ))}
      </ul>
      <button
        className="btn"
        part="button"
        type="button"
        onPointerOver={() => prepareView('AllWallets')}
        onClick={() => push(modal, { view: 'AllWallets', params: undefined })}
      >
        {t('getMore')}
      </button>
    </div>
  )
}
