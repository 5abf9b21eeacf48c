import type { RelayMessage } from './mailbox.js'

/** A connection of a client, which may have several. */
export type RelaySocket = {
  readonly clientId: string
  readonly topics: Set<string>
  /** Unacknowledged pushes, by id. */
  readonly inFlight: Map<number, RelayMessage>
  /** Topics with pending messages beyond the limit. */
  readonly waiting: Set<string>
  readonly send: (frame: object) => void
}

export type Subscriptions = {
  readonly add: (socket: RelaySocket, topic: string) => void
  readonly remove: (socket: RelaySocket, topic: string) => void
  /** Sockets that are subscribed to a topic. */
  readonly get: (topic: string) => readonly RelaySocket[]
  /** Number of topics with sockets. */
  readonly count: () => number
}

export function createSubscriptions(): Subscriptions {
  const byTopic = new Map<string, Set<RelaySocket>>()
  return {
    add: (socket, topic) => {
      byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(socket))
      socket.topics.add(topic)
    },
    remove: (socket, topic) => {
      const sockets = byTopic.get(topic)
      sockets?.delete(socket)
      if (sockets?.size === 0) byTopic.delete(topic)
      socket.topics.delete(topic)
      socket.waiting.delete(topic)
    },
    get: (topic) => [...(byTopic.get(topic) ?? [])],
    count: () => byTopic.size,
  }
}
