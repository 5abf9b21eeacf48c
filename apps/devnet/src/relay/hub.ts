import { createHash } from 'node:crypto'
import { createFaultyPush, type FaultyPush } from './faults.js'
import type { Mailbox, RelayMessage } from './mailbox.js'
import { RelayCallError, relayLimits } from './params.js'
import { createSubscriptions, type RelaySocket } from './subscriptions.js'

export type Hub = {
  /** Subscribes and returns the id. Pending messages follow after the response. */
  readonly subscribe: (socket: RelaySocket, topic: string) => string
  readonly unsubscribe: (socket: RelaySocket, topic: string) => void
  /** Stores the message and pushes it to subscribers. A repeated message changes nothing. */
  readonly publish: (message: RelayMessage) => void
  /** Pending messages of the client in these topics. Reading does not acknowledge them. */
  readonly read: (socket: RelaySocket, topics: readonly string[]) => readonly RelayMessage[]
  /** Handles the response to a push. Only a success counts as delivered. */
  readonly settle: (socket: RelaySocket, id: number, isSuccess: boolean) => void
  /** Removes a closed socket; unacknowledged messages wait for the next one. */
  readonly leave: (socket: RelaySocket) => void
  readonly faults: FaultyPush
  readonly count: () => { readonly subscribedTopics: number; readonly pushed: number; readonly acknowledged: number }
}

/** Delivers published messages to subscribers, at least once, until they are acknowledged. */
export function createHub({ mailbox, now }: { readonly mailbox: Mailbox; readonly now: () => number }): Hub {
  const subscriptions = createSubscriptions()
  const faults = createFaultyPush({ toSubscriptionId })
  const first = now() * 1_000
  let pushed = 0
  let acknowledged = 0

  const push = (socket: RelaySocket, message: RelayMessage): void => {
    if ([...socket.inFlight.values()].some((other) => other === message)) return
    if (socket.inFlight.size >= relayLimits.inFlightPerSocket) return void socket.waiting.add(message.topic)
    const { topic, message: text, publishedAt, tag, attestation } = message
    const id = first + pushed
    pushed += 1
    const data = { topic, message: text, publishedAt, tag, ...(attestation !== undefined && { attestation }) }
    const params = { id: toSubscriptionId(topic, socket.clientId), data }
    socket.inFlight.set(id, message)
    const isSent = faults.send(socket, { id, jsonrpc: '2.0', method: 'irn_subscription', params })
    if (!isSent) socket.inFlight.delete(id)
  }
  const pushWaiting = (socket: RelaySocket, topic: string): void => {
    if (!socket.topics.has(topic)) return
    for (const message of mailbox.read(topic, socket.clientId)) push(socket, message)
  }

  return {
    faults,
    subscribe: (socket, topic) => {
      if (!socket.topics.has(topic) && socket.topics.size >= relayLimits.topicsPerSocket)
        throw new RelayCallError(-32_000, `Too many topics: ${relayLimits.topicsPerSocket} at most`)
      subscriptions.add(socket, topic)
      setImmediate(() => pushWaiting(socket, topic))
      return toSubscriptionId(topic, socket.clientId)
    },
    unsubscribe: subscriptions.remove,
    publish: (message) => {
      if (!mailbox.add(message)) return
      for (const socket of subscriptions.get(message.topic)) if (socket.clientId !== message.from) push(socket, message)
    },
    read: (socket, topics) => topics.flatMap((topic) => mailbox.read(topic, socket.clientId)),
    settle: (socket, id, isSuccess) => {
      const message = socket.inFlight.get(id)
      if (!message || faults.take('loseAcks')) return
      socket.inFlight.delete(id)
      if (isSuccess) {
        acknowledged += 1
        mailbox.acknowledge(message, socket.clientId)
        if (faults.take('replay')) push(socket, message)
      }
      const [topic] = socket.waiting
      if (topic === undefined) return
      socket.waiting.delete(topic)
      pushWaiting(socket, topic)
    },
    leave: (socket) => {
      for (const topic of [...socket.topics]) subscriptions.remove(socket, topic)
      socket.inFlight.clear()
    },
    count: () => ({ subscribedTopics: subscriptions.count(), pushed, acknowledged }),
  }
}

function toSubscriptionId(topic: string, clientId: string): string {
  return createHash('sha256').update(`${topic}${clientId}`).digest('hex')
}
