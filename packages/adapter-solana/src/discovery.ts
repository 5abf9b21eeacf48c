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
  /** A way to a wallet that is not on the page. It goes when a wallet of its name comes. */
  addLink(connector: Connector): void
}

/** More wallets than anybody has: what comes after them is not even read. */
const maxWallets = 100

/** Finds the wallets of a page, live, as they register themselves (Wallet Standard): one row for each name. */
export function discoverWallets({ env, warn }: PluginContext, createConnector: CreateConnector): Discovery {
  const { add, remove, getConnectors, onConnectorsChange, destroy } = createConnectorList(warn)
  /** What a name has brought so far; the first wallet of a name keeps it. */
  const found = new Map<string, { readonly wallet: StandardWallet } & ReturnType<CreateConnector>>()
  const links = new Map<string, Connector>()

  /** A name is all that outlives a reload. Where two look alike in an id, the second has its own spelling behind it. */
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

/** Features of the Wallet Standard that are used here. */
export type StandardFeature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'
  | 'solana:signIn'

/** A wallet as it registers itself, cut to what is safe to show. Every word of it is a claim. */
export type FoundWallet = {
  readonly name: string
  /** A data URL of an image, for image elements only. */
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

/** Nobody is on more chains. */
const maxChains = 100

/**
 * Reads each field of a foreign object once, as a second look may show another value. Null for what is no wallet that
 * connects and signs on Solana.
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
    return null // getters and proxies of other scripts may throw whatever they like
  }
}
