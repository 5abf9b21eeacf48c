import type { Hub } from '../createHub.js'
import type { Params } from '../params/toParams.js'
import type { RelaySocket } from '../relaySocket.js'

export type RelayMethodContext = {
  readonly hub: Hub
  readonly socket: RelaySocket
  /** Milliseconds since the epoch. */
  readonly now: number
}

export type RelayMethod = (context: RelayMethodContext, params: Params) => unknown
