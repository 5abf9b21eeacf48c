import { type AccountState, getAccount, isNamespace, type ModalState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { canRegisterName, getAuthConnector } from '@latchkey/core/internal'
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
  // it depends on the state
  const hasName = useModalState(useCallback((_: ModalState) => canRegisterName(modal), [modal]))
  if (!account && !hasName)
    return (
      <div className="body">
        <Empty icon="info" title={t('settingsNone')} text={t('settingsNoneText')} />
      </div>
    )
  return (
    <div className="body">
      {account?.user?.email !== undefined && features?.['email:update'] && <EditEmailRow />}
      {hasName && <NameRows />}
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

const rows = [
  { view: 'RegisterAccountName', icon: 'certified', title: 'nameRow', text: 'nameRowText' },
  { view: 'SmartSessions', icon: 'key', title: 'sessionsRow', text: 'sessionsRowText' },
] as const

/** Lead to the name and to the permissions of the EVM account. [S6.8] */
function NameRows(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(settingsTexts)
  return (
    <>
      {rows.map(({ view, icon, title, text }) => (
        <Row
          key={view}
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
      ))}
    </>
  )
}
