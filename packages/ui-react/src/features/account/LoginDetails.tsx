import {
  type AccountState,
  type ConnectorMeta,
  getAccount,
  isNamespace,
  isSmartAccountEnabled,
  type ModalState,
  toUserName,
  type User,
} from '@latchkey/core'
import { addLogin } from '@latchkey/core/controllers/login'
import { push, showToast } from '@latchkey/core/controllers/shell'
import { canRegisterName, getAuthConnector } from '@latchkey/core/internal'
import { toLatchkeyError } from '@latchkey/core/plugin'
import { type ReactElement, type ReactNode, useCallback } from 'react'
import { useKeptFocus } from '../../hooks/focus.js'
import { useAction } from '../../hooks/useAction.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { toLocalUrl } from '../../i18n/locale.js'
import { toErrorKey } from '../../i18n/translate.js'
import { EditEmailRow } from '../../primitives/EditEmailRow.js'
import { Icon } from '../../primitives/Icon.js'
import { IconTile, Row } from '../../primitives/Row.js'
import { SocialMark, toSocialName } from '../../primitives/SocialMark.js'
import { AddressButton } from './AddressButton.js'
import { accountTexts } from './messages.js'

/** Characters of an email that are shown at most. [S5.5] */
const maxLength = 30

/** An email as it is shown: a long one ends in an ellipsis. [S5.5] */
export function toShortEmail(email: string): string {
  const characters = Array.from(email)
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : email
}

type LoginLinesProps = { readonly connector: ConnectorMeta; readonly user: User | undefined }

const selectNamespaces = (state: ModalState): ModalState['namespaces'] => state.namespaces

/** The user of an embedded wallet, and its account in each namespace. */
export function LoginLines({ connector, user }: LoginLinesProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const nameOf = useNamespaceName()
  // the accounts depend on it
  useModalState(selectNamespaces)
  const state = modal.getState()
  const accounts = Object.keys(state.namespaces)
    .filter(isNamespace)
    .map((namespace) => getAccount(state, namespace))
    .filter(({ connectedWalletInfo }) => connectedWalletInfo?.id === connector.id)
  const social = user?.socialProvider
  const provider = social && toSocialName(modal, social)
  const name = toUserName(user) ?? user?.email
  // after adding a login, the user is no longer a guest, and the button goes away
  const login = useKeptFocus(user?.isGuest)
  const isSetUpNeeded = accounts.some(({ allAccounts: [active] }) => active?.custody === 'needed')
  return (
    <>
      {(name || social || user?.isGuest) && (
        <b className="login" title={user?.email ?? name} tabIndex={-1} ref={login}>
          {social && <SocialMark social={social} />}
          <span className="sr">{provider && t('loggedInWith', { provider })}</span>
          <bdi dir={user?.email === name ? 'ltr' : 'auto'}>
            {name ? toShortEmail(name) : (provider ?? t('guestTitle'))}
          </bdi>
        </b>
      )}
      {user?.isGuest && (
        <p className="muted">
          {t('guestNote')} <AddLogin />
        </p>
      )}
      {isSetUpNeeded && (
        <p className="muted">
          {t('selfCustodyNote')} {/* guests need a login first */}
          {connector.accountUrl && !user?.isGuest && (
            <a
              className="link"
              href={toLocalUrl(`${connector.accountUrl}#self-custody`, modal.ui.locale && state.locale)}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('selfCustodySetUp')}
            </a>
          )}
        </p>
      )}
      {accounts.map(
        ({ namespace, address, addressLabel, profileName, type, allAccounts: [active] }) =>
          namespace &&
          address && (
            <AddressButton
              key={namespace}
              address={address}
              label={addressLabel ?? profileName}
              purpose={nameOf(namespace)}
              badge={
                active?.custody
                  ? t(`custody_${active.custody}`)
                  : type === 'smartAccount'
                    ? t('account_smartAccount')
                    : undefined
              }
            />
          ),
      )}
    </>
  )
}

/** Has a guest add a first login, on the wallet's own screen. */
function AddLogin(): ReactNode {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const { state, callAsync } = useAction(useCallback(() => addLogin(modal), [modal]))
  if (!getAuthConnector(modal)?.features['guest:addLogin']) return null
  const add = async (): Promise<void> => {
    if (state.isPending) return
    try {
      await callAsync()
      showToast(modal, { variant: 'success', message: { text: t('guestLoginAdded') } })
    } catch (cause) {
      const { code, shortMessage } = toLatchkeyError(cause)
      if (code === 'USER_REJECTED') return
      // the wallet's frame provides its own message
      const text = code === 'FRAME_FAILED' ? shortMessage : t(toErrorKey(code))
      showToast(modal, { variant: 'error', message: { text } })
    }
  }
  return (
    <button
      className="link"
      type="button"
      aria-busy={state.isPending || undefined}
      // a disabled button would lose the focus
      aria-disabled={state.isPending || undefined}
      onClick={() => void add()}
    >
      {t('guestAddLogin')}
    </button>
  )
}

const selectAccount = (state: ModalState): AccountState => getAccount(state)

const selectTypes = (state: ModalState): boolean =>
  isSmartAccountEnabled(state, 'eip155') || getAccount(state, 'eip155').allAccounts.some(isSmart)

/**
 * Leads to the settings: those of the embedded wallet, and the name and permissions of an EVM account [S6.8]. Leads directly to
 * the only one of the embedded wallet.
 */
export function SettingsRow(): ReactElement | null {
  const { modal, t, prepareView } = useShell()
  const { connectedWalletInfo, user } = useModalState(selectAccount)
  const hasTypes = useModalState(selectTypes)
  // it depends on the state
  const hasName = useModalState(useCallback((_: ModalState) => canRegisterName(modal), [modal]))
  const { features, meta } = (connectedWalletInfo?.type === 'AUTH' && getAuthConnector(modal)) || {}
  if (!hasName && !(hasTypes && features?.['account:type']) && !meta?.accountUrl)
    return user?.email !== undefined && features?.['email:update'] ? <EditEmailRow /> : null
  return (
    <Row
      title={t('settingsTitle')}
      mark={
        <IconTile>
          <Icon name="settings" />
        </IconTile>
      }
      onIntent={() => prepareView('AccountSettings')}
      onClick={() => push(modal, { view: 'AccountSettings', params: undefined })}
    />
  )
}

function isSmart({ type }: AccountState['allAccounts'][number]): boolean {
  return type === 'smartAccount'
}
