import type {
  Abilities,
  Account,
  Accounts,
  CaipNetworkId,
  Connector,
  ConnectorListeners,
  ConnectorMeta,
  ConnectRequest,
  ConnectResult,
  Namespace,
  PluginContext,
} from '@latchkey/core'
import { ChainNotSupportedError, isSameAddress, perRequest, RpcError } from '@latchkey/core/plugin'
import { hasMethod } from '../session/approval.js'
import type { LiveSession } from '../session/liveSession.js'
import { createBitcoinWallet } from './bitcoinWallet.js'
import { createEvmProvider } from './evmProvider.js'
import type { ProviderOptions, WalletProvider } from './provider.js'
import { createRelayProvider } from './relayProvider.js'
import { createSolanaWallet } from './solanaWallet.js'

export type NamespaceWalletsOptions = {
  readonly meta: ConnectorMeta
  readonly context: PluginContext
  readonly emit: ConnectorListeners['emit']
  readonly getSession: () => LiveSession | undefined
}

/** The session's wallet in each namespace, as the connector that the namespace's adapter creates for it. */
export type NamespaceWallets = {
  connect(session: LiveSession, request: ConnectRequest): Promise<ConnectResult>
  getFeatures(namespace: Namespace): Abilities
  /** Throws `UNAUTHORIZED` if nothing is connected. */
  getProvider(namespace: Namespace): Promise<unknown>
  destroy(): void
}

type NamespaceWallet = Pick<FeatureSource, 'session' | 'connector' | 'create'> & Omit<WalletProvider, 'createInner'>

const createProviders = { eip155: createEvmProvider, solana: createSolanaWallet, bip122: createBitcoinWallet } as const

export function createNamespaceWallets({ meta, context, emit, getSession }: NamespaceWalletsOptions): NamespaceWallets {
  const wallets = new Map<Namespace, NamespaceWallet>()

  const build = async (session: LiveSession, namespace: Namespace): Promise<NamespaceWallet> => {
    const link: ProviderOptions = { namespace, session, context }
    const createConnector = context.getAdapter(namespace)?.createConnector
    const isKnown = createConnector && namespace in createProviders
    const own = isKnown ? createProviders[namespace as keyof typeof createProviders](link) : createRelayProvider(link)
    // a wallet that approved no method only has accounts, and needs no connector
    const making = isKnown && canAct(session, namespace) ? createConnector : undefined
    const create =
      making && ((signal: AbortSignal) => making({ ...meta, namespaces: [namespace] }, own.createInner?.(signal)))
    const connector = await create?.(context.signal).catch((cause: unknown) => {
      own.destroy()
      throw cause
    })
    const stops = [
      connector?.on('change', (change) => emit('change', change)),
      session.watch(namespace, (change) => {
        const networkId = session.getNetworkId(namespace)
        if (!networkId) return
        // the adapter's connector reports network changes itself, except on Solana
        const isReported = connector && namespace !== 'solana'
        const accounts = toAccounts(session, namespace)
        const changes = {
          ...(change.approval && { approvedCaipNetworkIds: getApproved(session, namespace) }),
          ...(change.network && !isReported && { caipNetworkId: networkId }),
          ...(change.accounts && !connector && accounts && { accounts }),
        }
        if (Object.keys(changes).length > 0) emit('change', { namespace, ...changes })
      }),
    ]
    return {
      provider: own.provider,
      session,
      connector,
      create,
      destroy() {
        for (const stop of stops) stop?.()
        connector?.destroy()
        own.destroy()
      },
    }
  }

  const getWallet = async (session: LiveSession, namespace: Namespace): Promise<NamespaceWallet> => {
    const known = wallets.get(namespace)
    if (known?.session === session) return known
    const wallet = await build(session, namespace)
    const other = wallets.get(namespace)
    // built twice at the same time, e.g. by the user and by a restore
    if (other?.session === session) {
      wallet.destroy()
      return other
    }
    other?.destroy()
    wallets.set(namespace, wallet)
    return wallet
  }

  const getApproved = (session: LiveSession, namespace: Namespace): readonly CaipNetworkId[] => {
    const known = context.getNetworks().map(({ caipNetworkId }) => caipNetworkId)
    return (session.getApproval()[namespace]?.chains ?? []).filter((chain) => known.includes(chain))
  }

  return {
    async connect(session, request) {
      const { namespace, network, signal } = request
      signal.throwIfAborted()
      if (network) session.moveTo(network.caipNetworkId)
      const wallet = await getWallet(session, namespace)
      signal.throwIfAborted()
      const caipNetworkId = session.getNetworkId(namespace)
      const accounts = toAccounts(session, namespace)
      if (!caipNetworkId || !accounts) throw toUnauthorized(namespace)
      // the session's network, which is the requested one if the wallet approved it
      const current = context.getNetworks().find((known) => known.caipNetworkId === caipNetworkId)
      const result = await (wallet.connector?.connect({ ...request, network: current }) ?? { accounts, caipNetworkId })
      return {
        ...result,
        approvedCaipNetworkIds: getApproved(session, namespace),
        ...(session.wallet && { wallet: session.wallet }),
        sessionId: session.topic,
      }
    },
    getFeatures(namespace) {
      const wallet = wallets.get(namespace)
      const isLive = wallet && wallet.session === getSession()
      return isLive ? toFeatures({ namespace, ...wallet }) : {}
    },
    async getProvider(namespace) {
      const session = getSession()
      if (!session?.getNetworkId(namespace)) throw toUnauthorized(namespace)
      return (await getWallet(session, namespace)).provider
    },
    destroy() {
      for (const wallet of wallets.values()) wallet.destroy()
      wallets.clear()
    },
  }
}

export type FeatureSource = {
  readonly namespace: Namespace
  readonly session: LiveSession
  /** The connector that the namespace's adapter created. Its features are offered. */
  readonly connector: Connector | undefined
  /** Creates another one, whose requests are canceled when the signal aborts. */
  readonly create: ((signal: AbortSignal) => Promise<Connector>) | undefined
}

/**
 * The method that a wallet has to approve for each feature. A wallet that accepts bundles may not report their status:
 * reading it then fails with `NOT_APPROVED` [S8.51].
 */
const requiredMethods: { readonly [name in keyof Abilities]?: string } = {
  'message:sign': 'personal_sign',
  'typedData:sign': 'eth_signTypedData_v4',
  'transaction:send': 'eth_sendTransaction',
  'calls:send': 'wallet_sendCalls',
  'calls:status': 'wallet_sendCalls',
  'capabilities:read': 'wallet_getCapabilities',
  'permissions:request': 'wallet_requestExecutionPermissions',
  'permissions:list': 'wallet_getGrantedExecutionPermissions',
  'permissions:revoke': 'wallet_revokeExecutionPermission',
}

/**
 * The features of the session's wallet in a namespace, limited to what it approved. Each request uses its own connector, so that an aborted
 * one that was not sent yet never is.
 */
export function toFeatures({ namespace, session, connector, create }: FeatureSource): Abilities {
  if (!connector || !create) return {}
  const { features } = connector
  const isApproved = (method: string | undefined): boolean =>
    namespace !== 'eip155' ||
    method === undefined ||
    (session.getApproval().eip155?.chains.some((chain) => hasMethod(session.getApproval(), chain, method)) ?? false)
  const names = Object.keys(features).filter((name) => isApproved(requiredMethods[name as keyof Abilities]))
  return {
    ...Object.fromEntries(names.map((name) => [name, perRequest(name, create)])),
    ...(namespace !== 'eip155' && { 'network:switch': createSwitch(session, features['network:switch']) }),
  }
}

/** Switches within the session: each request names its network, so it is enough that the wallet has approved it. */
function createSwitch(session: LiveSession, inner: Abilities['network:switch']): Abilities['network:switch'] {
  return async (request) => {
    request.signal.throwIfAborted()
    const { caipNetworkId, chainNamespace } = request.network
    if (!session.getApproval()[chainNamespace]?.chains.includes(caipNetworkId))
      throw new ChainNotSupportedError({ details: `The wallet has not approved ${caipNetworkId}.` })
    session.moveTo(caipNetworkId)
    await inner?.(request)
  }
}

function canAct(session: LiveSession, namespace: Namespace): boolean {
  return session.getApproval()[namespace]?.grants.some(({ methods }) => methods.length > 0) ?? false
}

function toAccounts(session: LiveSession, namespace: Namespace): Accounts | undefined {
  const [first, ...others] = session.getAddresses(namespace).map((address): Account => {
    if (namespace !== 'bip122') return { namespace, address, type: 'eoa' }
    const known = session.bitcoinAccounts.find((account) => isSameAddress(namespace, account.address, address))
    const { purpose: type = 'payment', publicKey, path } = known ?? {}
    return { namespace, address, type, ...(publicKey && { publicKey }), ...(path && { path }) }
  })
  return first && [first, ...others]
}

function toUnauthorized(namespace: Namespace): RpcError {
  return new RpcError(4100, 'UNAUTHORIZED', { details: `No session with a wallet for ${namespace}.` })
}
