import {
  type AdapterInstance,
  type ConnectorMeta,
  createConnectorList,
  type LazyConnector,
  type PluginContext,
  type StandardWallet,
  toWalletIcon,
  toWalletName,
  watchStandardWallets,
} from '@latchkey/core'

export type CreateConnector = (meta: ConnectorMeta, found: FoundWallet) => LazyConnector

type Row = LazyConnector & { readonly key: string; readonly found: FoundWallet }

/** More wallets than anybody has: what comes after them is not even read. */
const maxWallets = 100

/** Milliseconds after which the page is looked at again, as extensions come late. */
const readDelays = [50, 300, 1_000, 3_000]

/**
 * Finds the Bitcoin wallets of a page, live: those that register themselves (Wallet Standard), those of the registry
 * `btc_providers`, and known injected objects. A wallet that comes in several ways has one row, the best of them; no
 * object of one wallet hides that of another.
 */
export function discoverWallets(
  { env, warn }: PluginContext,
  createConnector: CreateConnector,
): Omit<AdapterInstance, 'features'> {
  const target = env.window()
  const { getConnectors, onConnectorsChange, ...list } = createConnectorList(warn)
  const rows = new Set<Row>()
  const cancels: (() => void)[] = []

  const drop = (row: Row): void => {
    rows.delete(row)
    list.remove(row.connector)
  }

  const add = (found: FoundWallet): void => {
    const key = toKey(found.name)
    for (const row of rows) {
      if (row.key !== key && row.found.target !== found.target) continue
      // who is connected in one way is not thrown out by a better one
      if (row.isUsed() || found.rank >= row.found.rank) return
      drop(row)
    }
    if (rows.size >= maxWallets) return
    const { name, icon, rank } = found
    const type = rank < 2 ? 'ANNOUNCED' : 'INJECTED'
    const meta: ConnectorMeta = { id: `bitcoin:${key}`, type, name, icon, namespaces: ['bip122'] }
    const row: Row = { key, found, ...createConnector(meta, found) }
    rows.add(row)
    list.add(row.connector)
  }

  if (target) {
    const look = (): void => readPage(target, maxWallets).forEach(add)
    cancels.push(
      watchStandardWallets(env, {
        onRegister(wallet) {
          const found = readStandardWallet(wallet)
          if (found) add(found)
        },
        onUnregister(wallet) {
          for (const row of rows) if (row.found.target === wallet) drop(row)
        },
      }),
      ...readDelays.map((delay) => env.setTimeout(look, delay)),
      ...['load', 'focus'].map((event) => {
        target.addEventListener(event, look)
        return () => target.removeEventListener(event, look)
      }),
    )
    look()
  }

  return {
    getConnectors,
    onConnectorsChange,
    destroy() {
      for (const cancel of cancels.splice(0)) cancel()
      list.destroy()
    },
  }
}

/** The same for one wallet, whichever way it comes, and after a reload. Some say "… Wallet" in one way only. */
function toKey(name: string): string {
  const words = name.toLowerCase().replace(/\s+wallet$/, '')
  return words.replace(/[^\p{L}\d]+/gu, '-')
}

/** How a wallet is spoken to. `request`: JSON-RPC in the manner of sats-connect. */
export type Shape = 'standard' | 'request' | 'leather' | 'okx' | 'unisat'

/** A wallet that was found on the page, cut to what is safe to show. Every word of it is a claim. */
export type FoundWallet = {
  readonly shape: Shape
  readonly name: string
  /** A data URL of an image, for image elements only. */
  readonly icon: string | undefined
  /** The wallet's own interface: a wallet of Wallet Standard, or an injected object. Foreign: every call may throw. */
  readonly target: object
  /** Where it came from, the best first: Wallet Standard, the registry, a known place of the window. */
  readonly rank: 0 | 1 | 2
  readonly can: {
    readonly message: boolean
    readonly psbt: boolean
    /** Pays though it signs no PSBT. */
    readonly transfer?: boolean
    readonly network: boolean
  }
}

/** A registered wallet (Wallet Standard) where it serves Bitcoin; null for all others. Each field is read once. */
export function readStandardWallet(wallet: StandardWallet): FoundWallet | null {
  try {
    const { name: claim, icon, chains, features } = wallet
    const name = toWalletName(claim)
    if (!name || !chains.some((chain) => chain.startsWith('bitcoin:'))) return null
    const found = { name, icon: toWalletIcon(icon), rank: 0 } as const
    if ('bitcoin:connect' in features) {
      const [message, psbt] = ['bitcoin:signMessage' in features, 'bitcoin:signTransaction' in features]
      const transfer = 'bitcoin:sendTransfer' in features
      return { ...found, shape: 'standard', target: wallet, can: { message, psbt, transfer, network: false } }
    }
    // registered for its name only: what it can do stands in the provider
    const { provider } = features['sats-connect:'] as { readonly provider: { readonly request: unknown } }
    return typeof provider.request === 'function'
      ? { ...found, shape: 'request', target: provider, can: { message: true, psbt: true, network: false } }
      : null
  } catch {
    return null // getters and proxies of other scripts may throw whatever they like
  }
}

type Entry = { readonly id: string; readonly name: unknown; readonly icon?: unknown; readonly methods?: unknown }

/** Objects that wallets put on the page: how each is spoken to, its name, and a method by which it is known. */
const knownObjects: { readonly [id: string]: readonly [shape: Shape, name: string, method: string] } = {
  'XverseProviders.BitcoinProvider': ['request', 'Xverse Wallet', 'request'],
  LeatherProvider: ['leather', 'Leather', 'request'],
  'okxwallet.bitcoin': ['okx', 'OKX Wallet', 'connect'],
  unisat: ['unisat', 'UniSat Wallet', 'requestAccounts'],
}

/**
 * The wallets of a page that do not announce themselves: those of the registry `window.btc_providers` (WBIP 4), then the
 * objects that are known by their place. `most` of the registry are read, each field once.
 */
export function readPage(page: object, most: number): readonly FoundWallet[] {
  const found: FoundWallet[] = []
  const read = (rank: 1 | 2, getEntry: () => unknown): void => {
    try {
      found.push(toFoundWallet(page, rank, getEntry() as Entry))
    } catch {
      // not there, not what it should be, or a getter of another script that throws
    }
  }
  // asked for anew each time, so that a getter that throws is caught with the rest
  for (let index = 0; index < most; index++)
    read(1, () => (page as { readonly btc_providers: readonly unknown[] }).btc_providers[index])
  for (const [id, [, name]] of Object.entries(knownObjects)) read(2, () => ({ id, name }))
  return found
}

/** Throws for what is no wallet. */
function toFoundWallet(page: object, rank: 1 | 2, { id, name: claim, icon, methods }: Entry): FoundWallet {
  const name = toWalletName(claim)
  const [shape, , method] =
    (Object.hasOwn(knownObjects, id) && knownObjects[id]) || (['request', '', 'request'] as const)
  const parts = id.split('.', 5)
  const target = parts.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], page) as Record<
    string,
    unknown
  >
  if (!name || typeof target[method] !== 'function') throw new TypeError('No wallet.')
  const canSwitch =
    shape === 'okx' ||
    typeof target['switchChain'] === 'function' ||
    (Array.isArray(methods) ? methods.slice(0, 200).includes('wallet_changeNetwork') : id.startsWith('Xverse'))
  return { shape, name, icon: toWalletIcon(icon), target, rank, can: { message: true, psbt: true, network: canSwitch } }
}
