import {
  type AdapterInstance,
  type Connector,
  type ConnectorMeta,
  createConnectorList,
  type LazyConnector,
  type PluginContext,
  type StandardWallet,
  watchStandardWallets,
} from '@latchkey/core'
import { type FoundWallet, parseStandardWallet } from './parseStandardWallet.js'

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
const most = 100

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
      const parsed = found.size < most ? parseStandardWallet(wallet) : null
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
