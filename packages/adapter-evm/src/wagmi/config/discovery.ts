import { type ConnectorMeta, type PluginContext, toWalletIcon, toWalletName } from '@latchkey/core'
import type { Config, Connector } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'

export type OfferOptions = Pick<PluginContext, 'env' | 'warn'> & {
  readonly isUsed: (uid: string) => boolean
  readonly add: (connector: Connector, meta: ConnectorMeta) => void
  readonly remove: (uid: string) => void
}

/** Milliseconds to wait for announcements before `window.ethereum` is offered. */
const announceTimeout = 300

/**
 * Offers the config's connectors, each id once, and follows changes. Offers `window.ethereum` only if it exists and no wallet
 * has announced itself, as it would be one of those. Returns a function that stops following.
 */
export function watchOffered(config: Config, { env, warn, isUsed, add, remove }: OfferOptions): () => void {
  const offered = new Map<string, string>()
  let isTimeoutOver = false
  let isStopped = false

  const sync = (): void => {
    const all = config.connectors.flatMap((connector) => {
      const meta = toMeta(connector)
      return meta ? [{ connector, meta }] : []
    })
    const hasAnnounced = all.some(({ meta }) => meta.type === 'ANNOUNCED')
    for (const uid of offered.keys()) {
      const found = all.find(({ connector }) => connector.uid === uid)
      if (found && !(hasAnnounced && isLegacy(found.connector) && !isUsed(uid))) continue
      offered.delete(uid)
      remove(uid)
    }
    for (const { connector, meta } of all)
      if (!isLegacy(connector)) offer(connector, meta)
      else if (isTimeoutOver && !hasAnnounced) offerLegacy(connector, meta).catch(warn)
  }
  const offer = (connector: Connector, meta: ConnectorMeta): void => {
    if (isStopped || offered.has(connector.uid) || [...offered.values()].includes(meta.id)) return
    offered.set(connector.uid, meta.id)
    add(connector, meta)
  }
  const offerLegacy = async (connector: Connector, meta: ConnectorMeta): Promise<void> => {
    if (await connector.getProvider()) offer(connector, meta)
  }

  const unwatch = watchConnectors(config, { onChange: sync })
  const cancel = env.setTimeout(() => {
    isTimeoutOver = true
    sync()
  }, announceTimeout)
  sync()
  return () => {
    isStopped = true
    unwatch()
    cancel()
  }
}

/** Whether it is wagmi's connector for `window.ethereum`, whichever wallet that is. */
function isLegacy({ type, id }: Connector): boolean {
  return type === 'injected' && id === 'injected'
}

/**
 * How the modal shows a wagmi connector. Keeps wagmi's id, which is stable across reloads. Null for the connector that
 * `createWagmiConfig` makes, which is the modal itself.
 */
function toMeta(connector: Connector): ConnectorMeta | null {
  const { id, type } = connector
  if (type === 'latchkey') return null
  if (isLegacy(connector)) return { id, type: 'INJECTED', name: 'Browser Wallet', namespaces: ['eip155'] }
  const rdns = toRdns(connector)
  return {
    id,
    type: rdns ? 'ANNOUNCED' : 'EXTERNAL',
    name: toWalletName(connector.name) || id,
    icon: toWalletIcon(connector.icon?.trim()),
    rdns,
    namespaces: ['eip155'],
  }
}

/** The rdns; for announced wallets, wagmi uses it as the id. */
function toRdns({ id, type, rdns }: Connector): string | undefined {
  const [first] = typeof rdns === 'string' ? [rdns] : (rdns ?? [])
  return first ?? (type === 'injected' && id.includes('.') ? id : undefined)
}
