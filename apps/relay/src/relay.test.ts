import { randomBytes } from 'node:crypto'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRelayDatabase } from './database.js'
import type { TestClient } from './testing/client.js'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.js'

const topicOf = (): string => randomBytes(32).toString('hex')

const messagesOf = (client: TestClient): string[] => client.pushed.map(({ message }) => message)

describe('a relay', () => {
  let postgres: ProvidedPostgres
  let relay: TestRelay
  let now: number
  beforeAll(async () => {
    postgres = await providePostgres({ databases: ['relay'] })
  })
  afterAll(() => postgres?.stop())
  beforeEach(async () => {
    now = Date.now()
    relay = await startTestRelay({ databaseUrl: postgres.urls['relay'] ?? '', now: () => now })
  })
  afterEach(() => relay.stop({ isAtOnce: true }))

  it('pushes a message to subscribers, but not to its sender', async () => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    for (const client of [alice, bob]) expect((await client.call('irn_subscribe', { topic })).error).toBeUndefined()
    const answer = await alice.call('irn_publish', { topic, message: 'aGk=', ttl: 60, tag: 1_108 })
    expect(answer.result).toBe(true)
    await vi.waitFor(() => expect(bob.pushed).toEqual([{ topic, message: 'aGk=', tag: 1_108, publishedAt: now }]))
    expect(alice.pushed).toEqual([])
  })

  it('stores messages in the order of publishing, until they expire', async () => {
    const alice = await relay.connect()
    const topic = topicOf()
    await alice.call('irn_publish', { topic, message: 'short', ttl: 60 })
    for (let n = 0; n < 5; n++) await alice.call('irn_publish', { topic, message: `long ${n}`, ttl: 3_600 })
    now += 60_000
    const bob = await relay.connect()
    await bob.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual(['long 0', 'long 1', 'long 2', 'long 3', 'long 4']))
    // the same text is a new message once the first one has expired
    await alice.call('irn_publish', { topic, message: 'short', ttl: 60 })
    await vi.waitFor(() => expect(messagesOf(bob).at(-1)).toBe('short'))
  })

  it('pushes small and large messages in order, even if their publisher does not wait for responses', async () => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    await bob.call('irn_subscribe', { topic })
    // notifications carry up to 8,000 bytes; anything larger is read
    const sizes = [10, 7_500, 20_000, 10, 7_900, 8_000, 262_000, 10, 7_600, 7_700, 7_800, 10]
    const texts = Array.from({ length: 240 }, (_, n) => `${n}-`.padEnd(sizes[n % sizes.length] ?? 10, 'x'))
    const answers = texts.map((message) => alice.call('irn_publish', { topic, message, ttl: 60 }))
    expect((await Promise.all(answers)).filter(({ result }) => result !== true)).toEqual([])
    await vi.waitFor(() => expect(bob.pushed).toHaveLength(texts.length))
    expect(messagesOf(bob)).toEqual(texts)
  })

  it('pushes no more than a hundred messages that the client has not acknowledged', async () => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    const texts = Array.from({ length: 250 }, (_, n) => `${n}`)
    const messages = texts.map((message) => ({ topic, message, ttl: 60 }))
    await alice.call('irn_batchPublish', { messages })
    bob.acknowledge(false)
    await bob.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(bob.pushed).toHaveLength(100))
    await alice.call('irn_publish', { topic, message: 'late', ttl: 60 })
    expect((await bob.call('irn_fetchMessages', { topic })).result).toMatchObject({ hasMore: true })
    expect(bob.pushed).toHaveLength(100)
    bob.acknowledge(true)
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual([...texts, 'late']))
  })

  it('continues with other topics when the messages of waiting topics have expired', async () => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const full = topicOf()
    const messages = Array.from({ length: 100 }, (_, n) => ({ topic: full, message: `${n}`, ttl: 600 }))
    await alice.call('irn_batchPublish', { messages })
    const topics = Array.from({ length: 60 }, topicOf)
    const waiting = topics.map((topic, n) => ({ topic, message: `${n}`, ttl: n < 55 ? 60 : 600 }))
    await alice.call('irn_batchPublish', { messages: waiting })
    bob.acknowledge(false)
    await bob.call('irn_subscribe', { topic: full })
    await vi.waitFor(() => expect(bob.pushed).toHaveLength(100))
    await bob.call('irn_batchSubscribe', { topics })
    await vi.waitFor(async () => expect(await relay.readMetric('relay_queue_depth')).toBe(0))
    now += 60_000
    bob.acknowledge(true)
    await vi.waitFor(() => expect(messagesOf(bob).slice(100)).toEqual(['55', '56', '57', '58', '59']))
  })

  it('pushes to clients that resume reading, however much they left unread', async () => {
    const [alice, control] = [await relay.connect(), await relay.connect()]
    const [topic, large] = [topicOf(), topicOf()]
    for (let n = 0; n < 4; n++)
      await alice.call('irn_publish', { topic: large, message: `${n}`.padEnd(240_000, 'x'), ttl: 60 })
    const clients = await Promise.all(Array.from({ length: 10 }, () => relay.connect()))
    for (const client of [control, ...clients]) await client.call('irn_subscribe', { topic })
    // one of them exceeds what the relay buffers by its last response
    for (const [index, client] of clients.entries()) {
      client.socket.pause()
      for (let n = 0; n <= index; n++) void client.call('irn_fetchMessages', { topic: large })
    }
    const fetches = 'relay_calls_total{method="irn_fetchMessages",code="0",outcome="done"}'
    await vi.waitFor(async () => expect(await relay.readMetric(fetches)).toBe(55))
    await alice.call('irn_publish', { topic, message: 'request', ttl: 60 })
    await vi.waitFor(() => expect(messagesOf(control)).toEqual(['request']))
    for (const client of clients) client.socket.resume()
    for (const client of clients) await vi.waitFor(() => expect(messagesOf(client)).toEqual(['request']))
  })

  it('publishes, subscribes, fetches and unsubscribes in batches', async () => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topics = [topicOf(), topicOf()]
    const messages = topics.map((topic) => ({ topic, message: `for ${topic}`, ttl: 60 }))
    expect((await alice.call('irn_batchPublish', { messages })).result).toBe(true)
    const { result } = await bob.call('irn_batchFetchMessages', { topics })
    expect(result).toMatchObject({
      messages: messages.map(({ topic, message }) => ({ topic, message })),
      hasMore: false,
    })
    expect((await bob.call('irn_batchSubscribe', { topics })).result).toHaveLength(2)
    await vi.waitFor(() => expect(bob.pushed).toHaveLength(2))
    const subscriptions = topics.map((topic) => ({ topic, id: 'any' }))
    expect((await bob.call('irn_batchUnsubscribe', { subscriptions })).result).toBe(true)
    await alice.call('irn_publish', { topic: topics[0], message: 'late', ttl: 60 })
    expect((await bob.call('irn_fetchMessages', { topic: topics[0] })).result).toMatchObject({
      messages: [{ message: 'late' }],
    })
    expect(bob.pushed).toHaveLength(2)
  })

  it.each([
    ['of the maximum size', 'x'.repeat(262_144)],
    ['with characters of three bytes', '€'.repeat(87_000)],
  ])('sets hasMore if a fetch leaves messages out because of their size: messages %s', async (_, text) => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    const texts = Array.from({ length: 6 }, (_, n) => `${n}${text.slice(1)}`)
    for (const message of texts)
      expect((await alice.call('irn_publish', { topic, message, ttl: 60 })).result).toBe(true)
    const { result } = await bob.call('irn_fetchMessages', { topic })
    const { messages, hasMore } = result as { readonly messages: readonly object[]; readonly hasMore: boolean }
    expect(messages.length).toBeLessThan(texts.length)
    expect(hasMore).toBe(true)
  })

  it('stores a message once, even if it is published concurrently and again after its delivery', async () => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    await bob.call('irn_subscribe', { topic })
    const publish = (): Promise<unknown> => alice.call('irn_publish', { topic, message: 'once', ttl: 60 })
    await Promise.all([publish(), publish(), publish()])
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual(['once']))
    expect(await publish()).toMatchObject({ result: true })
    await alice.call('irn_publish', { topic, message: 'end', ttl: 60 })
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual(['once', 'end']))
  })

  it('delivers unacknowledged messages again, after a reconnect and to a new page [F27]', async () => {
    const alice = await relay.connect()
    const key = ed25519.utils.randomSecretKey()
    const topic = topicOf()
    await alice.call('irn_publish', { topic, message: 'wanted', ttl: 60 })
    const killed = await relay.connect({ key })
    killed.acknowledge(false)
    await killed.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(messagesOf(killed)).toEqual(['wanted']))
    killed.socket.terminate()

    const back = await relay.connect({ key })
    await back.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(messagesOf(back)).toEqual(['wanted']))
    await vi.waitFor(async () => expect(await relay.readMetric('relay_deliveries_total')).toBe(1))
    await back.call('irn_subscribe', { topic })
    const { result } = await back.call('irn_fetchMessages', { topic })
    expect(result).toEqual({ messages: [], hasMore: false })
    expect(messagesOf(back)).toEqual(['wanted'])
    // another client of the topic still gets it
    const carol = await relay.connect()
    await carol.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(messagesOf(carol)).toEqual(['wanted']))
  })

  it('pushes a refused message again with the client’s next subscription on the same socket', async () => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    bob.acknowledge(false)
    await bob.call('irn_subscribe', { topic })
    await alice.call('irn_publish', { topic, message: 'refused', ttl: 60 })
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual(['refused']))
    // unanswered, it is not pushed a second time
    await bob.call('irn_subscribe', { topic })
    await alice.call('irn_publish', { topic, message: 'next', ttl: 60 })
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual(['refused', 'next']))
    bob.refuse()
    await bob.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual(['refused', 'next', 'refused', 'next']))
  })

  it('pushes all messages in order after a failed read, including those published before the next read', async () => {
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    for (const message of ['one', 'two']) await alice.call('irn_publish', { topic, message, ttl: 60 })
    const url = postgres.urls['relay'] ?? ''
    const [holder, other] = [1, 2].map(() => openRelayDatabase({ url, maxConnections: 1, warn: () => undefined }))
    await holder?.inTransaction(async ({ query }) => {
      await query('LOCK TABLE relay_messages IN ACCESS EXCLUSIVE MODE')
      await bob.call('irn_subscribe', { topic })
      await vi.waitFor(async () =>
        expect(
          await other?.query(
            `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'latchkey-relay' AND wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(1),
      )
    })
    expect(await alice.call('irn_publish', { topic, message: 'three', ttl: 60 })).toMatchObject({ result: true })
    await vi.waitFor(() => expect(messagesOf(bob)).toContain('three'), { timeout: 5_000 })
    expect(messagesOf(bob)).toEqual(['one', 'two', 'three'])
    expect(relay.logs).toMatchObject([{ level: 'warn', event: 'failure', code: '57014' }])
    for (const database of [holder, other]) await database?.close()
  })

  it('subscribes the proposer and the approver of a session itself, which clients rely on', async () => {
    const [app, wallet] = [await relay.connect(), await relay.connect()]
    const [pairingTopic, sessionTopic] = [topicOf(), topicOf()]
    await app.call('irn_subscribe', { topic: sessionTopic })
    await app.call('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal', ttl: 300 })
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    await vi.waitFor(() => expect(wallet.pushed).toMatchObject([{ message: 'proposal', tag: 1_100 }]))
    const parts = { sessionProposalResponse: 'yes', sessionSettlementRequest: 'settle' }
    await wallet.call('wc_approveSession', { pairingTopic, sessionTopic, ttl: 300, ...parts })
    await vi.waitFor(() =>
      expect(app.pushed).toMatchObject([
        { topic: pairingTopic, message: 'yes', tag: 1_101 },
        { topic: sessionTopic, message: 'settle', tag: 1_102 },
      ]),
    )
    await app.call('irn_publish', { topic: sessionTopic, message: 'ask', ttl: 300 })
    await vi.waitFor(() => expect(messagesOf(wallet)).toEqual(['proposal', 'ask']))
  })
})
