import {
  type AdapterInstance,
  type Connector,
  type ConnectorMeta,
  createConnectorList,
  type PluginContext,
  toWalletIcon,
  toWalletName,
} from '@latchkey/core'
import type { Eip1193Provider } from './connectors/walletLink.js'

export type CreateConnector = (
  meta: ConnectorMeta,
  provider: Eip1193Provider,
  /** Told whenever a connection through it begins or ends. */
  onUse: (isUsed: boolean) => void,
) => Connector

/** More wallets than anybody has: what comes after them is not even read. */
const maxWallets = 100

/** Milliseconds that wallets have to announce themselves before the legacy object counts. */
const announceTimeout = 300

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
    const found = announced < maxWallets && parseAnnouncement(event)
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
    cancel = env.setTimeout(findLegacy, options.enableEIP6963 ? announceTimeout : 0)
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

/** A wallet as EIP-6963 announces it, cut to what is safe to show. Every word of it is a claim. */
export type Announcement = {
  readonly uuid: string
  readonly name: string
  /** Lower case; undefined where the claim is no reverse domain name. */
  readonly rdns: string | undefined
  /** A data URL of an image, for image elements only. */
  readonly icon: string | undefined
  readonly provider: Eip1193Provider
}

const domainPattern = /^[a-z\d-]{1,63}(\.[a-z\d-]{1,63}){1,8}$/

/** Reads each field of a foreign object once, as a second look may show another value. Null for what is no wallet. */
export function parseAnnouncement(event: Event): Announcement | null {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: Eip1193Provider }>)
      .detail
    const { uuid, name, icon, rdns } = info
    if (typeof uuid !== 'string' || typeof rdns !== 'string') return null
    const label = toWalletName(name)
    if (!label || !/^[\w:.-]{1,64}$/.test(uuid) || typeof provider.request !== 'function') return null
    const domainName = rdns.length < 256 ? rdns.toLowerCase() : ''
    return {
      uuid,
      name: label,
      rdns: domainPattern.test(domainName) ? domainName : undefined,
      icon: toWalletIcon(icon),
      provider,
    }
  } catch {
    return null // getters and proxies of other scripts may throw whatever they like
  }
}
