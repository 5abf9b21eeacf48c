import type { ConnectorMeta, PluginContext } from '@latchkey/core'
import type { Config, Connector } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'
import { isLegacy, toMeta } from './toMeta.js'

export type OfferOptions = Pick<PluginContext, 'env' | 'warn'> & {
  readonly isUsed: (uid: string) => boolean
  readonly add: (connector: Connector, meta: ConnectorMeta) => void
  readonly remove: (uid: string) => void
}

/** Milliseconds that wallets have to announce themselves before the legacy object counts. */
const grace = 300

/**
 * Keeps the rows in step with the connectors of the config, each id once. `window.ethereum` is offered only where there is
 * one and no wallet has announced itself, as it would be one of those. Returns its undoing.
 */
export function watchOffered(config: Config, { env, warn, isUsed, add, remove }: OfferOptions): () => void {
  const offered = new Map<string, string>()
  let isGraceOver = false
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
      else if (isGraceOver && !hasAnnounced) offerLegacy(connector, meta).catch(warn)
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
    isGraceOver = true
    sync()
  }, grace)
  sync()
  return () => {
    isStopped = true
    unwatch()
    cancel()
  }
}
