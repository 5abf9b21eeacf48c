import type { Account } from '../../contracts/account.js'
import type { Abilities, Connector } from '../../contracts/connector.js'
import type {
  Capabilities,
  ConnectorFeatures,
  FeatureRequest,
  Transaction,
  TypedData,
} from '../../contracts/features.js'
import type { Network } from '../../contracts/network.js'
import { ConnectorNotFoundError, FeatureNotSupportedError, NotConnectedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { findNetwork } from '../../modal/namespaces.js'
import { timeouts } from '../../modal/timeouts.js'
import { type CaipNetworkId, isSameAddress, type Namespace } from '../../utils/caip.js'
import type { Connection } from '../connection/state.js'

/** The connection whose wallet is asked. Default: the active one. */
export type WalletRequest = ConnectionChoice & { readonly signal?: AbortSignal | undefined }

/** Selects a connection and one of its accounts. Default: the active ones. */
export type ConnectionChoice = {
  readonly namespace?: Namespace | undefined
  /** Selects one of several connections. */
  readonly connectorId?: string | undefined
  /** Selects an account of the connection, e.g. the ordinals address on Bitcoin. */
  readonly address?: string | undefined
}

export type SignMessageRequest = WalletRequest & {
  /** A string, or bytes that are signed unchanged. */
  readonly message: string | Uint8Array
}

export type SignTypedDataRequest = WalletRequest & { readonly typedData: TypedData }

/** `transaction` is the serialized transaction of the namespace, e.g. a Solana wire transaction. */
export type SignTransactionRequest = WalletRequest & { readonly transaction: Uint8Array }

export type SignAllTransactionsRequest = WalletRequest & { readonly transactions: readonly Uint8Array[] }

export type SendTransactionRequest = WalletRequest & { readonly transaction: Transaction }

export type ReadCapabilitiesRequest = WalletRequest & {
  /** Networks to query. Default: those that the wallet reports, and its current one. */
  readonly networks?: readonly Network[] | undefined
}

/** A wallet's capabilities. Empty if they couldn't be read, with the reason in `error`. */
export type CapabilityLookup = {
  readonly capabilities: Capabilities
  readonly error?: LatchkeyError | undefined
}

/** Signs a message with the connected account. Resolves with the signature in the namespace's encoding. [S1.1] */
export function signMessage(modal: Modal, request: SignMessageRequest): Promise<string> {
  return callFeature(modal, 'message:sign', request)
}

/** Signs typed data (EIP-712) with the connected account. Resolves with the signature. */
export function signTypedData(modal: Modal, request: SignTypedDataRequest): Promise<string> {
  return callFeature(modal, 'typedData:sign', request)
}

/** Signs a transaction with the connected account without sending it. Resolves with the signed bytes. */
export function signTransaction(modal: Modal, request: SignTransactionRequest): Promise<Uint8Array> {
  return callFeature(modal, 'transaction:sign', request)
}

/** Signs several transactions with one consent. Resolves with the signed bytes in order. */
export function signAllTransactions(modal: Modal, request: SignAllTransactionsRequest): Promise<readonly Uint8Array[]> {
  return callFeature(modal, 'transaction:signAll', request)
}

/**
 * Signs and sends a transaction with the connected account. Resolves with its hash once a node has accepted it. Never
 * sends twice: a failure after the user approved is reported, not retried.
 */
export function sendTransaction(modal: Modal, request: SendTransactionRequest): Promise<string> {
  return callFeature(modal, 'transaction:send', request)
}

/**
 * Reads a connected wallet's capabilities by network (EIP-5792). Never rejects: on failure the capabilities are empty
 * [S8.37] and `error` is one of `callFeature`'s. Nothing is cached.
 */
export async function readCapabilities(modal: Modal, request: ReadCapabilitiesRequest = {}): Promise<CapabilityLookup> {
  try {
    return { capabilities: await callFeature(modal, 'capabilities:read', request) }
  } catch (cause) {
    return { capabilities: {}, error: toLatchkeyError(cause) }
  }
}

/** Returns the connected wallet's own interface, e.g. EIP-1193 on EVM. Throws `NOT_STARTED` or `NOT_CONNECTED`. */
export async function getProvider(
  modal: Modal,
  namespace?: Namespace | undefined,
  connectorId?: string | undefined,
): Promise<unknown> {
  const { connection, connector } = requireConnection(modal, { namespace, connectorId })
  return connector.getProvider({ namespace: connection.namespace })
}

type FeatureName = {
  [name in keyof ConnectorFeatures]: Parameters<ConnectorFeatures[name]>[0] extends FeatureRequest ? name : never
}[keyof ConnectorFeatures]

type Own<name extends FeatureName> = Omit<Parameters<ConnectorFeatures[name]>[0], keyof FeatureRequest>

type Reply<name extends FeatureName> = Awaited<ReturnType<ConnectorFeatures[name]>>

/**
 * Calls a feature of a connected wallet. Requests run in parallel: a second one doesn't cancel the first.
 *
 * Throws `NOT_STARTED`, `NOT_CONNECTED`, `NETWORK_NOT_FOUND` (the wallet is on a network that this modal does not
 * have), `FEATURE_NOT_SUPPORTED`, `USER_REJECTED`, `TIMED_OUT`, `ABORTED` or what the wallet reports.
 */
export async function callFeature<name extends FeatureName>(
  modal: Modal,
  feature: name,
  {
    namespace,
    connectorId,
    address,
    signal,
    timeout = timeouts.approval,
    ...own
  }: WalletRequest & Own<name> & { readonly timeout?: number | undefined },
): Promise<Reply<name>> {
  const { connection, connector, account } = requireConnection(modal, { namespace, connectorId, address })
  const network = requireNetwork(modal, connection)
  const run = getFeature(connector, connection.namespace, feature) as
    | ((request: unknown) => Promise<Reply<name>>)
    | undefined
  if (!run) throw new FeatureNotSupportedError({ feature, by: connector.meta.name })

  const attempt = beginAttempt(modal, { timeout, signal })
  try {
    return await attempt.race(run({ ...own, account, network, signal: attempt.signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}

/** Returns the connection, connector and account of a wallet request. Throws if one is missing. */
export function requireConnection(
  modal: Modal,
  { namespace, connectorId, address }: ConnectionChoice = {},
): { readonly connection: Connection; readonly connector: Connector; readonly account: Account } {
  assertStarted(modal)
  const connection = getConnection(modal.getState(), namespace, connectorId)
  if (!connection) throw new NotConnectedError(connectorId === undefined ? {} : { details: connectorId })
  const connector = modal[internals].connectors.get(connection.connectorId)
  if (!connector) throw new ConnectorNotFoundError({ id: connection.connectorId })
  const account = findAccount(connection, address)
  if (!account) throw new NotConnectedError({ details: `${address} is not an account of this connection.` })
  return { connection, connector, account }
}

/** Returns the network of a connection. Throws `NETWORK_NOT_FOUND` if this modal neither has nor tolerates it. */
export function requireNetwork(modal: Modal, { namespace, caipNetworkId }: Connection): Network {
  const network = findNetwork(modal.getState(), caipNetworkId)
  if (network) return network
  if (!modal[internals].options.allowUnsupportedChain) throw new NetworkNotFoundError({ caipNetworkId })
  return toUnknownNetwork(namespace, caipNetworkId)
}

/** Returns an ability of a connector in a namespace; undefined if it isn't supported there. */
export function getFeature<name extends keyof Abilities>(
  connector: Connector,
  namespace: Namespace,
  name: name,
): Abilities[name] {
  return connector.features[name] ?? connector.getFeatures?.(namespace)[name]
}

function findAccount({ accounts, namespace }: Connection, address: string | undefined): Account | undefined {
  if (address === undefined) return accounts[0]
  return accounts.find((account) => isSameAddress(namespace, account.address, address))
}

/** Creates a network from its id alone: enough for a wallet, which knows the rest. */
function toUnknownNetwork(namespace: Namespace, caipNetworkId: CaipNetworkId): Network {
  const reference = caipNetworkId.slice(namespace.length + 1)
  return {
    id: /^\d+$/.test(reference) ? Number(reference) : reference,
    name: caipNetworkId,
    chainNamespace: namespace,
    caipNetworkId,
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
  }
}
