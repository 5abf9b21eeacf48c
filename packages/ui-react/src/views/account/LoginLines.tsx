import { type ConnectorMeta, isNamespace, type ModalState, type User } from '@latchkey/core'
import { getAccount, toUserName } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { accountTexts } from '../../i18n/messages/account.js'
import { accountPartTexts } from '../../i18n/messages/accountParts.js'
import { useTexts } from '../../i18n/useTexts.js'
import { SocialMark } from '../../primitives/SocialMark/SocialMark.js'
import { socialNames } from '../../primitives/SocialMark/socialNames.js'
import { useShell } from '../../router/ShellContext.js'
import { AddressButton } from './AddressButton.js'
import { toShortEmail } from './toShortEmail.js'

const texts = { ...accountTexts, ...accountPartTexts } as const

export type LoginLinesProps = { readonly connector: ConnectorMeta; readonly user: User | undefined }

const selectNamespaces = (state: ModalState): ModalState['namespaces'] => state.namespaces

/** Who is logged in to an embedded wallet, and its account on each chain family. */
export function LoginLines({ connector, user }: LoginLinesProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  // decides what is connected
  useModalState(selectNamespaces)
  const state = modal.getState()
  const accounts = Object.keys(state.namespaces)
    .filter(isNamespace)
    .map((namespace) => getAccount(state, namespace))
    .filter(({ connectedWalletInfo }) => connectedWalletInfo?.id === connector.id)
  const social = user?.socialProvider
  const provider = social && socialNames[social]
  const name = toUserName(user) ?? user?.email
  return (
    <>
      {(name || social) && (
        <b className="login" title={user?.email ?? name}>
          {social && <SocialMark social={social} />}
          <span className="sr">{provider && t('loggedInWith', { provider })}</span>
          <bdi dir={user?.email === name ? 'ltr' : 'auto'}>{name ? toShortEmail(name) : provider}</bdi>
        </b>
      )}
      {accounts.map(
        ({ namespace, address, addressLabel, type }) =>
          namespace &&
          address && (
            <AddressButton
              key={namespace}
              address={address}
              label={addressLabel}
              purpose={t(namespace)}
              badge={type === 'smartAccount' ? t('account_smartAccount') : undefined}
            />
          ),
      )}
    </>
  )
}
