import type { RelayFaults } from './relayFaults.js'

export type StartRelayOptions = {
  /** Preferred port; a busy or missing one becomes a free one. */
  readonly port?: number | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Where messages are kept beside memory, so that none is lost when the relay is killed. */
  readonly journal?: string | undefined
}

export type RelayStats = {
  readonly sockets: number
  /** All that were ever let in. */
  readonly opened: number
  readonly subscribedTopics: number
  /** Kept until they expire. */
  readonly messages: number
  readonly bytes: number
  readonly pushed: number
  readonly acknowledged: number
  /** Sockets that were refused for their token, or because the relay is paused. */
  readonly refused: number
  readonly isPaused: boolean
}

export type RunningRelay = {
  /** `ws://127.0.0.1:…`, what clients call and their tokens name. */
  readonly url: string
  /** Of its control over HTTP: see the README. */
  readonly controlUrl: string
  readonly port: number
  /** Ends every socket, without a farewell, as a lost network does. Clients may come back at once. */
  readonly cutSockets: () => void
  /** Replaces the faults that there were; `{}` ends them. */
  readonly setFaults: (faults: RelayFaults) => void
  /** Ends every socket and refuses new ones until `resume()`: the relay is not to be reached. */
  readonly pause: () => void
  readonly resume: () => void
  readonly stats: () => RelayStats
  /** May be called often. */
  readonly stop: () => Promise<void>
}
