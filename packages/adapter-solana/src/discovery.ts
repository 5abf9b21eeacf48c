import {
  type AdapterInstance,
  type Connector,
  type ConnectorMeta,
  createConnectorList,
  isRecord,
  type LazyConnector,
  type PluginContext,
  type StandardWallet,
  toWalletIcon,
  toWalletName,
  watchStandardWallets,
} from '@latchkey/core'

export type CreateConnector = (
  meta: ConnectorMeta,
  wallet: StandardWallet,
  features: FoundWallet['features'],
) => LazyConnector

export type Discovery = Omit<AdapterInstance, 'features'> & {
  /** Offers a link to a wallet app, until a wallet of the same name registers. */
  addLink(connector: Connector): void
}

/** More wallets than any user has; further ones are ignored. */
const maxWallets = 100

/** Discovers the wallets of a page as they register (Wallet Standard), one per name. */
export function discoverWallets({ env, warn }: PluginContext, createConnector: CreateConnector): Discovery {
  const { add, remove, getConnectors, onConnectorsChange, destroy } = createConnectorList(warn)
  /** Wallets by name; the first one of a name keeps it. */
  const found = new Map<string, { readonly wallet: StandardWallet } & ReturnType<CreateConnector>>()
  const links = new Map<string, Connector>()

  /**
   * An id from the name, which is all that is stable across reloads. For a collision, the second one gets its name appended.
   */
  const toId = (name: string): string => {
    const id = `solana:${name.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}`
    return [...found.values()].some(({ connector }) => connector.meta.id === id) ? `${id}#${name}` : id
  }

  const stop = watchStandardWallets(env, {
    onRegister(wallet) {
      const parsed = found.size < maxWallets ? parseStandardWallet(wallet) : null
      if (!parsed || found.has(parsed.name)) return
      const { name, icon, features } = parsed
      const meta: ConnectorMeta = { id: toId(name), type: 'ANNOUNCED', name, icon, namespaces: ['solana'] }
      const made = createConnector(meta, wallet, features)
      found.set(name, { wallet, ...made })
      const link = links.get(name)
      if (link) remove(link)
      add(made.connector)
    },
    onUnregister(wallet) {
      for (const [name, { wallet: own, connector, emit, isUsed }] of found) {
        if (own !== wallet) continue
        found.delete(name)
        if (isUsed()) emit('disconnect', { namespace: 'solana' })
        remove(connector)
      }
    },
  })

  return {
    getConnectors,
    onConnectorsChange,
    addLink(connector) {
      const { name } = connector.meta
      if (found.has(name)) return
      links.set(name, connector)
      add(connector)
    },
    destroy() {
      stop()
      destroy()
    },
  }
}

/** The Wallet Standard features that this adapter uses. */
export type StandardFeature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'
  | 'solana:signIn'

/** A registered wallet, limited to what is safe to show. All of it is unverified. */
export type FoundWallet = {
  readonly name: string
  /** An image as a data URL, for image elements only. */
  readonly icon: string | undefined
  readonly features: readonly StandardFeature[]
}

const knownFeatures: readonly StandardFeature[] = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
]

/** More chains than any wallet supports; the rest is ignored. */
const maxChains = 100

/**
 * Parses a registered wallet; null for one that doesn't connect and sign on Solana. Reads each field once, as a getter may
 * return another value next time.
 */
export function parseStandardWallet(wallet: StandardWallet): FoundWallet | null {
  try {
    const { name, icon, chains, features } = wallet
    const label = toWalletName(name)
    if (!label || !Array.isArray(chains) || !isRecord(features)) return null
    const isOnSolana = chains
      .slice(0, maxChains)
      .some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))
    const offered = knownFeatures.filter((feature) => isRecord(features[feature]))
    const isUsable = offered.includes('standard:connect') && offered.some((feature) => feature.startsWith('solana:'))
    return isOnSolana && isUsable ? { name: label, icon: toWalletIcon(icon), features: offered } : null
  } catch {
    return null // a getter or proxy that throws
  }
}
