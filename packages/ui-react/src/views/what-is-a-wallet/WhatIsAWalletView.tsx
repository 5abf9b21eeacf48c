import { push } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { whatIsAWalletTexts } from '../../i18n/messages/whatIsAWallet.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon, type IconName } from '../../primitives/Icon/Icon.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import styles from './WhatIsAWalletView.css'

export { styles, WhatIsAWalletView as View }

const blocks: readonly { readonly icon: IconName; readonly topic: 'Keys' | 'Login' | 'Assets' }[] = [
  { icon: 'key', topic: 'Keys' },
  { icon: 'power', topic: 'Login' },
  { icon: 'wallet', topic: 'Assets' },
]

/** For who has not met wallets yet: what they are for, and where to get one. */
export function WhatIsAWalletView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(whatIsAWalletTexts)
  return (
    <div className="body">
      <ul className="blocks">
        {blocks.map(({ icon, topic }) => (
          <li key={topic}>
            <IconTile isFilled>
              <Icon name={icon} />
            </IconTile>
            <h3>{t(`help${topic}Title`)}</h3>
            <p className="muted">{t(`help${topic}Text`)}</p>
          </li>
        ))}
      </ul>
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onPointerOver={() => prepareView('GetWallet')}
        onClick={() => push(modal, { view: 'GetWallet', params: undefined })}
      >
        {t('helpGet')}
      </button>
    </div>
  )
}
