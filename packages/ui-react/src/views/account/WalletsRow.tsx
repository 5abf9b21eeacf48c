import type { ModalState, Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { walletsRowTexts } from '../../i18n/messages/walletsRow.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Row } from '../../primitives/Row/Row.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { countLive } from '../../router/countLive.js'
import { getShownNamespaces } from '../../router/getShownNamespaces.js'
import { useShell } from '../../router/ShellContext.js'

const selectNamespaces = (state: ModalState): ModalState['namespaces'] => state.namespaces

/** Leads to all wallets. */
export function WalletsRow(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(walletsRowTexts)
  const shown = useModalState<readonly Namespace[]>(getShownNamespaces)
  const state = modal.getState()
  // each of these decides what is connected
  useModalState(selectNamespaces)
  const chains = shown.filter((name) => countLive(state, [name]) > 0).map((name) => t(name))
  return (
    <Row
      title={t('walletsRow')}
      detail={shown.length > 1 ? chains.join(' · ') : t('walletsConnected', { count: String(countLive(state, shown)) })}
      mark={
        <IconTile>
          <Icon name="wallet" />
        </IconTile>
      }
      onIntent={() => prepareView('ProfileWallets')}
      onClick={() => push(modal, { view: 'ProfileWallets', params: undefined })}
    />
  )
}
