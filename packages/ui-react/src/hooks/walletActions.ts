import {
  type Connection,
  type ConnectOptions,
  type DisconnectOptions,
  getConnections,
  loadModule,
  type ModalState,
  type Namespace,
  type Network,
  type SendTransactionRequest,
  type SignMessageRequest,
  type SignTypedDataRequest,
  type WalletRow,
} from '@latchkey/core'
import { ModalClosedError, NetworkNotFoundError } from '@latchkey/core/plugin'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { type ActionState, useAction } from './useAction.js'
import { useModalState } from './useModalState.js'
import { useWallets } from './useWallets.js'

// The hooks for what a connected wallet is asked. Each returns the state of its latest call, a function that never throws,
// for event handlers, and one that resolves or rejects, with the suffix Async.

const loadConnection = () => loadModule(() => import('@latchkey/core/controllers/connection'))

/** A wallet of {@link useWallets}, or the id of a connector. */
export type ConnectVariables = Omit<ConnectOptions, 'connectorId'> &
  ({ readonly wallet: WalletRow } | { readonly connectorId: string })

export type UseConnectResult = ActionState<Connection> & {
  /** The wallets to offer. */
  readonly wallets: readonly WalletRow[]
  /** Connects a wallet. For a wallet on another device it opens the modal, which shows the QR code. */
  readonly connect: (variables: ConnectVariables) => void
  readonly connectAsync: (variables: ConnectVariables) => Promise<Connection>
}

/**
 * Connects wallets, for a list of your own. Errors are those of `connect` in `@latchkey/core/controllers`, and
 * `MODAL_CLOSED` if the user leaves the QR code.
 */
export function useConnect(modal?: UiModal | undefined): UseConnectResult {
  const instance = useModalInstance(modal)
  const { wallets } = useWallets({ modal })
  const run = useCallback(
    async (variables: ConnectVariables): Promise<Connection> => {
      if ('connectorId' in variables) return (await loadConnection()).connect(instance, variables)
      const { wallet, ...options } = variables
      const { connector } = wallet
      if (!connector || connector.type === 'WALLET_CONNECT')
        return pair(instance, { walletId: wallet.wallet?.id, namespace: options.namespace })
      return (await loadConnection()).connect(instance, { ...options, connectorId: connector.id })
    },
    [instance],
  )
  const { state, call, callAsync } = useAction(run)
  return { ...state, wallets, connect: call, connectAsync: callAsync }
}

export type UseDisconnectResult = ActionState<void> & {
  /** Default: ends all connections. */
  readonly disconnect: (options?: DisconnectOptions) => void
  readonly disconnectAsync: (options?: DisconnectOptions) => Promise<void>
}

/** Ends connections. Error: `DISCONNECT_FAILED` if the wallet does not confirm; the page is disconnected anyway. */
export function useDisconnect(modal?: UiModal | undefined): UseDisconnectResult {
  const instance = useModalInstance(modal)
  const run = useCallback(
    async (options?: DisconnectOptions) => (await loadConnection()).disconnect(instance, options),
    [instance],
  )
  const { state, call, callAsync } = useAction(run)
  return { ...state, disconnect: call, disconnectAsync: callAsync }
}

export type UseSignMessageResult = ActionState<string> & {
  readonly signMessage: (request: SignMessageRequest) => void
  /** Resolves with the signature in the namespace's encoding. */
  readonly signMessageAsync: (request: SignMessageRequest) => Promise<string>
}

/** Signs messages with the connected account. `data` is the signature. Errors are those of `signMessage` of core. */
export function useSignMessage(modal?: UiModal | undefined): UseSignMessageResult {
  const instance = useModalInstance(modal)
  const run = useCallback(
    async (request: SignMessageRequest) => (await loadConnection()).signMessage(instance, request),
    [instance],
  )
  const { state, call, callAsync } = useAction(run)
  return { ...state, signMessage: call, signMessageAsync: callAsync }
}

export type UseSignTypedDataResult = ActionState<string> & {
  readonly signTypedData: (request: SignTypedDataRequest) => void
  /** Resolves with the signature. */
  readonly signTypedDataAsync: (request: SignTypedDataRequest) => Promise<string>
}

/** Signs typed data (EIP-712) with the connected account. `data` is the signature. */
export function useSignTypedData(modal?: UiModal | undefined): UseSignTypedDataResult {
  const instance = useModalInstance(modal)
  const run = useCallback(
    async (request: SignTypedDataRequest) => (await loadConnection()).signTypedData(instance, request),
    [instance],
  )
  const { state, call, callAsync } = useAction(run)
  return { ...state, signTypedData: call, signTypedDataAsync: callAsync }
}

export type UseSendTransactionResult = ActionState<string> & {
  readonly sendTransaction: (request: SendTransactionRequest) => void
  /** Resolves with the hash once a node has accepted the transaction. */
  readonly sendTransactionAsync: (request: SendTransactionRequest) => Promise<string>
}

/**
 * Signs and sends transactions with the connected account, each exactly once. `data` is the hash; {@link
 * useWaitForTransaction} waits for its block. The balance that the modal and {@link useBalance} show is read again then.
 */
export function useSendTransaction(modal?: UiModal | undefined): UseSendTransactionResult {
  const instance = useModalInstance(modal)
  const run = useCallback(
    async (request: SendTransactionRequest): Promise<string> => {
      const { confirmTransaction, sendTransaction } = await loadConnection()
      const { namespace = instance.getState().activeNamespace, connectorId } = request
      const sender = getConnections(instance.getState(), namespace).find(
        (entry) => entry.status !== 'disconnected' && (connectorId === undefined || entry.connectorId === connectorId),
      )
      const hash = await sendTransaction(instance, request)
      if (sender?.caipNetworkId)
        confirmTransaction(instance, { caipNetworkId: sender.caipNetworkId, id: hash })
          .then(() => refreshBalance(instance, namespace))
          .catch(() => undefined) // the hash is what was asked for
      return hash
    },
    [instance],
  )
  const { state, call, callAsync } = useAction(run)
  return { ...state, sendTransaction: call, sendTransactionAsync: callAsync }
}

/** A network of the modal: itself, e.g. from `viem/chains`, its CAIP-2 id, or its chain id on EVM. */
export type NetworkReference = Network | { readonly id: number } | Network['caipNetworkId'] | number

export type UseSwitchNetworkResult = ActionState<void> & {
  /** The networks of the modal. */
  readonly networks: readonly Network[]
  /** Default namespace of a chain id: `eip155`. */
  readonly switchNetwork: (network: NetworkReference) => void
  readonly switchNetworkAsync: (network: NetworkReference) => Promise<void>
}

const selectNetworks = ({ networks }: ModalState): readonly Network[] => networks

/**
 * Makes a network the active one; a connected wallet is asked to switch. Errors: `NETWORK_NOT_FOUND`, `USER_REJECTED` and
 * others of `switchNetwork` of core; the wallet then stays on its network.
 */
export function useSwitchNetwork(modal?: UiModal | undefined): UseSwitchNetworkResult {
  const instance = useModalInstance(modal)
  const networks = useModalState(selectNetworks, modal)
  const run = useCallback(
    async (reference: NetworkReference): Promise<void> => {
      const { switchNetwork } = await loadModule(() => import('@latchkey/core/controllers/network'))
      await switchNetwork(instance, { network: findNetwork(instance, reference) })
    },
    [instance],
  )
  const { state, call, callAsync } = useAction(run)
  return { ...state, networks, switchNetwork: call, switchNetworkAsync: callAsync }
}

function findNetwork({ getState }: UiModal, reference: NetworkReference): Network {
  const id = typeof reference === 'object' && !('caipNetworkId' in reference) ? reference.id : reference
  const caipNetworkId =
    typeof id === 'object' ? id.caipNetworkId : typeof id === 'number' ? (`eip155:${id}` as const) : id
  const found = getState().networks.find((network) => network.caipNetworkId === caipNetworkId)
  if (!found) throw new NetworkNotFoundError({ caipNetworkId })
  return found
}

async function refreshBalance(modal: UiModal, namespace: Namespace | undefined): Promise<void> {
  const { fetchBalance } = await loadModule(() => import('@latchkey/core/controllers/portfolio'))
  await fetchBalance(modal, { namespace, force: true })
}

type PairRequest = { readonly walletId: string | undefined; readonly namespace: Namespace | undefined }

/** Opens the view with the QR code. Resolves once a wallet has connected; rejects with `MODAL_CLOSED`. */
async function pair(modal: UiModal, { walletId, namespace }: PairRequest): Promise<Connection> {
  await modal.open({ view: 'ConnectingWalletConnect', arguments: { walletId, namespace }, namespace })
  const before = new Set(getLive(modal.getState()))
  return new Promise((resolve, reject) => {
    const unsubscribe = modal.subscribe((state) => {
      const connection = getLive(state).find((live) => !before.has(live))
      if (connection) resolve(connection)
      else if (!state.modal.open) reject(new ModalClosedError())
      else return
      unsubscribe()
    })
  })
}

function getLive({ namespaces }: ModalState): readonly Connection[] {
  return Object.values(namespaces).flatMap((entry) =>
    entry?.connection.status === 'connected' ? [entry.connection.connection, ...entry.others] : (entry?.others ?? []),
  )
}
