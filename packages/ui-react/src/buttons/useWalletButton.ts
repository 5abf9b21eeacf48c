import { internals, isNamespace, type Modal, type ModalState, type Namespace, type WalletListing } from '@latchkey/core'
import {
  type FoundWallet,
  findWallet,
  getJoinedConnectorIds,
  getLiveConnections,
  isInstalled,
} from '@latchkey/core/internal'
import { useCallback, useEffect, useMemo } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { useWalletImage } from '../hooks/useImage.js'
import { useModalState } from '../hooks/useModalState.js'
import { useWalletListing } from '../hooks/useWalletListing.js'
import { loadConnection } from '../hooks/walletActions.js'
import type { UiModal } from '../uiModal.js'
import { type OpenProps, toOpenProps } from './OpenButton.js'

export type WalletButtonOptions = {
  /** The wallet: the id of its connector or in the wallet list, or its reverse domain name, e.g. `io.metamask`. */
  readonly wallet: string
  readonly modal?: UiModal | undefined
  /** Connects on this namespace only. Default: the user chooses, if the wallet has several. */
  readonly namespace?: Namespace | undefined
}

/**
 * `loading`: the wallet is being looked up. `ready`: it can be connected. `unavailable`: it is not installed, and can't be
 * connected from another device.
 */
export type WalletButtonStatus = 'loading' | 'ready' | 'connecting' | 'connected' | 'unavailable'

/** State and actions of a custom button for one wallet; see `WalletButton.Custom`. */
export type WalletButtonState = {
  readonly status: WalletButtonStatus
  /** Undefined until the wallet is found. */
  readonly name: string | undefined
  /** URL of its icon. */
  readonly icon: string | undefined
  /** Whether it is a wallet of this browser. */
  readonly isInstalled: boolean
  /**
   * Acts like a click on the wallet in the list: asks it to connect, in the modal, which shows the QR code or the
   * choice of namespaces if there is one. Opens the account once connected.
   */
  readonly connect: () => void
  /** Loads the code for connecting, e.g. on hover. */
  readonly prefetch: () => void
  /** Returns props for a `<button>`. */
  readonly getButtonProps: () => OpenProps & { readonly disabled: boolean; readonly 'aria-busy': true | undefined }
}

/** Finds one wallet and follows its connection. Starts the modal. */
export function useWalletButton({ wallet: id, modal, namespace }: WalletButtonOptions): WalletButtonState {
  const instance = useModalInstance(modal)
  useEffect(() => instance.start(), [instance])
  const sources = useModalState(selectSources, instance)
  // the server and the first render of the page know no wallets yet
  const isStarted = sources.status !== 'idle'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wallet is found in these parts of the state
  const known = useMemo(
    () => (isStarted ? findWallet(instance, id, namespace) : undefined),
    [instance, id, namespace, sources],
  )
  const canLookUp = useModalState(
    useCallback((state: ModalState) => canBeListed(instance, state, id), [instance, id]),
    instance,
  )
  const listed = useWalletListing(!known && canLookUp ? id : undefined, instance)
  const listedId = listed.wallet?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wallet is found in these parts of the state
  const lookedUp = useMemo(
    () => (listedId === undefined ? undefined : findWallet(instance, listedId, namespace)),
    [instance, listedId, namespace, sources],
  )
  const { connector, wallet }: FoundWallet = known ?? lookedUp ?? {}
  const isMissing = !connector && !wallet
  const { src: image } = useWalletImage(wallet, instance)
  const progress = useModalState(
    useCallback(
      (state: ModalState) => getProgress(state, { connector, wallet, namespace }),
      [connector, wallet, namespace],
    ),
    instance,
  )
  const isSearching = !isStarted || (canLookUp && listed.wallet === undefined && !listed.retry)
  const status = isMissing ? (isSearching ? 'loading' : 'unavailable') : progress

  const connect = (): void => {
    const { warn } = instance[internals]
    if (connector && status !== 'connected')
      loadConnection()
        .then(({ startConnect }) => startConnect(instance, { connectorId: connector.id, namespace }))
        .catch(warn)
    else if (wallet && status !== 'connected')
      instance
        .open({ view: 'ConnectingWalletConnect', arguments: { walletId: wallet.id, namespace }, namespace })
        .catch(warn)
    else instance.open({ namespace }).catch(warn)
  }
  const prefetch = (): void => {
    instance.prefetch()
    if (!connector) return
    loadConnection()
      .then(({ prepareConnect }) => prepareConnect(instance, { connectorId: connector.id }))
      .catch(() => {
        // the click tries again
      })
  }
  return {
    status,
    name: connector?.name ?? wallet?.name ?? listed.wallet?.name,
    icon: connector?.icon ?? image,
    isInstalled: connector !== undefined && isInstalled(connector),
    connect,
    prefetch,
    getButtonProps: () => ({
      ...toOpenProps(instance, connect, prefetch),
      disabled: status === 'unavailable',
      'aria-busy': status === 'connecting' || undefined,
    }),
  }
}

const selectSources = ({ status, connectors, wallets }: ModalState) => ({ status, connectors, wallets })

/**
 * Whether the wallet list may know more of a wallet: how to connect it from another device, or which installed wallet an id of
 * the list belongs to. Reverse domain names belong to installed wallets without it.
 */
function canBeListed(modal: Modal, { status, connectors }: ModalState, id: string): boolean {
  const { enableWallets, enableWalletConnect } = modal[internals].options
  const canPair = enableWalletConnect && connectors.some(({ type }) => type === 'WALLET_CONNECT')
  return status === 'ready' && enableWallets && (canPair || !id.includes('.'))
}

/** The connection of a wallet, in one namespace or in any. */
function getProgress(
  state: ModalState,
  { connector, wallet, namespace }: FoundWallet & Pick<WalletButtonOptions, 'namespace'>,
): 'ready' | 'connecting' | 'connected' {
  const ids = connector ? getJoinedConnectorIds(connector) : []
  const shown = namespace ? [namespace] : Object.keys(state.namespaces).filter(isNamespace)
  const live = shown.flatMap((name) => getLiveConnections(state, name))
  const isConnected = live.some((connection) =>
    connector ? ids.includes(connection.connectorId) : wallet && connection.wallet?.name === wallet.name,
  )
  if (isConnected) return 'connected'
  const isAsked = shown.some((name) => {
    const connection = state.namespaces[name]?.connection
    const asked =
      connection?.status === 'connecting'
        ? connection.connectorId
        : connection?.status === 'connected'
          ? connection.nextConnectorId
          : undefined
    return asked !== undefined && ids.includes(asked)
  })
  return isAsked || isPairing(state, wallet) ? 'connecting' : 'ready'
}

function isPairing({ ask, modal }: ModalState, wallet: WalletListing | undefined): boolean {
  return modal.open && ask?.kind === 'pair' && ask.walletId !== undefined && ask.walletId === wallet?.id && !ask.error
}
