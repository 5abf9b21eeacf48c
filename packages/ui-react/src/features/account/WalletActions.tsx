import type { ModalState, Route, WalletFeature } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { getWalletActions } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon, type IconName } from '../../primitives/Icon.js'
import { accountTexts } from './messages.js'

const views = {
  onramp: 'OnRampProviders',
  swaps: 'Swap',
  receive: 'WalletReceive',
  send: 'WalletSend',
} as const satisfies { readonly [feature in WalletFeature]: Route['view'] }

const icons = { onramp: 'add', swaps: 'swap', receive: 'receive', send: 'send' } as const satisfies {
  readonly [feature in WalletFeature]: IconName
}

/** Actions of the account, in the order set by the app. [S2.18] */
export function WalletActions(): ReactElement | null {
  const { modal, prepareView } = useShell()
  const t = useTexts(accountTexts)
  const actions = useModalState<readonly WalletFeature[]>(
    useCallback((state: ModalState) => getWalletActions(modal, state), [modal]),
  )
  if (actions.length === 0) return null
  return (
    <ul className="actions" aria-label={t('actionsLabel')}>
      {actions.map((action) => (
        <li key={action}>
          <button
            className="action"
            type="button"
            onPointerOver={() => prepareView(views[action])}
            onFocus={() => prepareView(views[action])}
            onClick={() => push(modal, { view: views[action], params: undefined })}
          >
            <Icon name={icons[action]} />
            {t(`action_${action}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}
