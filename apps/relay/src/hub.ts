import { createHash } from 'node:crypto'
import { type Mailbox, maxRead, parseNotification, type RelayMessage, type StoredMessage } from './mailbox.js'
import { errorCodes, RelayCallError } from './params.js'

/** A connection of a client, which may have several. */
export type RelaySocket = {
  readonly clientId: string
  readonly topics: Map<string, Subscription>
  /** Unacknowledged pushes, by id. */
  readonly inFlight: Map<number, Pick<StoredMessage, 'id' | 'topic' | 'expiresAt'>>
  /** Topics that have to be read, because messages wait there, or may. Notifications deliver nothing to them. */
  readonly behind: Set<string>
  /** Whether the socket can take more data: its client reads fast enough. */
  readonly isWritable: () => boolean
  readonly send: (frame: object) => void
}

/** Messages up to `cursor` are acknowledged, in flight, or were refused by the client. */
type Subscription = { cursor: number; isReading: boolean }

export type Hub = {
  /**
   * Subscribes all topics, or throws if they are too many for the client, and returns the ids. Pending messages follow; `read` resolves when the topics have been read, the client has to acknowledge
   * first, or the database is unavailable.
   */
  readonly subscribe: (
    socket: RelaySocket,
    topics: readonly string[],
  ) => { readonly ids: readonly string[]; readonly read: Promise<void> }
  readonly unsubscribe: (socket: RelaySocket, topic: string) => void
  readonly publish: (messages: readonly RelayMessage[]) => Promise<void>
  /** Pending messages of the client in these topics. Reading does not acknowledge them. */
  readonly fetch: (
    socket: RelaySocket,
    topics: readonly string[],
  ) => Promise<{ readonly messages: readonly StoredMessage[]; readonly hasMore: boolean }>
  /** Handles the response to a push. Only a success counts as delivered; anything else is pushed with the next subscription. */
  readonly settle: (socket: RelaySocket, id: number, isSuccess: boolean) => void
  /** Pushes pending messages, as far as the client can take them. Resolves when that is done, or the database is unavailable. */
  readonly resume: (socket: RelaySocket) => Promise<void>
  /** Reports the topics of a socket that is still open again, as they are forgotten after seven days. */
  readonly report: (socket: RelaySocket) => void
  /** Removes a closed socket; unacknowledged messages wait for the next one. */
  readonly leave: (socket: RelaySocket) => void
  /** Pushes a message that some relay of the database has stored, or reports the topics of a client that has a new webhook. */
  readonly receive: (notification: string) => void
  /** Reads all subscribed topics, and reports them again, because notifications were missed. */
  readonly catchUp: () => void
  /** Topics that the sockets of a client have subscribed here. */
  readonly topicsOf: (clientId: string) => readonly string[]
  readonly count: () => { readonly topics: number; readonly pushed: number; readonly acknowledged: number }
}

type CreateHubOptions = {
  readonly mailbox: Mailbox
  readonly now: () => number
  readonly limits: { readonly topicsPerClient: number }
  /** Whether no notification is missed. Until {@link Hub.catchUp} has run, some were. */
  readonly isListening: () => boolean
  readonly warn: (cause: unknown) => void
  /** Called when a client subscribes or unsubscribes a topic, not when its socket closes. It may be reported again. */
  readonly onSubscription: (clientId: string, topic: string, isSubscribed: boolean) => void
  /** Called with the milliseconds between publishing and pushing of a message that was not waiting for its client. */
  readonly onPush: (milliseconds: number) => void
}

/** Unacknowledged pushes per socket; the rest waits until half of them are acknowledged. */
const inFlightPerSocket = 100

/** Bytes and messages of a response to a fetch. */
const fetchLimits = { messages: 500, bytes: 1_048_576 } as const

/** Topics that are read at once for a socket, or for a fetch. */
const readsAtOnce = 25

/** Milliseconds after which a failed read is repeated. */
const rereadAfter = 1_000

/**
 * Delivers messages to subscribers until they acknowledge them, each topic in the order of its ids. New messages come as notifications,
 * also those of this process, since only they are in one order; everything else is read from the mailbox.
 */
export function createHub(options: CreateHubOptions): Hub {
  const { mailbox, now, limits, isListening, warn, onSubscription, onPush } = options
  const sockets = new Map<string, Set<RelaySocket>>()
  /** Number of sockets of a client that have subscribed to a topic, by client and topic. */
  const topicsOfClients = new Map<string, Map<string, number>>()
  const first = now() * 1_000
  let pushed = 0
  let acknowledged = 0

  const count = (clientId: string, topic: string, change: 1 | -1): void => {
    const topics = topicsOfClients.get(clientId) ?? new Map<string, number>()
    const next = (topics.get(topic) ?? 0) + change
    if (next === 0) topics.delete(topic)
    else topics.set(topic, next)
    if (topics.size === 0) topicsOfClients.delete(clientId)
    else topicsOfClients.set(clientId, topics)
  }
  const topicsOf = (clientId: string): readonly string[] => [...(topicsOfClients.get(clientId)?.keys() ?? [])]
  const canPush = (socket: RelaySocket): boolean => socket.inFlight.size < inFlightPerSocket && socket.isWritable()
  const push = (socket: RelaySocket, { id: messageId, topic, expiresAt, ...message }: StoredMessage): void => {
    const { message: text, publishedAt, tag, attestation } = message
    const id = first + pushed
    pushed += 1
    socket.inFlight.set(id, { id: messageId, topic, expiresAt })
    const data = { topic, message: text, publishedAt, tag, ...(attestation !== undefined && { attestation }) }
    const params = { id: toSubscriptionId(topic, socket.clientId), data }
    socket.send({ id, jsonrpc: '2.0', method: 'irn_subscription', params })
  }

  /** Reads a topic once, and pushes the messages after the cursor, as far as the client can take them. */
  const read = async (socket: RelaySocket, topic: string): Promise<void> => {
    const subscription = socket.topics.get(topic)
    socket.behind.delete(topic)
    if (!subscription) return
    const isCurrent = (): boolean => socket.topics.get(topic) === subscription
    subscription.isReading = true
    try {
      const messages = await mailbox.read({ topic, clientId: socket.clientId, after: subscription.cursor })
      if (!isCurrent()) return
      const inFlight = new Set([...socket.inFlight.values()].map(({ id }) => id))
      for (const message of messages) {
        if (!canPush(socket)) break
        subscription.cursor = message.id
        if (!inFlight.has(message.id)) push(socket, message)
      }
      // there may be more, until a read finds nothing
      if (messages.length > 0) socket.behind.add(topic)
    } catch (cause) {
      if (isCurrent()) socket.behind.add(topic)
      throw cause
    } finally {
      subscription.isReading = false
    }
  }
  /** Sockets whose topics are being read, including those that wait after a failed read. */
  const reading = new Map<RelaySocket, Promise<void>>()
  const pausing = new Set<RelaySocket>()
  const readBehind = async (socket: RelaySocket): Promise<void> => {
    // few at first: one topic may have all that the client takes
    for (let count = 1; socket.behind.size > 0 && canPush(socket); count = Math.min(2 * count, readsAtOnce)) {
      const topics = [...socket.behind].slice(0, count)
      const results = await Promise.allSettled(topics.map((topic) => read(socket, topic)))
      const failed = results.find((result) => result.status === 'rejected')
      if (!failed) continue
      warn(failed.reason)
      pausing.add(socket)
      setTimeout(() => {
        pausing.delete(socket)
        void resume(socket)
      }, rereadAfter).unref()
      break
    }
    reading.delete(socket)
  }
  const resume = async (socket: RelaySocket): Promise<void> => {
    if (!reading.has(socket)) {
      if (pausing.has(socket) || socket.behind.size === 0 || !canPush(socket)) return
      reading.set(socket, readBehind(socket))
    }
    await reading.get(socket)
  }

  const deliver = (message: StoredMessage): void => {
    const { id, topic, from, publishedAt, expiresAt } = message
    if (expiresAt <= now()) return
    for (const socket of sockets.get(topic) ?? []) {
      const subscription = socket.topics.get(topic)
      if (!subscription || id <= subscription.cursor || from === socket.clientId) continue
      if (subscription.isReading || socket.behind.has(topic) || !isListening() || !canPush(socket)) {
        socket.behind.add(topic)
        void resume(socket)
      } else {
        subscription.cursor = id
        push(socket, message)
        onPush(now() - publishedAt)
      }
    }
  }

  type Notified = Exclude<NonNullable<ReturnType<typeof parseNotification>>, { readonly watched: string }>
  const notified: Notified[] = []
  let isDelivering = false
  /** Delivers notified messages in their order, also where some have to be read first. */
  const deliverAll = async (): Promise<void> => {
    isDelivering = true
    while (notified.length > 0) {
      const messages = notified.splice(0)
      const large = messages.flatMap((one) => (one.message === undefined ? [one] : []))
      try {
        const rows = large.length === 0 ? [] : await mailbox.readByIds(large.map(({ id }) => id))
        const byId = new Map(rows.map((row) => [row.id, row]))
        for (const one of messages) {
          const message = one.message === undefined ? byId.get(one.id) : one
          if (message) deliver(message)
        }
      } catch (cause) {
        warn(cause)
        for (const { topic } of messages) readTopic(topic)
      }
    }
    isDelivering = false
  }
  const readTopic = (topic: string): void => {
    for (const socket of sockets.get(topic) ?? []) {
      socket.behind.add(topic)
      void resume(socket)
    }
  }

  const subscribe = (socket: RelaySocket, topic: string): void => {
    const known = socket.topics.get(topic)
    if (!known) count(socket.clientId, topic, 1)
    // the first read is still to come
    if (known?.cursor === 0 && (known.isReading || socket.behind.has(topic))) return
    // also if already subscribed: messages that the client didn't acknowledge are pushed again
    socket.topics.set(topic, { cursor: 0, isReading: false })
    sockets.set(topic, (sockets.get(topic) ?? new Set()).add(socket))
    socket.behind.add(topic)
  }
  const unsubscribe = (socket: RelaySocket, topic: string): void => {
    if (!socket.topics.delete(topic)) return
    count(socket.clientId, topic, -1)
    socket.behind.delete(topic)
    const others = sockets.get(topic)
    others?.delete(socket)
    if (others?.size === 0) sockets.delete(topic)
  }

  return {
    subscribe: (socket, topics) => {
      const all = new Set([...topicsOf(socket.clientId), ...topics])
      if (all.size > limits.topicsPerClient)
        throw new RelayCallError(errorCodes.unavailable, `Too many topics: ${limits.topicsPerClient} at most`)
      for (const topic of topics) {
        subscribe(socket, topic)
        onSubscription(socket.clientId, topic, true)
      }
      return { ids: topics.map((topic) => toSubscriptionId(topic, socket.clientId)), read: resume(socket) }
    },
    unsubscribe: (socket, topic) => {
      unsubscribe(socket, topic)
      onSubscription(socket.clientId, topic, false)
    },
    publish: mailbox.publish,
    fetch: async ({ clientId }, topics) => {
      const messages: StoredMessage[] = []
      let bytes = 0
      let hasMore = false
      for (let begin = 0; begin < topics.length; begin += readsAtOnce) {
        const some = topics.slice(begin, begin + readsAtOnce)
        const lists = await Promise.all(some.map((topic) => mailbox.read({ topic, clientId, after: 0 })))
        hasMore ||= lists.some((list) => list.length === maxRead.messages || sumBytes(list) >= maxRead.bytes)
        for (const message of lists.flat()) {
          bytes += sumBytes([message])
          const isFull = messages.length === fetchLimits.messages || bytes > fetchLimits.bytes
          if (isFull && messages.length > 0) return { messages, hasMore: true }
          messages.push(message)
        }
      }
      return { messages, hasMore }
    },
    settle: (socket, id, isSuccess) => {
      const message = socket.inFlight.get(id)
      if (!message) return
      socket.inFlight.delete(id)
      if (isSuccess) {
        acknowledged += 1
        mailbox.acknowledge(message, socket.clientId)
      }
      if (socket.inFlight.size <= inFlightPerSocket / 2) void resume(socket)
    },
    resume,
    report: ({ clientId, topics }) => {
      for (const topic of topics.keys()) onSubscription(clientId, topic, true)
    },
    leave: (socket) => {
      for (const topic of [...socket.topics.keys()]) unsubscribe(socket, topic)
      socket.inFlight.clear()
    },
    receive: (notification) => {
      const message = parseNotification(notification)
      if (message && 'watched' in message) {
        for (const topic of topicsOf(message.watched)) onSubscription(message.watched, topic, true)
        return
      }
      if (!message || !sockets.has(message.topic)) return
      notified.push(message)
      if (!isDelivering) void deliverAll()
    },
    catchUp: () => {
      for (const topic of sockets.keys()) readTopic(topic)
      // some of the clients may have new webhooks
      for (const [clientId, topics] of topicsOfClients)
        for (const topic of topics.keys()) onSubscription(clientId, topic, true)
    },
    topicsOf,
    count: () => ({ topics: sockets.size, pushed, acknowledged }),
  }
}

function sumBytes(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0)
}

function toSubscriptionId(topic: string, clientId: string): string {
  return createHash('sha256').update(`${topic}${clientId}`).digest('hex')
}
