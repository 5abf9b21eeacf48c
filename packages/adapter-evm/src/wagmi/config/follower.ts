import type { Config } from 'wagmi'
import type { ConfigConnector } from './connector.js'

/** A connection that was made outside of the modal: by a hook of wagmi, or by the wallet itself. */
export type OutsideConnection = {
  readonly connectorId: string
  /** Whether it is the one that the app uses, not one beside it. */
  readonly isActive: boolean
}

export type Follower = {
  /** Compares the config with what the modal knows. */
  sync(): void
  /** The same after a connection that the visitor has made in the modal: it need not be told of that. */
  accept(uid: string): void
  /** Tells once more of what the modal does not know. */
  repeat(): void
  stop(): void
}

export type FollowerOptions = {
  readonly config: Config
  /** By wagmi's uid. */
  readonly connectors: ReadonlyMap<string, ConfigConnector>
  readonly prompts: ReadonlySet<string>
  readonly tellOutside: (event: OutsideConnection) => void
}

/**
 * Tells the modal what becomes of the config: of changes through the connectors, of new connections, and of another one
 * being the current. Each change ends in one comparison, so that no order of events can part the two.
 */
export function createFollower({ config, connectors, prompts, tellOutside }: FollowerOptions): Follower {
  /** Connections that the modal was told of. */
  const told = new Set<string>()
  let current: string | null = null

  const sync = (): void => {
    for (const own of connectors.values()) own.sync()
    const { state } = config
    // what the visitor is asking for in the modal goes before what comes meanwhile: told when that has ended
    if (state.status !== 'connected' || [...connectors.values()].some((own) => own.isAsking())) return
    for (const uid of told) if (!state.connections.has(uid)) told.delete(uid)
    if (current !== null && current !== state.current) current = null
    for (const uid of state.connections.keys()) {
      const own = connectors.get(uid)
      // one that the visitor has left is about to be undone
      if (!own || prompts.has(uid)) continue
      const isActive = uid === state.current
      const isNew = !own.isKnown() && !told.has(uid)
      const isOther = isActive && uid !== current
      if (!isNew && !isOther) continue
      told.add(uid)
      if (isActive) current = uid
      tellOutside({ connectorId: own.connector.meta.id, isActive })
    }
  }
  const stop = config.subscribe((state) => state, sync)

  return {
    sync,
    accept(uid) {
      told.add(uid)
      if (config.state.current === uid) current = uid
      sync()
    },
    repeat() {
      told.clear()
      current = null
      sync()
    },
    stop,
  }
}
