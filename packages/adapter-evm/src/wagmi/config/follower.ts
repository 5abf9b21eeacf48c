import type { Config } from 'wagmi'
import type { ConfigConnector } from './connector.js'

/** A connection that was made outside the modal: by a wagmi hook, or by the wallet itself. */
export type OutsideConnection = {
  readonly connectorId: string
  /** Whether it is wagmi's current connection. */
  readonly isActive: boolean
}

export type Follower = {
  /** Compares the config with the modal's connections and reports differences. */
  sync(): void
  /** Compares them after the user has connected in the modal, without reporting that connection. */
  accept(uid: string): void
  /** Reports again the connections that the modal doesn't have. */
  repeat(): void
  stop(): void
}

export type FollowerOptions = {
  readonly config: Config
  /** By wagmi's uid. */
  readonly connectors: ReadonlyMap<string, ConfigConnector>
  readonly prompts: ReadonlySet<string>
  readonly onOutsideConnection: (event: OutsideConnection) => void
}

/**
 * Follows the config and reports to the modal: changes through the connectors, new connections, and a new current connection.
 * Each change leads to one full comparison, so that no order of events makes the two diverge.
 */
export function createFollower({ config, connectors, prompts, onOutsideConnection }: FollowerOptions): Follower {
  /** Uids of connections that were reported to the modal. */
  const reported = new Set<string>()
  let current: string | null = null

  const sync = (): void => {
    for (const own of connectors.values()) own.sync()
    const { state } = config
    // while the user connects in the modal, other connections wait: they are reported afterwards
    if (state.status !== 'connected' || [...connectors.values()].some((own) => own.isConnecting())) return
    for (const uid of reported) if (!state.connections.has(uid)) reported.delete(uid)
    if (current !== null && current !== state.current) current = null
    for (const uid of state.connections.keys()) {
      const own = connectors.get(uid)
      // a connection that the user no longer waits for is about to be undone
      if (!own || prompts.has(uid)) continue
      const isActive = uid === state.current
      const isNew = !own.isKnown() && !reported.has(uid)
      const isOther = isActive && uid !== current
      if (!isNew && !isOther) continue
      reported.add(uid)
      if (isActive) current = uid
      onOutsideConnection({ connectorId: own.connector.meta.id, isActive })
    }
  }
  const stop = config.subscribe((state) => state, sync)

  return {
    sync,
    accept(uid) {
      reported.add(uid)
      if (config.state.current === uid) current = uid
      sync()
    },
    repeat() {
      reported.clear()
      current = null
      sync()
    },
    stop,
  }
}
