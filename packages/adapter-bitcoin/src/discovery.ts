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

/** More wallets than any user has; further ones are ignored. */
const maxWallets = 100

/** Milliseconds after which the page is read again, as extensions load late. */
const readDelays = [50, 300, 1_000, 3_000]

/**
 * Discovers the Bitcoin wallets of a page as they appear: those that register (Wallet Standard), those of the registry
 * `btc_providers`, and known injected objects. A wallet that is found in several ways is listed once, by the best one.
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
      // a better way doesn't replace one that is in use
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
    const read = (): void => readPage(target).forEach(add)
    cancels.push(
      watchStandardWallets(env, {
        onRegister(wallet) {
          const found = readStandardWallet(wallet)
          if (found) add(found)
        },
        onUnregister(wallet) {
          const target = readStandardWallet(wallet)?.target ?? wallet
          for (const row of rows) {
            if (row.found.target !== target) continue
            if (row.isUsed()) row.emit('disconnect', { namespace: 'bip122' })
            drop(row)
          }
        },
      }),
      ...readDelays.map((delay) => env.setTimeout(read, delay)),
      ...['load', 'focus'].map((event) => {
        target.addEventListener(event, read)
        return () => target.removeEventListener(event, read)
      }),
    )
    read()
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

/** A wallet's key: the same however it is found, and after a reload. Some append "Wallet" in one place only. */
function toKey(name: string): string {
  const words = name.toLowerCase().replace(/\s+wallet$/, '')
  return words.replace(/[^\p{L}\d]+/gu, '-')
}

/** The kind of a wallet's interface. `request`: JSON-RPC as in sats-connect. */
export type Shape = 'standard' | 'request' | 'leather' | 'okx' | 'unisat'

/** A discovered wallet, limited to what is safe to show. All of it is unverified. */
export type FoundWallet = {
  readonly shape: Shape
  readonly name: string
  /** An image as a data URL, for image elements only. */
  readonly icon: string | undefined
  /** The wallet's own interface: a Wallet Standard wallet, or an injected object. Every call may throw. */
  readonly target: object
  /** Source of the wallet, best first: Wallet Standard, the registry, a known object of the window. */
  readonly rank: 0 | 1 | 2
  readonly can: {
    readonly message: boolean
    readonly psbt: boolean
    /** Whether it can pay without signing PSBTs. */
    readonly transfer?: boolean
    readonly network: boolean
  }
}

/** Parses a registered wallet (Wallet Standard); null for one without Bitcoin. Reads each field once. */
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
    // registered for discovery only: its features are in the provider
    const { provider } = features['sats-connect:'] as { readonly provider: { readonly request: unknown } }
    return typeof provider.request === 'function'
      ? { ...found, shape: 'request', target: provider, can: { message: true, psbt: true, network: false } }
      : null
  } catch {
    return null // a getter or proxy that throws
  }
}

type Entry = { readonly id: string; readonly name: unknown; readonly icon?: unknown; readonly methods?: unknown }

/** Objects that wallets inject into the page: the kind of interface, the wallet's name, and a method that identifies it. */
const knownObjects: { readonly [id: string]: readonly [shape: Shape, name: string, method: string] } = {
  'XverseProviders.BitcoinProvider': ['request', 'Xverse Wallet', 'request'],
  LeatherProvider: ['leather', 'Leather', 'request'],
  'okxwallet.bitcoin': ['okx', 'OKX Wallet', 'connect'],
  unisat: ['unisat', 'UniSat Wallet', 'requestAccounts'],
}

/** Reads the wallets of a page that don't register: those of `window.btc_providers` (WBIP 4), then known injected objects. */
function readPage(page: object): readonly FoundWallet[] {
  const found: FoundWallet[] = []
  const read = (rank: 1 | 2, getEntry: () => unknown): void => {
    try {
      found.push(toFoundWallet(page, rank, getEntry() as Entry))
    } catch {
      // missing, invalid, or a getter that throws
    }
  }
  // read by `getEntry`, so that a getter that throws is caught
  for (let index = 0; index < maxWallets; index++)
    read(1, () => (page as { readonly btc_providers: readonly unknown[] }).btc_providers[index])
  for (const [id, [, name]] of Object.entries(knownObjects)) read(2, () => ({ id, name }))
  return found
}

/** Throws for anything but a wallet. */
function toFoundWallet(page: object, rank: 1 | 2, { id, name: claim, icon, methods }: Entry): FoundWallet {
  const name = toWalletName(claim)
  const [shape, , method] =
    (Object.hasOwn(knownObjects, id) && knownObjects[id]) || (['request', '', 'request'] as const)
  const parts = id.split('.', 5)
  const target = parts.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], page) as Record<
    string,
    unknown
  >
  if (!name || typeof target[method] !== 'function') throw new TypeError('Not a wallet.')
  const canSwitch =
    shape === 'okx' ||
    typeof target['switchChain'] === 'function' ||
    (Array.isArray(methods) ? methods.slice(0, 200).includes('wallet_changeNetwork') : id.startsWith('Xverse'))
  return { shape, name, icon: toWalletIcon(icon), target, rank, can: { message: true, psbt: true, network: canSwitch } }
}
