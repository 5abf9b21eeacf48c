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
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import { type CaipNetworkId, isSameAddress, type Namespace } from '../../utils/caip.js'
import type { Connection } from '../connection/state.js'

/** Whose wallet is asked: that of the active connection unless told. */
export type WalletRequest = ConnectionChoice & { readonly signal?: AbortSignal | undefined }

type FeatureName = {
  [name in keyof ConnectorFeatures]: Parameters<ConnectorFeatures[name]>[0] extends FeatureRequest ? name : never
}[keyof ConnectorFeatures]

type Own<name extends FeatureName> = Omit<Parameters<ConnectorFeatures[name]>[0], keyof FeatureRequest>

type Reply<name extends FeatureName> = Awaited<ReturnType<ConnectorFeatures[name]>>

/**
 * Asks a connected wallet for one of its features. Requests run side by side: a second one does not cancel the first.
 *
 * Throws `NOT_STARTED`, `NOT_CONNECTED`, `NETWORK_NOT_FOUND` (the wallet is on a network that this modal does not have),
 * `FEATURE_NOT_SUPPORTED`, `USER_REJECTED`, `TIMED_OUT`, `ABORTED` or what the wallet reports.
 */
export async function callFeature<name extends FeatureName>(
  modal: Modal,
  feature: name,
  {
    namespace,
    connectorId,
    address,
    signal,
    deadline = deadlines.approval,
    ...own
  }: WalletRequest & Own<name> & { readonly deadline?: number | undefined },
): Promise<Reply<name>> {
  const { connection, connector, account } = requireConnection(modal, { namespace, connectorId, address })
  const network = requireNetwork(modal, connection)
  const run = getFeature(connector, connection.namespace, feature) as
    | ((request: unknown) => Promise<Reply<name>>)
    | undefined
  if (!run) throw new FeatureNotSupportedError({ feature, by: connector.meta.name })

  const attempt = beginAttempt(modal, { deadline, signal })
  try {
    return await attempt.race(run({ ...own, account, network, signal: attempt.signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}

/** Which connection, and which of its accounts: the active ones unless told. */
export type ConnectionChoice = {
  readonly namespace?: Namespace | undefined
  /** One of several that are connected at once. */
  readonly connectorId?: string | undefined
  /** One of the accounts of the connection, e.g. the ordinals address on Bitcoin. */
  readonly address?: string | undefined
}

/** What a request to a wallet needs; throws what is missing. */
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

function findAccount({ accounts, namespace }: Connection, address: string | undefined): Account | undefined {
  if (address === undefined) return accounts[0]
  return accounts.find((account) => isSameAddress(namespace, account.address, address))
}

/** The network that a connection is on. Throws where this modal neither has nor tolerates it. */
export function requireNetwork(modal: Modal, { namespace, caipNetworkId }: Connection): Network {
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (network) return network
  if (!modal[internals].options.allowUnsupportedChain) throw new NetworkNotFoundError({ caipNetworkId })
  return toUnknownNetwork(namespace, caipNetworkId)
}

/** As much as its id says: enough for a wallet, which knows the rest. */
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

/** The connected wallet's own interface, e.g. EIP-1193 on EVM. Throws `NOT_STARTED` or `NOT_CONNECTED`. */
export async function getProvider(
  modal: Modal,
  namespace?: Namespace | undefined,
  connectorId?: string | undefined,
): Promise<unknown> {
  const { connection, connector } = requireConnection(modal, { namespace, connectorId })
  return connector.getProvider({ namespace: connection.namespace })
}

export type SignMessageRequest = WalletRequest & {
  /** Text, or bytes to sign as they are. */
  readonly message: string | Uint8Array
}

/** Has the connected account sign a message; resolves with the signature as the namespace writes it. [S1.1] */
export function signMessage(modal: Modal, request: SignMessageRequest): Promise<string> {
  return callFeature(modal, 'message:sign', request)
}

export type SignTypedDataRequest = WalletRequest & { readonly typedData: TypedData }

/** Has the connected account sign typed data (EIP-712); resolves with the signature. */
export function signTypedData(modal: Modal, request: SignTypedDataRequest): Promise<string> {
  return callFeature(modal, 'typedData:sign', request)
}

/** Bytes are the serialised transaction of the namespace, e.g. a Solana wire transaction. */
export type SignTransactionRequest = WalletRequest & { readonly transaction: Uint8Array }

export type SignAllTransactionsRequest = WalletRequest & { readonly transactions: readonly Uint8Array[] }

/** Has the connected account sign a transaction without sending it; resolves with the signed bytes. */
export function signTransaction(modal: Modal, request: SignTransactionRequest): Promise<Uint8Array> {
  return callFeature(modal, 'transaction:sign', request)
}

/** The same for several with one consent, in their order. */
export function signAllTransactions(modal: Modal, request: SignAllTransactionsRequest): Promise<readonly Uint8Array[]> {
  return callFeature(modal, 'transaction:signAll', request)
}

export type SendTransactionRequest = WalletRequest & { readonly transaction: Transaction }

/**
 * Has the connected account sign and send a transaction; resolves with its hash once a node has taken it. Never sends
 * twice: a failure after the wallet agreed is reported, not repeated.
 */
export function sendTransaction(modal: Modal, request: SendTransactionRequest): Promise<string> {
  return callFeature(modal, 'transaction:send', request)
}

export type ReadCapabilitiesRequest = WalletRequest & {
  /** Those that the wallet names, and the one that it is on, unless told. */
  readonly networks?: readonly Network[] | undefined
}

/** What a wallet can do; nothing, where it could not say: then `error` tells why. */
export type CapabilityLookup = {
  readonly capabilities: Capabilities
  readonly error?: LatchkeyError | undefined
}

/**
 * Asks a connected wallet what it can do on which network (EIP-5792). Never rejects: a lookup that fails gives an empty set
 * [S8.37], with its fault beside it, which is one of those of `callFeature`. Nothing is kept: the next call asks anew.
 */
export async function readCapabilities(modal: Modal, request: ReadCapabilitiesRequest = {}): Promise<CapabilityLookup> {
  try {
    return { capabilities: await callFeature(modal, 'capabilities:read', request) }
  } catch (cause) {
    return { capabilities: {}, error: toLatchkeyError(cause) }
  }
}

/** An ability of a connector in a chain family; undefined where it does not have it there. */
export function getFeature<name extends keyof Abilities>(
  connector: Connector,
  namespace: Namespace,
  name: name,
): Abilities[name] {
  return connector.features[name] ?? connector.getFeatures?.(namespace)[name]
}
