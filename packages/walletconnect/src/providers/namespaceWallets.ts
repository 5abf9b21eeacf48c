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
import { ChainNotSupportedError, isSameAddress, RpcError } from '@latchkey/core/plugin'
import { hasMethod } from '../session/approval.js'
import type { LiveSession } from '../session/liveSession.js'
import { createBitcoinWallet } from './bitcoinWallet.js'
import { createEvmProvider } from './evmProvider.js'
import type { ProviderOptions, WalletProvider } from './provider.js'
import { createRelayProvider } from './relayProvider.js'
import { createSolanaWallet } from './solanaWallet.js'

export type FeatureSource = {
  readonly namespace: Namespace
  readonly session: LiveSession
  /** Of the family's adapter. */
  readonly connector: Connector | undefined
}

/**
 * Which method a wallet has to have agreed to for an ability. Of a bundle that it takes it may not tell: who asks for its
 * status is told that this was not approved [S8.51].
 */
const requiredMethods: { readonly [name in keyof Abilities]?: string } = {
  'message:sign': 'personal_sign',
  'typedData:sign': 'eth_signTypedData_v4',
  'transaction:send': 'eth_sendTransaction',
  'calls:send': 'wallet_sendCalls',
  'calls:status': 'wallet_sendCalls',
  'capabilities:read': 'wallet_getCapabilities',
}

/** What the wallet of a session can do in a chain family: no more than it agreed to. */
export function toFeatures({ namespace, session, connector }: FeatureSource): Abilities {
  if (!connector) return {}
  const { features } = connector
  if (namespace === 'eip155') {
    const isApproved = (method: string | undefined): boolean =>
      method === undefined ||
      (session.getApproval().eip155?.chains.some((chain) => hasMethod(session.getApproval(), chain, method)) ?? false)
    const own = Object.entries(features).filter(([name]) => isApproved(requiredMethods[name as keyof Abilities]))
    return Object.fromEntries(own)
  }
  return { ...features, 'network:switch': createSwitch(session, features['network:switch']) }
}

/** Wallets are told the network with each request: it is enough that they have agreed to it. */
function createSwitch(session: LiveSession, inner: Abilities['network:switch']): Abilities['network:switch'] {
  return async (request) => {
    request.signal.throwIfAborted()
    const { caipNetworkId, chainNamespace } = request.network
    if (!session.getApproval()[chainNamespace]?.chains.includes(caipNetworkId))
      throw new ChainNotSupportedError({ details: `The wallet has not agreed to ${caipNetworkId}.` })
    session.moveTo(caipNetworkId)
    await inner?.(request)
  }
}

export type NamespaceWalletsOptions = {
  readonly meta: ConnectorMeta
  readonly context: PluginContext
  readonly emit: ConnectorListeners['emit']
  readonly getSession: () => LiveSession | undefined
}

/** The wallet of the session in each chain family: the connector that the family's adapter makes of it. */
export type NamespaceWallets = {
  connect(session: LiveSession, request: ConnectRequest): Promise<ConnectResult>
  getFeatures(namespace: Namespace): Abilities
  /** Throws `UNAUTHORIZED` where nothing is connected. */
  getProvider(namespace: Namespace): Promise<unknown>
  destroy(): void
}

type NamespaceWallet = WalletProvider & { readonly session: LiveSession; readonly connector: Connector | undefined }

const createProviders = { eip155: createEvmProvider, solana: createSolanaWallet, bip122: createBitcoinWallet } as const

export function createNamespaceWallets({ meta, context, emit, getSession }: NamespaceWalletsOptions): NamespaceWallets {
  const families = new Map<Namespace, NamespaceWallet>()

  const build = async (session: LiveSession, namespace: Namespace): Promise<NamespaceWallet> => {
    const link: ProviderOptions = { namespace, session, context }
    const createConnector = context.getAdapter(namespace)?.createConnector
    const isKnown = createConnector && namespace in createProviders
    const own = isKnown ? createProviders[namespace as keyof typeof createProviders](link) : createRelayProvider(link)
    // of a wallet that agreed to no method there is nothing to make: its accounts are all that there is
    const making = isKnown && canAct(session, namespace) ? createConnector : undefined
    const connector = await making?.({ ...meta, namespaces: [namespace] }, own.inner ?? own.provider).catch(
      (cause: unknown) => {
        own.destroy()
        throw cause
      },
    )
    const stops = [
      connector?.on('change', (change) => emit('change', change)),
      session.watch(namespace, (change) => {
        const networkId = session.getNetworkId(namespace)
        if (!networkId) return
        // what the adapter's connector hears of, it tells itself
        const isTold = connector && namespace !== 'solana'
        const accounts = toAccounts(session, namespace)
        const news = {
          ...(change.approval && { approvedCaipNetworkIds: getApproved(session, namespace) }),
          ...(change.network && !isTold && { caipNetworkId: networkId }),
          ...(change.accounts && !connector && accounts && { accounts }),
        }
        if (Object.keys(news).length > 0) emit('change', { namespace, ...news })
      }),
    ]
    return {
      provider: own.provider,
      session,
      connector,
      destroy() {
        for (const stop of stops) stop?.()
        connector?.destroy()
        own.destroy()
      },
    }
  }

  const getFamily = async (session: LiveSession, namespace: Namespace): Promise<NamespaceWallet> => {
    const known = families.get(namespace)
    if (known?.session === session) return known
    const family = await build(session, namespace)
    const other = families.get(namespace)
    // asked for twice at once, as by a visitor and by a restore
    if (other?.session === session) {
      family.destroy()
      return other
    }
    other?.destroy()
    families.set(namespace, family)
    return family
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
      const family = await getFamily(session, namespace)
      signal.throwIfAborted()
      const caipNetworkId = session.getNetworkId(namespace)
      const accounts = toAccounts(session, namespace)
      if (!caipNetworkId || !accounts) throw toUnauthorized(namespace)
      // on the network that the session is on, which is the wish where the wallet has agreed to it
      const wish = context.getNetworks().find((known) => known.caipNetworkId === caipNetworkId)
      const result = await (family.connector?.connect({ ...request, network: wish }) ?? { accounts, caipNetworkId })
      return {
        ...result,
        approvedCaipNetworkIds: getApproved(session, namespace),
        ...(session.wallet && { wallet: session.wallet }),
      }
    },
    getFeatures(namespace) {
      const family = families.get(namespace)
      const isLive = family && family.session === getSession()
      return isLive ? toFeatures({ namespace, session: family.session, connector: family.connector }) : {}
    },
    async getProvider(namespace) {
      const session = getSession()
      if (!session?.getNetworkId(namespace)) throw toUnauthorized(namespace)
      return (await getFamily(session, namespace)).provider
    },
    destroy() {
      for (const family of families.values()) family.destroy()
      families.clear()
    },
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
  return new RpcError(4100, 'UNAUTHORIZED', { details: `There is no session with a wallet for ${namespace}.` })
}
