import type {
  Abilities,
  Accounts,
  CaipNetworkId,
  Connector,
  ConnectorListeners,
  ConnectorMeta,
  ConnectRequest,
  ConnectResult,
  Namespace,
} from '@latchkey/core'
import { AbortedError, AdapterNotFoundError } from '@latchkey/core/plugin'
import type { Login } from '../login/createLogin.js'
import { createEvmProvider } from './createEvmProvider.js'
import type { Place } from './createPlaces.js'
import { createSolanaWallet } from './createSolanaWallet.js'
import type { FamilyLink, FamilyProvider } from './family.js'
import { toFeatures } from './toFeatures.js'

export type FamiliesOptions = {
  readonly meta: ConnectorMeta
  readonly link: Omit<FamilyLink, 'namespace'>
  readonly login: Login
  readonly emit: ConnectorListeners['emit']
}

/** The wallet of the login in each chain family. */
export type Families = {
  connect(request: ConnectRequest): Promise<ConnectResult>
  getFeatures(namespace: Namespace): Abilities
  getProvider(namespace: Namespace): unknown
  destroy(): void
}

type Family = FamilyProvider & {
  /** What the family's adapter makes of the wallet; asked for its abilities alone. */
  template: Connector | undefined
}

const providers = { eip155: createEvmProvider, solana: createSolanaWallet } as const

export function createFamilies({ meta, link, login, emit }: FamiliesOptions): Families {
  const { context, places, access } = link
  const families = new Map<Namespace, Family>()
  let isDestroyed = false

  const getFamily = (namespace: Namespace): Family => {
    const known = families.get(namespace)
    if (known) return known
    if (!Object.hasOwn(providers, namespace)) throw new AdapterNotFoundError({ namespace })
    const own = providers[namespace as keyof typeof providers]({ ...link, namespace })
    const stop = places.watch(namespace, ({ accounts, network, isConnected }) => {
      const place = places.get(namespace)
      if (!place) emit('disconnect', { namespace })
      else if (isConnected)
        emit('change', {
          namespace,
          ...(accounts && { accounts: place.accounts }),
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
  const create = async (namespace: Namespace, signal: AbortSignal): Promise<Connector> => {
    const createConnector = context.getAdapter(namespace)?.createConnector
    if (!createConnector) throw new AdapterNotFoundError({ namespace })
    return createConnector({ ...meta, namespaces: [namespace] }, getFamily(namespace).createInner(signal))
  }
  const toResult = ({ accounts, caipNetworkId }: Place): ConnectResult => ({
    accounts: accounts as Accounts,
    caipNetworkId: caipNetworkId as CaipNetworkId,
    user: login.getUser(),
  })

  return {
    async connect(request) {
      const { namespace, signal } = request
      const family = getFamily(namespace)
      // first, so that what cannot be loaded leaves nothing half connected
      family.template ??= await create(namespace, context.signal)
      const place = await access.connect(request)
      signal.throwIfAborted()
      if (isDestroyed) throw new AbortedError()
      return toResult(place)
    },
    getFeatures(namespace) {
      const template = families.get(namespace)?.template
      if (!template) return {}
      return toFeatures({ namespace, template, places, access, create: (signal) => create(namespace, signal) })
    },
    getProvider: (namespace) => getFamily(namespace).provider,
    destroy() {
      isDestroyed = true
      for (const family of families.values()) family.destroy()
      families.clear()
    },
  }
}
