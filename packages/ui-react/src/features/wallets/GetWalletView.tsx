import type { ModalState, WalletListing } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { walletLimits } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePrefetchedWallets } from '../../hooks/usePrefetchedWallets.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { IconTile, Row, WalletTile } from '../../primitives/Row.js'
import { walletsTexts } from './messages.js'

const selectWallets = ({ wallets }: ModalState): readonly WalletListing[] =>
  [...wallets.featured, ...wallets.recommended].slice(0, walletLimits.recommended)

/** Whether users can have a wallet by logging in. */
const selectEmail = ({ connectors, features }: ModalState): boolean =>
  features.email && connectors.some(({ type }) => type === 'AUTH')

/** Offers a wallet by email where the project has it, recommends some others, and leads to all of them. */
export function GetWalletView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(walletsTexts)
  const wallets = useModalState(selectWallets)
  const hasEmail = useModalState(selectEmail)
  usePrefetchedWallets()
  return (
    <div className="body">
      <p className="lead muted">{t('getText')}</p>
      <ul className="list">
        {hasEmail && (
          <li>
            <Row
              title={t('getEmail')}
              detail={t('getEmailText')}
              mark={
                <IconTile isFilled>
                  <Icon name="mail" />
                </IconTile>
              }
              end={<Icon name="next" flip />}
              onIntent={() => prepareView('EmailLogin')}
              onClick={() => push(modal, { view: 'EmailLogin', params: undefined })}
            />
          </li>
        )}
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
