import {
  type AdapterInstance,
  type ConnectorMeta,
  createConnectorList,
  type LazyConnector,
  type PluginContext,
  watchStandardWallets,
} from '@latchkey/core'
import type { FoundWallet } from './foundWallet.js'
import { readPage } from './readPage.js'
import { readStandardWallet } from './readStandardWallet.js'

export type CreateConnector = (meta: ConnectorMeta, found: FoundWallet) => LazyConnector

type Row = LazyConnector & { readonly key: string; readonly found: FoundWallet }

/** More wallets than anybody has: what comes after them is not even read. */
const most = 100
/** Milliseconds after which the page is looked at again, as extensions come late. */
const delays = [50, 300, 1_000, 3_000]

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
    if (rows.size >= most) return
    const { name, icon, rank } = found
    const type = rank < 2 ? 'ANNOUNCED' : 'INJECTED'
    const meta: ConnectorMeta = { id: `bitcoin:${key}`, type, name, icon, namespaces: ['bip122'] }
    const row: Row = { key, found, ...createConnector(meta, found) }
    rows.add(row)
    list.add(row.connector)
  }

  if (target) {
    const look = (): void => readPage(target, most).forEach(add)
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
      ...delays.map((delay) => env.setTimeout(look, delay)),
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
