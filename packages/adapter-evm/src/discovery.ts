import {
  type AdapterInstance,
  type Connector,
  type ConnectorMeta,
  createConnectorList,
  type PluginContext,
} from '@latchkey/core'
import { parseAnnouncement } from './parseAnnouncement.js'
import type { Eip1193Provider } from './provider.js'

export type CreateConnector = (
  meta: ConnectorMeta,
  provider: Eip1193Provider,
  /** Told whenever a connection through it begins or ends. */
  onUse: (isUsed: boolean) => void,
) => Connector

/** More wallets than anybody has: what comes after them is not even read. */
const most = 100
/** Milliseconds that wallets have to announce themselves before the legacy object counts. */
const grace = 300

/**
 * Finds the wallets of a page, live: those that announce themselves (EIP-6963), one row each, and `window.ethereum`
 * only where none does. While one does, the legacy object is not touched: wallets fight over it.
 */
export function discoverWallets(
  { env, options, warn }: PluginContext,
  createConnector: CreateConnector,
): Omit<AdapterInstance, 'features'> {
  const target = env.window()
  const { getConnectors, onConnectorsChange, ...list } = createConnectorList(warn)
  let announced = 0
  /** Ids, uuids, providers, and names with their rdns that have a row. */
  const taken = new Set<unknown>(['injected'])
  const ended = new AbortController()
  let legacy: Connector | undefined
  let isLegacyUsed = false
  let cancel: (() => void) | undefined

  const dropLegacy = (): void => {
    if (!legacy || isLegacyUsed || announced === 0) return
    list.remove(legacy)
    legacy = undefined
  }

  const onAnnounce = (event: Event): void => {
    const found = announced < most && parseAnnouncement(event)
    if (!found) return
    const { uuid, provider, rdns, name, icon } = found
    // the rdns outlives a reload; a second wallet that claims it gets its name behind it
    const id = rdns && taken.has(rdns) ? `${rdns}#${name.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}` : (rdns ?? uuid)
    const marks = [id, uuid, provider, `${rdns ?? uuid} ${name}`]
    if (marks.some((mark) => taken.has(mark))) return
    for (const mark of marks) taken.add(mark)
    const meta: ConnectorMeta = { id, type: 'ANNOUNCED', name, icon, rdns, namespaces: ['eip155'] }
    announced += 1
    list.add(createConnector(meta, provider, () => undefined))
    dropLegacy()
  }

  const findLegacy = (): void => {
    if (announced > 0 || legacy) return
    const provider = readLegacy(target)
    if (!provider) return
    const meta: ConnectorMeta = { id: 'injected', type: 'INJECTED', name: 'Browser Wallet', namespaces: ['eip155'] }
    legacy = createConnector(meta, provider, (isUsed) => {
      isLegacyUsed = isUsed
      dropLegacy()
    })
    list.add(legacy)
  }

  const waitForLegacy = (): void => {
    cancel?.()
    cancel = env.setTimeout(findLegacy, options.enableEIP6963 ? grace : 0)
  }

  const listen = (event: string, listener: (event: Event) => void): void =>
    target?.addEventListener(event, listener, { signal: ended.signal })

  if (options.enableEIP6963) {
    listen('eip6963:announceProvider', onAnnounce)
    target?.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  listen('ethereum#initialized', waitForLegacy)
  if (target) waitForLegacy()

  return {
    getConnectors,
    onConnectorsChange,
    destroy() {
      cancel?.()
      ended.abort()
      list.destroy()
    },
  }
}

function readLegacy(target: object | null): Eip1193Provider | undefined {
  try {
    const { ethereum } = target as { readonly ethereum?: Eip1193Provider }
    return typeof ethereum?.request === 'function' ? ethereum : undefined
  } catch {
    return undefined // a getter of a wallet that fights with another
  }
}
