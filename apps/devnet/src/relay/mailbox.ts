import { createHash } from 'node:crypto'
import { RelayCallError, relayLimits } from './params.js'

export type RelayMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation?: string | undefined
  /** Client id of the publisher, which never receives the message. */
  readonly from: string
  /** Milliseconds since the epoch. */
  readonly publishedAt: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type Mailbox = {
  /** False if the message exists already: clients repeat slow calls. Throws if the mailbox is full. */
  readonly add: (message: RelayMessage) => boolean
  /** Pending messages of a client in a topic, in order. */
  readonly read: (topic: string, clientId: string) => readonly RelayMessage[]
  readonly acknowledge: (message: Pick<RelayMessage, 'topic' | 'message'>, clientId: string) => void
  /** Removes expired messages. */
  readonly prune: () => void
  readonly count: () => { readonly messages: number; readonly bytes: number; readonly topics: number }
  /** All messages and their acknowledgements. */
  readonly entries: () => Iterable<readonly [RelayMessage, readonly string[]]>
}

type Entry = { readonly message: RelayMessage; readonly acknowledgedBy: Set<string> }

/** Creates a store of messages until they expire. Acknowledged ones are removed first when a topic is full. */
export function createMailbox({ now }: { readonly now: () => number }): Mailbox {
  const topics = new Map<string, Map<string, Entry>>()
  let bytes = 0
  let messages = 0

  const remove = (topic: string, hash: string): void => {
    const box = topics.get(topic)
    const entry = box?.get(hash)
    if (!box || !entry) return
    box.delete(hash)
    if (box.size === 0) topics.delete(topic)
    bytes -= entry.message.message.length
    messages -= 1
  }
  const prune = (): void => {
    for (const [topic, box] of topics)
      for (const [hash, { message }] of box) if (message.expiresAt <= now()) remove(topic, hash)
  }
  const makeRoom = (topic: string): void => {
    const box = topics.get(topic)
    if (box && box.size >= relayLimits.messagesPerTopic) {
      const [old] = [...box].find(([, { acknowledgedBy }]) => acknowledgedBy.size > 0) ?? []
      if (old === undefined) throw new RelayCallError(-32_000, 'The topic is full')
      remove(topic, old)
    }
    const isFull = (): boolean => bytes >= relayLimits.mailboxBytes || messages >= relayLimits.mailboxMessages
    if (isFull()) prune()
    if (isFull()) throw new RelayCallError(-32_000, 'The relay is full')
  }

  return {
    add: (message) => {
      const hash = hashMessage(message.message)
      const known = topics.get(message.topic)?.get(hash)
      if (known && known.message.expiresAt > now()) return false
      remove(message.topic, hash)
      makeRoom(message.topic)
      const box = topics.get(message.topic) ?? new Map<string, Entry>()
      topics.set(message.topic, box.set(hash, { message, acknowledgedBy: new Set() }))
      bytes += message.message.length
      messages += 1
      return true
    },
    read: (topic, clientId) =>
      [...(topics.get(topic)?.values() ?? [])]
        .filter(({ message, acknowledgedBy }) => {
          const isForClient = message.from !== clientId && !acknowledgedBy.has(clientId)
          return isForClient && message.expiresAt > now()
        })
        .map(({ message }) => message),
    acknowledge: ({ topic, message }, clientId) => {
      topics.get(topic)?.get(hashMessage(message))?.acknowledgedBy.add(clientId)
    },
    prune,
    count: () => ({ messages, bytes, topics: topics.size }),
    entries: function* () {
      for (const box of topics.values())
        for (const { message, acknowledgedBy } of box.values()) yield [message, [...acknowledgedBy]] as const
    },
  }
}

function hashMessage(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
