import {
  type Abilities,
  type Connector,
  type ConnectorListeners,
  type ConnectRequest,
  type ConnectResult,
  loadModule,
  type Namespace,
} from '@latchkey/core'
import { AbortedError, AdapterNotFoundError } from '@latchkey/core/plugin'
import type { Login } from '../login/createLogin.js'
import type { AccountTypes } from './createAccountTypes.js'
import { createEvmProvider } from './createEvmProvider.js'
import type { Place } from './createPlaces.js'
import type { FamilyLink, FamilyProvider } from './family.js'
import { toFeatures } from './toFeatures.js'

export type FamiliesOptions = {
  readonly link: Omit<FamilyLink, 'namespace'>
  readonly login: Login
  readonly types: AccountTypes
  readonly emit: ConnectorListeners['emit']
}

/** The wallet of the login in each chain family. */
export type Families = {
  connect(request: ConnectRequest): Promise<ConnectResult>
  getFeatures(namespace: Namespace): Abilities
  getProvider(namespace: Namespace): Promise<unknown>
  destroy(): void
}

type Family = FamilyProvider & {
  /** What the family's adapter makes of the wallet; asked for its abilities alone. */
  template: Connector | undefined
}

/** Solana's is loaded with the first visitor who has a use for it. */
const providers: { readonly [namespace in Namespace]?: () => Promise<(link: FamilyLink) => FamilyProvider> } = {
  eip155: async () => createEvmProvider,
  solana: async () => (await loadModule(() => import('./createSolanaWallet.js'))).createSolanaWallet,
}

export function createFamilies({ link, login, types, emit }: FamiliesOptions): Families {
  const { meta, context, places, access } = link
  const families = new Map<Namespace, Family>()
  let isDestroyed = false

  const getFamily = async (namespace: Namespace): Promise<Family> => {
    const known = families.get(namespace)
    if (known) return known
    const load = Object.hasOwn(providers, namespace) ? providers[namespace] : undefined
    if (!load) throw new AdapterNotFoundError({ namespace })
    const createProvider = await load()
    if (isDestroyed) throw new AbortedError()
    // somebody else may have waited for the same
    return families.get(namespace) ?? create(namespace, createProvider)
  }
  const create = (namespace: Namespace, createProvider: (link: FamilyLink) => FamilyProvider): Family => {
    const own = createProvider({ ...link, namespace })
    const stop = places.watch(namespace, ({ accounts, network, isConnected }) => {
      const place = places.get(namespace)
      if (!place) emit('disconnect', { namespace })
      else if (isConnected)
        emit('change', {
          namespace,
          ...(accounts && { accounts: place.accounts }),
          ...(accounts && place.isDeployed !== undefined && { smartAccountDeployed: place.isDeployed }),
          ...(network && { caipNetworkId: place.caipNetworkId }),
        })
    })
    const family: Family = {
      ...own,
      template: undefined,
      destroy() {
        stop()
        own.destroy()
        family.template?.destroy()
      },
    }
    families.set(namespace, family)
    return family
  }
  /** A connector over the wallet, as the family's adapter makes it. */
  const wrap = async (namespace: Namespace, signal: AbortSignal): Promise<Connector> => {
    const createConnector = context.getAdapter(namespace)?.createConnector
    if (!createConnector) throw new AdapterNotFoundError({ namespace })
    return createConnector({ ...meta, namespaces: [namespace] }, (await getFamily(namespace)).createInner(signal))
  }
  const toResult = (namespace: Namespace, { accounts, caipNetworkId, isDeployed }: Place): ConnectResult => ({
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
      const family = await getFamily(namespace)
      // first, so that what cannot be loaded leaves nothing half connected
      family.template ??= await wrap(namespace, context.signal)
      const place = await access.connect(request)
      signal.throwIfAborted()
      if (isDestroyed) throw new AbortedError()
      return toResult(namespace, place)
    },
    getFeatures(namespace) {
      const { template, createInner } = families.get(namespace) ?? {}
      if (!template || !createInner) return {}
      return toFeatures({
        namespace,
        template,
        places,
        access,
        create: (signal) => wrap(namespace, signal),
        createInner,
      })
    },
    getProvider: async (namespace) => (await getFamily(namespace)).provider,
    destroy() {
      isDestroyed = true
      for (const family of families.values()) family.destroy()
      families.clear()
    },
  }
}
