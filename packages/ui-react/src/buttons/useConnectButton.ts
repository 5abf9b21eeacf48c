import { getNetwork, internals, type ModalState, type Network, type OpenRequest } from '@latchkey/core'
import { useCallback, useEffect, useMemo } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { useModalState } from '../hooks/useModalState.js'
import { type OpenProps, toOpenProps } from './OpenButton.js'
import type { ShownAccount } from './shownAccount.js'
import { type ShownAccountOptions, useShownAccount } from './useShownAccount.js'

/** State and actions of a custom button; see `ConnectButton.Custom`. */
export type ConnectButtonState = ConnectButtonActions & {
  /** `connecting`: a wallet is being asked, or a connection restored. Server and first client render have the same. */
  readonly status: ShownAccount['status']
  readonly isConnecting: boolean
  readonly isConnected: boolean
  /** The connected wallet is on a network that the app doesn't have. */
  readonly isUnsupportedNetwork: boolean
  /** Also while a connection is being restored, if its address is known. */
  readonly account: (ShownAccount & { readonly address: string; readonly label: string }) | undefined
  /** The network of the wallet, or the one that it is going to be asked for. */
  readonly network: Network | undefined
}

type ConnectButtonActions = {
  /** Opens the connection methods. */
  readonly openConnect: () => void
  readonly openAccount: () => void
  readonly openNetworks: () => void
  /** Loads the modal before it is needed, e.g. on hover. */
  readonly prefetch: () => void
  /**
   * Returns props for a `<button>` that does what ConnectButton does: it opens the connection methods, the account or the
   * choice of a supported network, and loads the modal on hover and focus.
   */
  readonly getButtonProps: () => OpenProps
}

/** The state and the actions of ConnectButton. Starts the modal. */
export function useConnectButton(options: ShownAccountOptions): ConnectButtonState {
  const { namespace } = options
  const modal = useModalInstance(options.modal)
  const account = useShownAccount(options)
  const network = useModalState(
    useCallback((state: ModalState) => getNetwork(state, namespace), [namespace]),
    modal,
  )
  useEffect(() => modal.start(), [modal])
  const actions = useMemo((): ConnectButtonActions => {
    const { warn } = modal[internals]
    const open = (request: OpenRequest): void => {
      modal.open(request).catch(warn)
    }
    return {
      openConnect: () => open({ view: 'Connect', namespace }),
      openAccount: () => open({ view: 'Account', namespace }),
      openNetworks: () => open({ view: 'Networks', namespace }),
      prefetch: () => modal.prefetch(),
      getButtonProps: () => toOpenProps(modal, () => open({ namespace })),
    }
  }, [modal, namespace])
  const { status, address, label } = account
  const isConnected = status === 'connected'
  return {
    ...actions,
    status,
    isConnecting: status === 'connecting',
    isConnected,
    isUnsupportedNetwork: isConnected && !network,
    account: address && label ? { ...account, address, label } : undefined,
    network,
  }
}
