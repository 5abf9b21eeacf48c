import {
  type Abilities,
  type ByNamespace,
  type Connector,
  type ConnectorListeners,
  type ConnectRequest,
  type ConnectResult,
  loadModule,
  type Namespace,
} from '@latchkey/core'
import { AbortedError, AdapterNotFoundError, perRequest } from '@latchkey/core/plugin'
import type { Login } from '../login/createLogin.js'
import type { Access } from './createAccess.js'
import type { AccountTypes } from './createAccountTypes.js'
import type { Connection, Connections } from './createConnections.js'
import { createEvmProvider } from './createEvmProvider.js'
import type { NamespaceProvider, ProviderOptions } from './namespaceProvider.js'

export type NamespacesOptions = {
  readonly link: Omit<ProviderOptions, 'namespace' | 'emit'>
  readonly login: Login
  readonly types: AccountTypes
  readonly emit: ConnectorListeners['emit']
}

/** The wallet of the login in each namespace. */
export type Namespaces = {
  connect(request: ConnectRequest): Promise<ConnectResult>
  getFeatures(namespace: Namespace): Abilities
  getProvider(namespace: Namespace): Promise<unknown>
  destroy(): void
}

type NamespaceEntry = NamespaceProvider & {
  /** The connector that the namespace's adapter makes of the wallet. Used to list its features. */
  template: Connector | undefined
}

/** The providers besides that of EVM are loaded on first use. */
const providers: ByNamespace<() => Promise<(link: ProviderOptions) => NamespaceProvider>> = {
  eip155: async () => createEvmProvider,
  solana: async () => (await loadModule(() => import('./createSolanaWallet.js'))).createSolanaWallet,
  bip122: async () => (await loadModule(() => import('./createBitcoinWallet.js'))).createBitcoinWallet,
}

export function createNamespaces({ link, login, types, emit }: NamespacesOptions): Namespaces {
  const { meta, context, connections, access } = link
  const entries = new Map<Namespace, NamespaceEntry>()
  let isDestroyed = false

  const getEntry = async (namespace: Namespace): Promise<NamespaceEntry> => {
    const known = entries.get(namespace)
    if (known) return known
    const load = Object.hasOwn(providers, namespace) ? providers[namespace] : undefined
    if (!load) throw new AdapterNotFoundError({ namespace })
    const createProvider = await load()
    if (isDestroyed) throw new AbortedError()
    // a concurrent call may have created it already
    return entries.get(namespace) ?? create(namespace, createProvider)
  }
  const create = (
    namespace: Namespace,
    createProvider: (link: ProviderOptions) => NamespaceProvider,
  ): NamespaceEntry => {
    const own = createProvider({ ...link, namespace, emit })
    const stop = connections.watch(namespace, ({ accounts, network, isConnected }) => {
      const connection = connections.get(namespace)
      if (!connection) emit('disconnect', { namespace })
      else if (isConnected)
        emit('change', {
          namespace,
          ...(accounts && { accounts: connection.accounts }),
          ...(accounts && connection.isDeployed !== undefined && { smartAccountDeployed: connection.isDeployed }),
          ...(network && { caipNetworkId: connection.caipNetworkId }),
        })
    })
    const entry: NamespaceEntry = {
      ...own,
      template: undefined,
      destroy() {
        stop()
        own.destroy()
        entry.template?.destroy()
      },
    }
    entries.set(namespace, entry)
    return entry
  }
  /** Creates a connector over the wallet, using the namespace's adapter. */
  const wrap = async (namespace: Namespace, signal: AbortSignal): Promise<Connector> => {
    const createConnector = context.getAdapter(namespace)?.createConnector
    if (!createConnector) throw new AdapterNotFoundError({ namespace })
    return createConnector({ ...meta, namespaces: [namespace] }, (await getEntry(namespace)).createInner(signal))
  }
  const toResult = (namespace: Namespace, { accounts, caipNetworkId, isDeployed }: Connection): ConnectResult => ({
    accounts,
    caipNetworkId,
    user: login.getUser(),
    ...(namespace === 'eip155' && { smartAccountEnabledNetworks: types.getNetworks() }),
    ...(isDeployed !== undefined && { smartAccountDeployed: isDeployed }),
  })

  return {
    async connect(request) {
      const { namespace, signal } = request
      signal.throwIfAborted()
      const entry = await getEntry(namespace)
      // first, so that a failed import leaves nothing half connected
      entry.template ??= await wrap(namespace, context.signal)
      const connection = await access.connect(request)
      signal.throwIfAborted()
      if (isDestroyed) throw new AbortedError()
      return toResult(namespace, connection)
    },
    getFeatures(namespace) {
      const { template } = entries.get(namespace) ?? {}
      if (!template) return {}
      return toFeatures({
        namespace,
        template,
        connections,
        access,
        create: (signal) => wrap(namespace, signal),
      })
    },
    getProvider: async (namespace) => (await getEntry(namespace)).provider,
    destroy() {
      isDestroyed = true
      for (const entry of entries.values()) entry.destroy()
      entries.clear()
    },
  }
}

type FeatureSource = {
  readonly namespace: Namespace
  readonly connections: Connections
  readonly access: Access
  /** Its features are offered. */
  readonly template: Connector
  /** Creates a connector whose requests are canceled when the signal aborts. */
  readonly create: (signal: AbortSignal) => Promise<Connector>
}

/** Bundles and permissions need a contract account: a key pair signs one transaction at a time, each with the user's approval. */
const smartAccountFeatures: readonly string[] = [
  'calls:send',
  'calls:status',
  'permissions:request',
  'permissions:list',
  'permissions:revoke',
]

/**
 * The features of the wallet in a namespace are those of the namespace's adapter. Each request gets its own connector, so
 * that canceling one closes only its approval screen.
 */
function toFeatures({ namespace, connections, access, template, create }: FeatureSource): Abilities {
  const isSmart = connections.get(namespace)?.accounts[0].type === 'smartAccount'
  const names = Object.keys(template.features).filter((name) => isSmart || !smartAccountFeatures.includes(name))
  return {
    ...(Object.fromEntries(names.map((name) => [name, perRequest(name, create)])) as Abilities),
    ...(namespace === 'eip155' && {
      'signIn:sign': async (request) =>
        (await access.signIn(request)) ?? ((await perRequest('message:sign', create)(request)) as string),
    }),
    'network:switch': ({ network, signal }) => access.switchTo(network, signal),
  }
}
