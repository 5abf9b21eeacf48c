import { type AccountState, getAccount, isNamespace, type ModalState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { canListPermissions, canRegisterName, getAuthConnector } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { EditEmailRow } from '../../primitives/EditEmailRow.js'
import { Icon } from '../../primitives/Icon.js'
import { IconTile, Row } from '../../primitives/Row.js'
import { Empty } from '../../primitives/ViewStates.js'
import { AccountTypes } from './AccountTypes.js'
import { settingsTexts } from './messages.js'

/** The account of the embedded wallet, preferably of the active namespace; undefined if no user is logged in. */
const selectEmbedded = (state: ModalState): AccountState | undefined =>
  [state.activeNamespace, ...Object.keys(state.namespaces).filter(isNamespace)]
    .map((namespace) => getAccount(state, namespace))
    .find(({ connectedWalletInfo }) => connectedWalletInfo?.type === 'AUTH')

/** The settings of an embedded wallet, and the name and permissions of the EVM account. */
export function AccountSettingsView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const account = useModalState(selectEmbedded)
  const { features, meta } = getAuthConnector(modal) ?? {}
  // these depend on the state
  const hasName = useModalState(useCallback((_: ModalState) => canRegisterName(modal), [modal]))
  const hasPermissions = useModalState(useCallback((_: ModalState) => canListPermissions(modal), [modal]))
  if (!account && !hasName)
    return (
      <div className="body">
        <Empty icon="info" title={t('settingsNone')} text={t('settingsNoneText')} />
      </div>
    )
  return (
    <div className="body">
      {account?.user?.email !== undefined && features?.['email:update'] && <EditEmailRow />}
      {hasName && <LinkRow {...rows.name} />}
      {hasPermissions && <LinkRow {...rows.permissions} />}
      {account && meta?.accountUrl && <ManageRow url={meta.accountUrl} />}
      {account && features?.['account:type'] && <AccountTypes />}
    </div>
  )
}

/** Opens the wallet's own site in a new window, which this page cannot observe. */
function ManageRow({ url }: { readonly url: string }): ReactElement {
  const t = useTexts(settingsTexts)
  return (
    <a className="row" part="row" href={url} target="_blank" rel="noopener noreferrer">
      <IconTile>
        <Icon name="external" flip />
      </IconTile>
      <span className="t">
        <b>
          <bdi>{t('manageTitle')}</bdi>
        </b>
        <small>
          <bdi>{t('manageText')}</bdi>
        </small>
      </span>
    </a>
  )
}

const rows = {
  name: { view: 'RegisterAccountName', icon: 'certified', title: 'nameRow', text: 'nameRowText' },
  permissions: { view: 'SmartSessions', icon: 'key', title: 'sessionsRow', text: 'sessionsRowText' },
} as const

/** Leads to the name or to the permissions of the EVM account. [S6.8] */
function LinkRow({ view, icon, title, text }: (typeof rows)[keyof typeof rows]): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(settingsTexts)
  return (
    <Row
      title={t(title)}
      detail={t(text)}
      mark={
        <IconTile>
          <Icon name={icon} />
        </IconTile>
      }
      onIntent={() => prepareView(view)}
      onClick={() => push(modal, { view, params: undefined })}
    />
  )
}
