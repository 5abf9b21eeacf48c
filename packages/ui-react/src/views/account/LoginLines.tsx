import { type ConnectorMeta, isNamespace, type ModalState } from '@latchkey/core'
import { getAccount } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../router/ShellContext.js'
import { AddressButton } from './AddressButton.js'
import { toShortEmail } from './toShortEmail.js'

export type LoginLinesProps = { readonly connector: ConnectorMeta; readonly email: string | undefined }

const selectNamespaces = (state: ModalState): ModalState['namespaces'] => state.namespaces

/** Who is logged in to an embedded wallet, and its account on each chain family. */
export function LoginLines({ connector, email }: LoginLinesProps): ReactElement {
  const { modal, t } = useShell()
  // decides what is connected
  useModalState(selectNamespaces)
  const state = modal.getState()
  const accounts = Object.keys(state.namespaces)
    .filter(isNamespace)
    .map((namespace) => getAccount(state, namespace))
    .filter(({ connectedWalletInfo }) => connectedWalletInfo?.id === connector.id)
  return (
    <>
      {email && (
        <b className="login" title={email}>
          <bdi dir="ltr">{toShortEmail(email)}</bdi>
        </b>
      )}
      {accounts.map(
        ({ namespace, address, addressLabel }) =>
          namespace &&
          address && <AddressButton key={namespace} address={address} label={addressLabel} purpose={t(namespace)} />,
      )}
    </>
  )
}
