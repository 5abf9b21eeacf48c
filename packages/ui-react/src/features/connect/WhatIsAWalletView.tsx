import { push } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon, type IconName } from '../../primitives/Icon.js'
import { IconTile } from '../../primitives/Row.js'
import { helpTexts } from './messages.js'

const blocks: readonly { readonly icon: IconName; readonly topic: 'Keys' | 'Login' | 'Assets' }[] = [
  { icon: 'key', topic: 'Keys' },
  { icon: 'power', topic: 'Login' },
  { icon: 'wallet', topic: 'Assets' },
]

/** Explains what wallets are, with a link to get one. */
export function WhatIsAWalletView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(helpTexts)
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
