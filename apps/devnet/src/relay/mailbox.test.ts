import { describe, expect, it } from 'vitest'
import { createMailbox, type Mailbox, type RelayMessage } from './mailbox.js'
import { relayLimits } from './params.js'

const topic = 'a'.repeat(64)

const messageOf = (text: string, change: Partial<RelayMessage> = {}): RelayMessage => ({
  topic,
  message: text,
  tag: 0,
  from: 'alice',
  publishedAt: 0,
  expiresAt: 1_000,
  ...change,
})

const textsOf = (mailbox: Mailbox, clientId = 'bob'): string[] =>
  mailbox.read(topic, clientId).map(({ message }) => message)

describe('createMailbox', () => {
  it('keeps messages in their order, for everybody but who sent them', () => {
    const mailbox = createMailbox({ now: () => 0 })
    for (const text of ['1', '2', '3']) expect(mailbox.add(messageOf(text))).toBe(true)
    expect(textsOf(mailbox)).toEqual(['1', '2', '3'])
    expect(textsOf(mailbox, 'alice')).toEqual([])
    expect(mailbox.count()).toEqual({ messages: 3, bytes: 3, topics: 1 })
  })

  it('gives a message to a client until that client has acknowledged it [F27]', () => {
    const mailbox = createMailbox({ now: () => 0 })
    mailbox.add(messageOf('1'))
    mailbox.acknowledge(messageOf('1'), 'bob')
    expect(textsOf(mailbox)).toEqual([])
    expect(textsOf(mailbox, 'carol')).toEqual(['1'])
    mailbox.acknowledge(messageOf('unknown'), 'bob')
    expect([...mailbox.entries()]).toEqual([[messageOf('1'), ['bob']]])
  })

  it('takes a message once while it lives, and again after', () => {
    let now = 0
    const mailbox = createMailbox({ now: () => now })
    expect([mailbox.add(messageOf('1')), mailbox.add(messageOf('1'))]).toEqual([true, false])
    now = 1_000
    expect(textsOf(mailbox)).toEqual([])
    expect(mailbox.add(messageOf('1', { expiresAt: 2_000 }))).toBe(true)
    expect(mailbox.count().messages).toBe(1)
  })

  it('forgets what has expired', () => {
    let now = 0
    const mailbox = createMailbox({ now: () => now })
    mailbox.add(messageOf('short'))
    mailbox.add(messageOf('long', { expiresAt: 5_000 }))
    now = 1_000
    mailbox.prune()
    expect(mailbox.count()).toEqual({ messages: 1, bytes: 4, topics: 1 })
    now = 5_000
    mailbox.prune()
    expect(mailbox.count()).toEqual({ messages: 0, bytes: 0, topics: 0 })
  })

  it('refuses more in a topic than it can hold, and loses nothing that waits', () => {
    const mailbox = createMailbox({ now: () => 0 })
    for (let n = 0; n < relayLimits.messagesPerTopic; n++) mailbox.add(messageOf(`${n}`))
    expect(() => mailbox.add(messageOf('more'))).toThrow('The topic is full')
    expect(textsOf(mailbox)).toHaveLength(relayLimits.messagesPerTopic)
    mailbox.acknowledge(messageOf('7'), 'bob')
    expect(mailbox.add(messageOf('more'))).toBe(true)
    expect(textsOf(mailbox).at(-1)).toBe('more')
    expect(mailbox.count().messages).toBe(relayLimits.messagesPerTopic)
  })

  it('refuses more bytes than it can hold, until some have expired', () => {
    let now = 0
    const mailbox = createMailbox({ now: () => now })
    const text = 'x'.repeat(relayLimits.messageBytes - 8)
    const add = (n: number, expiresAt: number): boolean =>
      mailbox.add(messageOf(`${text}${n}`, { topic: `${n}`.padStart(64, '0'), expiresAt }))
    let n = 0
    while (mailbox.count().bytes < relayLimits.mailboxBytes) add(n++, 1_000)
    expect(() => add(n, 1_000)).toThrow('The relay is full')
    now = 1_000
    expect(add(n, 2_000)).toBe(true)
    expect(mailbox.count().messages).toBe(1)
  })
})
