import type { ModalState, Namespace } from '@latchkey/core'
import { replace } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useConnectionEntries } from '../../hooks/useConnectionEntries.js'
import { useModalState } from '../../hooks/useModalState.js'
import { walletTexts } from '../../i18n/messages/wallets.js'
import { useTexts } from '../../i18n/useTexts.js'
import tabStyles from '../../primitives/Tabs/Tabs.css'
import { Tabs } from '../../primitives/Tabs/Tabs.js'
import type { ViewProps } from '../../router/defineView.js'
import { getShownNamespaces } from '../../router/getShownNamespaces.js'
import { useShell } from '../../router/ShellContext.js'
import viewStyles from './ProfileWalletsView.css'
import { useWalletActions } from './useWalletActions.js'
import { WalletPanel } from './WalletPanel.js'

export { ProfileWalletsView as View }
export const styles: string = tabStyles + viewStyles

const selectActive = (state: ModalState): Namespace | undefined => state.activeNamespace

/** The wallets of each chain family: what is connected, and what was. */
export function ProfileWalletsView({ params }: ViewProps<'ProfileWallets'>): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(walletTexts)
  const shown = useModalState<readonly Namespace[]>(getShownNamespaces)
  const active = useModalState(selectActive)
  const actions = useWalletActions()
  const live = useConnectionEntries().filter(
    ({ namespace, status }) => status !== 'disconnected' && shown.includes(namespace),
  )
  const selected = [params?.namespace, active, shown[0]].find((name) => name && shown.includes(name))
  if (!selected) return null
  // in the route, so that Back from another view leads to the same tab
  const select = (namespace: Namespace): void => replace(modal, { view: 'ProfileWallets', params: { namespace } })
  const panel = <WalletPanel namespace={selected} actions={actions} />
  return (
    <div className="body">
      {shown.length > 1 ? (
        <Tabs
          label={t('families')}
          tabs={shown.map((name) => ({ name, title: t(name) }))}
          selected={selected}
          onSelect={select}
        >
          {panel}
        </Tabs>
      ) : (
        panel
      )}
      {live.length > 1 && (
        <button
          className="btn"
          part="button"
          data-tone="bad"
          type="button"
          onPointerOver={actions.prepare}
          onFocus={actions.prepare}
          onClick={actions.leaveAll}
        >
          {t('disconnectAll')}
        </button>
      )}
    </div>
  )
}
