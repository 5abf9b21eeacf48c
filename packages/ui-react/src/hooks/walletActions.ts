import {
  type AddRecentTransactionRequest,
  type Connection,
  type ConnectOptions,
  type DisconnectOptions,
  getConnection,
  internals,
  isNamespace,
  LatchkeyError,
  lazily,
  loadModule,
  type ModalState,
  type Namespace,
  type Network,
  type RequestError,
  type SendTransactionRequest,
  type SignMessageRequest,
  type SignTypedDataRequest,
  type WalletRow,
} from '@latchkey/core'
import { getLiveConnections } from '@latchkey/core/internal'
import { ModalClosedError } from '@latchkey/core/plugin'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { type Action, type ActionState, useAction } from './useAction.js'
import { useModalState } from './useModalState.js'
import { useWallets } from './useWallets.js'

// The hooks that send requests to a wallet. Each returns the state of its latest call, a function that never throws, for event
// handlers, and one that resolves or rejects, with the suffix Async.

/** Loads the actions of a connection with their first use. */
export const loadConnection: () => Promise<typeof import('@latchkey/core/controllers/connection')> = lazily(() =>
  loadModule(() => import('@latchkey/core/controllers/connection')),
)

type ConnectionActions = Awaited<ReturnType<typeof loadConnection>>

/** Runs an action of the feature `connection`, which is loaded with the first call. Keep `run` outside the component. */
function useConnectionAction<args extends readonly unknown[], data>(
  modal: UiModal | undefined,
  run: (actions: ConnectionActions, modal: UiModal, ...args: args) => Promise<data>,
): Action<args, data> {
  const instance = useModalInstance(modal)
  return useAction(
    useCallback(async (...args: args) => run(await loadConnection(), instance, ...args), [instance, run]),
  )
}

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
 * Connects wallets, for a list of your own. Errors are those of `connect` in `@latchkey/core/controllers`. If the
 * user closes the QR code: that of the last pairing, or `MODAL_CLOSED` if none had failed.
 */
export function useConnect(modal?: UiModal | undefined): UseConnectResult {
  const { wallets } = useWallets({ modal })
  const { state, call, callAsync } = useConnectionAction(modal, connectWallet)
  return { ...state, wallets, connect: call, connectAsync: callAsync }
}

async function connectWallet(
  { connect }: ConnectionActions,
  modal: UiModal,
  variables: ConnectVariables,
): Promise<Connection> {
  if ('connectorId' in variables) return connect(modal, variables)
  const { wallet: row, ...options } = variables
  const { connector, wallet } = row
  if (!connector || connector.type === 'WALLET_CONNECT')
    return pair(modal, { walletId: wallet?.id, namespace: options.namespace })
  return connect(modal, { ...options, connectorId: connector.id })
}

export type UseDisconnectResult = ActionState<void> & {
  /** Default: ends all connections. */
  readonly disconnect: (options?: DisconnectOptions) => void
  readonly disconnectAsync: (options?: DisconnectOptions) => Promise<void>
}

/** Ends connections. Error: `DISCONNECT_FAILED` if the wallet does not confirm; the page is disconnected anyway. */
export function useDisconnect(modal?: UiModal | undefined): UseDisconnectResult {
  const { state, call, callAsync } = useConnectionAction(modal, disconnect)
  return { ...state, disconnect: call, disconnectAsync: callAsync }
}

const disconnect = (actions: ConnectionActions, modal: UiModal, options?: DisconnectOptions): Promise<void> =>
  actions.disconnect(modal, options)

export type UseSignMessageResult = ActionState<string> & {
  readonly signMessage: (request: SignMessageRequest) => void
  /** Resolves with the signature in the namespace's encoding. */
  readonly signMessageAsync: (request: SignMessageRequest) => Promise<string>
}

/** Signs messages with the connected account. `data` is the signature. Errors are those of `signMessage` of core. */
export function useSignMessage(modal?: UiModal | undefined): UseSignMessageResult {
  const { state, call, callAsync } = useConnectionAction(modal, signMessage)
  return { ...state, signMessage: call, signMessageAsync: callAsync }
}

const signMessage = (actions: ConnectionActions, modal: UiModal, request: SignMessageRequest): Promise<string> =>
  actions.signMessage(modal, request)

export type UseSignTypedDataResult = ActionState<string> & {
  readonly signTypedData: (request: SignTypedDataRequest) => void
  /** Resolves with the signature. */
  readonly signTypedDataAsync: (request: SignTypedDataRequest) => Promise<string>
}

/** Signs typed data (EIP-712) with the connected account. `data` is the signature. */
export function useSignTypedData(modal?: UiModal | undefined): UseSignTypedDataResult {
  const { state, call, callAsync } = useConnectionAction(modal, signTypedData)
  return { ...state, signTypedData: call, signTypedDataAsync: callAsync }
}

const signTypedData = (actions: ConnectionActions, modal: UiModal, request: SignTypedDataRequest): Promise<string> =>
  actions.signTypedData(modal, request)

export type SendTransactionVariables = SendTransactionRequest & {
  /** Description of the transaction in the user's language, with which it is listed among the account's recent transactions. */
  readonly description?: string | undefined
}

export type UseSendTransactionResult = ActionState<string> & {
  readonly sendTransaction: (variables: SendTransactionVariables) => void
  /** Resolves with the hash once a node has accepted the transaction. */
  readonly sendTransactionAsync: (variables: SendTransactionVariables) => Promise<string>
}

/**
 * Signs and sends transactions with the connected account, each exactly once. `data` is the hash; {@link
 * useWaitForTransaction} waits for its block. The balance that the modal and {@link useBalance} show is read again then.
 * With a `description`, the account lists the transaction, see {@link useAddRecentTransaction}.
 */
export function useSendTransaction(modal?: UiModal | undefined): UseSendTransactionResult {
  const { state, call, callAsync } = useConnectionAction(modal, sendTransaction)
  return { ...state, sendTransaction: call, sendTransactionAsync: callAsync }
}

async function sendTransaction(
  actions: ConnectionActions,
  modal: UiModal,
  { description, ...request }: SendTransactionVariables,
): Promise<string> {
  const connection = getConnection(modal.getState(), request.namespace, request.connectorId)
  const hash = await actions.sendTransaction(modal, request)
  if (connection && description !== undefined)
    addRecent(modal, {
      hash,
      description,
      caipNetworkId: connection.caipNetworkId,
      connectorId: connection.connectorId,
      address: request.address ?? connection.accounts[0].address,
    })
  else if (connection)
    actions
      .confirmTransaction(modal, { caipNetworkId: connection.caipNetworkId, id: hash })
      .then(() => refreshBalance(modal, connection.namespace))
      .catch(() => {
        // it is sent all the same; the balance stays as it was
      })
  return hash
}

/** Lists a transaction, which also reads the balance again. It is sent all the same if that fails. */
function addRecent(modal: UiModal, request: AddRecentTransactionRequest): void {
  loadModule(() => import('@latchkey/core/controllers/activity'))
    .then(({ addRecentTransaction }) => addRecentTransaction(modal, request))
    .catch(modal[internals].warn)
}

async function refreshBalance(modal: UiModal, namespace: Namespace): Promise<void> {
  const { fetchBalance } = await loadModule(() => import('@latchkey/core/controllers/portfolio'))
  await fetchBalance(modal, { namespace, force: true })
}

/** A network of the modal: itself, e.g. from `viem/chains`, its CAIP-2 id, or its chain id on EVM. */
export type NetworkReference = Network | { readonly id: number } | Network['caipNetworkId'] | number

export type UseSwitchNetworkResult = ActionState<void> & {
  /** The networks of the modal. */
  readonly networks: readonly Network[]
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
  const { state, call, callAsync } = useAction(
    useCallback(
      async (network: NetworkReference): Promise<void> => {
        const { switchNetwork } = await loadModule(() => import('@latchkey/core/controllers/network'))
        await switchNetwork(instance, { network: toCaipNetworkId(network) })
      },
      [instance],
    ),
  )
  return { ...state, networks, switchNetwork: call, switchNetworkAsync: callAsync }
}

function toCaipNetworkId(network: NetworkReference): Network['caipNetworkId'] {
  if (typeof network === 'string') return network
  if (typeof network === 'number') return `eip155:${network}`
  return 'caipNetworkId' in network ? network.caipNetworkId : `eip155:${network.id}`
}

type PairRequest = { readonly walletId: string | undefined; readonly namespace: Namespace | undefined }

/**
 * Opens the view with the QR code, in which the user can retry. Resolves once a wallet has connected. If the user closes the modal
 * before, throws the error of the last pairing, e.g. `CONNECTION_REJECTED`, or `MODAL_CLOSED` if none had failed.
 */
async function pair(modal: UiModal, { walletId, namespace }: PairRequest): Promise<Connection> {
  const before = getPaired(modal.getState())
  const { inline } = modal[internals].options
  // an inline modal stays open, and shows another view
  const isLeft = ({ modal: { open }, router }: ModalState): boolean =>
    !open || (inline && router.stack.every(({ view }) => view !== 'ConnectingWalletConnect'))
  await modal.open({ view: 'ConnectingWalletConnect', arguments: { walletId, namespace }, namespace })
  // destroyed or closed meanwhile: its state may not change any more
  if (isLeft(modal.getState())) throw new ModalClosedError()
  return new Promise((resolve, reject) => {
    let failure: RequestError | undefined
    const unsubscribe = modal.subscribe((state) => {
      const connection = getPaired(state).find((live) => !before.some((old) => isSameSession(old, live)))
      if (state.modal.open) failure = state.ask?.kind === 'pair' ? state.ask.error : undefined
      if (connection) resolve(connection)
      else if (isLeft(state))
        reject(failure ? new LatchkeyError(failure.code, failure.message) : new ModalClosedError())
      else return
      unsubscribe()
    })
  })
}

/** The connections of paired wallets, in all namespaces. */
function getPaired(state: ModalState): readonly Connection[] {
  const pairing = state.connectors.filter(({ type }) => type === 'WALLET_CONNECT')
  return Object.keys(state.namespaces)
    .filter(isNamespace)
    .flatMap((namespace) => getLiveConnections(state, namespace))
    .filter(({ connectorId }) => pairing.some(({ id }) => id === connectorId))
}

/** Whether both are of one pairing: a change of account or network replaces the object of a connection. */
function isSameSession(old: Connection, live: Connection): boolean {
  return live.sessionId === undefined
    ? old === live // connectors that keep no session
    : old.connectorId === live.connectorId && old.sessionId === live.sessionId
}
