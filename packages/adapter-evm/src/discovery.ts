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
  /** Called whenever a connection through the connector begins or ends. */
  onUse: (isUsed: boolean) => void,
) => Connector

/** More wallets than any user has; further announcements are ignored. */
const maxWallets = 100

/** Milliseconds to wait for announcements before `window.ethereum` is offered. */
const announceTimeout = 300

/**
 * Discovers the wallets of a page as they announce themselves (EIP-6963). Offers `window.ethereum` only if none does: wallets
 * compete for that object, so it isn't touched while an announced wallet is there.
 */
export function discoverWallets(
  { env, options, warn }: PluginContext,
  createConnector: CreateConnector,
): Omit<AdapterInstance, 'features'> {
  const target = env.window()
  const { getConnectors, onConnectorsChange, ...list } = createConnectorList(warn)
  let announced = 0
  /** Ids, uuids, providers and names with their rdns that are listed already. */
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
    // the rdns is stable across reloads; a second wallet that claims it gets its name appended
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
    return undefined // a getter that throws, where two wallets compete
  }
}

/** A wallet's EIP-6963 announcement, limited to what is safe to show. All of it is unverified. */
export type Announcement = {
  readonly uuid: string
  readonly name: string
  /** Lower case; undefined if it is not a reverse domain name. */
  readonly rdns: string | undefined
  /** An image as a data URL, for image elements only. */
  readonly icon: string | undefined
  readonly provider: Eip1193Provider
}

const domainPattern = /^[a-z\d-]{1,63}(\.[a-z\d-]{1,63}){1,8}$/

/** Parses an announcement; null for an invalid one. Reads each field once, as a getter may return another value next time. */
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
    return null // a getter or proxy that throws
  }
}
