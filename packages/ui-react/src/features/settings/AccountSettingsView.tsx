import { type AccountCustody, type AccountState, getAccount, isNamespace, type ModalState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { canListPermissions, canRegisterName, getAuthConnector } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { toLocalUrl } from '../../i18n/locale.js'
import { EditEmailRow } from '../../primitives/EditEmailRow.js'
import { Icon, type IconName } from '../../primitives/Icon.js'
import { IconTile, Row } from '../../primitives/Row.js'
import { Empty } from '../../primitives/ViewStates.js'
import { AccountTypes } from './AccountTypes.js'
import { settingsTexts } from './messages.js'

/** The account of the embedded wallet, preferably of the active namespace; undefined if no user is logged in. */
const selectEmbedded = (state: ModalState): AccountState | undefined =>
  [state.activeNamespace, ...Object.keys(state.namespaces).filter(isNamespace)]
    .map((namespace) => getAccount(state, namespace))
    .find(({ connectedWalletInfo }) => connectedWalletInfo?.type === 'AUTH')

/** Custody of the embedded wallet's accounts, if not by the wallet service alone. Joined to one text, so that it can be compared. */
const selectModes = (state: ModalState): string => {
  const accounts = Object.keys(state.namespaces)
    .filter(isNamespace)
    .map((namespace) => getAccount(state, namespace))
    .filter(({ connectedWalletInfo }) => connectedWalletInfo?.type === 'AUTH')
    .flatMap(({ allAccounts }) => allAccounts)
  return modes.filter((mode) => accounts.some(({ custody }) => custody === mode)).join()
}

const modes: readonly AccountCustody[] = ['needed', 'self', 'sealed']

/** The settings of an embedded wallet, and the name and permissions of the EVM account. */
export function AccountSettingsView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const account = useModalState(selectEmbedded)
  const shown = useModalState(selectModes).split(',')
  const locale = useModalState(selectLocale)
  const { features, meta } = getAuthConnector(modal) ?? {}
  // browsers that isolate the page's storage from the frame's: the page explains that to guests
  const hash = account?.user?.isGuest ? '#guest' : ''
  const url = meta?.accountUrl && toLocalUrl(`${meta.accountUrl}${hash}`, modal.ui.locale && locale)
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
      {account && url && <PageRow url={url} icon="external" title={t('manageTitle')} text={t('manageText')} />}
      {modes
        .filter((mode) => shown.includes(mode))
        .map((mode) => (
          <PageRow
            key={mode}
            url={mode === 'needed' && url ? `${url}#self-custody` : url}
            icon="key"
            title={t(`mode_${mode}`)}
            text={t(`mode_${mode}Text`)}
          />
        ))}
      {account && features?.['account:type'] && <AccountTypes />}
    </div>
  )
}

const selectLocale = (state: ModalState): string | undefined => state.locale

type PageRowProps = {
  /** Default: a row that only says something. */
  readonly url: string | undefined
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** Opens the wallet's own site in a new window, which this page cannot observe. */
function PageRow({ url, icon, title, text }: PageRowProps): ReactElement {
  const content = (
    <>
      <IconTile>
        <Icon name={icon} flip={icon === 'external'} />
      </IconTile>
      <span className="t">
        <b>
          <bdi>{title}</bdi>
        </b>
        <small>
          <bdi>{text}</bdi>
        </small>
      </span>
    </>
  )
  if (!url) return <div className="row">{content}</div>
  return (
    <a className="row" part="row" href={url} target="_blank" rel="noopener noreferrer">
      {content}
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
