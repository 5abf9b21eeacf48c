import type { RelayMessage } from './createMailbox.js'

/** One connection of a client; a client may have several. */
export type RelaySocket = {
  readonly clientId: string
  readonly topics: Set<string>
  /** What was pushed and not yet acknowledged, by the id of the push. */
  readonly inFlight: Map<number, RelayMessage>
  /** Topics with more to push once something is acknowledged. */
  readonly waiting: Set<string>
  readonly send: (frame: object) => void
}
