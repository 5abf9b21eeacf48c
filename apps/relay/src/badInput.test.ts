import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { protocolLimits } from './params.js'
import { createClientToken, type TestClient } from './testing/client.js'
import { audience, startTestRelay, type TestRelay } from './testing/startTestRelay.js'

const topicOf = (): string => randomBytes(32).toString('hex')
const topicsOf = (count: number): string[] => Array.from({ length: count }, topicOf)

const limits = { messagesPerTopic: 100, topicsPerClient: 1_000 }

describe('invalid input to the relay [I40]', () => {
  let postgres: ProvidedPostgres
  let relay: TestRelay
  let client: TestClient
  beforeAll(async () => {
    postgres = await providePostgres({ databases: ['relay'] })
    relay = await startTestRelay({
      databaseUrl: postgres.urls['relay'] ?? '',
      env: { RELAY_MESSAGES_PER_TOPIC: `${limits.messagesPerTopic}`, RELAY_MESSAGES_PER_CLIENT: '0' },
    })
    client = await relay.connect()
  })
  afterAll(async () => {
    await relay?.stop({ isAtOnce: true })
    await postgres?.stop()
  })

  const expectAlive = async (): Promise<void> => {
    const topic = topicOf()
    expect((await client.call('irn_publish', { topic, message: 'x', ttl: 1 })).result).toBe(true)
  }
  const expectRefused = async (method: string, params: unknown, code = -32_602): Promise<void> => {
    const { error } = await client.call(method, params)
    expect(error?.code).toBe(code)
    expect(error?.message).not.toBe('')
  }

  it('refuses an invalid topic', async () => {
    const upper = 'A'.repeat(64)
    const topics = ['', 'short', 'g'.repeat(64), upper, '0'.repeat(65), '__proto__', 7, null, undefined, {}, []]
    for (const topic of topics) {
      await expectRefused('irn_publish', { topic, message: 'x', ttl: 60 })
      await expectRefused('irn_subscribe', { topic })
      await expectRefused('irn_unsubscribe', { topic, id: 'x' })
      await expectRefused('irn_batchSubscribe', { topics: [topicOf(), topic] })
    }
    expect(await relay.readMetric('relay_topics')).toBe(0)
    await expectAlive()
  })

  it('refuses a time to live that is not a whole number of seconds up to a week', async () => {
    for (const ttl of [-1, 0, 1.5, 2 ** 31, 604_801, '60', null, Number.MAX_SAFE_INTEGER])
      await expectRefused('irn_publish', { topic: topicOf(), message: 'x', ttl })
    await expectAlive()
  })

  it('refuses messages that are not text, too large or cannot be stored, and tags that are not numbers', async () => {
    const topic = topicOf()
    const large = ['x'.repeat(protocolLimits.messageBytes + 1), 'ä'.repeat(protocolLimits.messageBytes)]
    for (const message of ['', null, 7, {}, 'a\0b', 'a\ud800b', ...large])
      await expectRefused('irn_publish', { topic, message, ttl: 60 })
    for (const tag of [-1, 1.5, '1', {}]) await expectRefused('irn_publish', { topic, message: 'x', ttl: 60, tag })
    for (const attestation of ['x'.repeat(20_000), '\0'])
      await expectRefused('irn_publish', { topic, message: 'x', ttl: 60, attestation })
    await expectAlive()
  })

  it('refuses a batch of ten thousand, and accepts none of it', async () => {
    await expectRefused('irn_batchSubscribe', { topics: topicsOf(10_000) })
    await expectRefused('irn_batchFetchMessages', { topics: topicsOf(10_000) })
    const messages = topicsOf(10_000).map((topic) => ({ topic, message: 'x', ttl: 60 }))
    await expectRefused('irn_batchPublish', { messages })
    for (const topics of [undefined, 'all', {}]) await expectRefused('irn_batchSubscribe', { topics })
    expect(await relay.readMetric('relay_topics')).toBe(0)
  })

  it('accepts a batch as a whole or not at all', async () => {
    const [first, second] = [topicOf(), topicOf()]
    const messages = [first, second].map((topic, index) => ({ topic, message: 'x', ttl: index === 0 ? 60 : -1 }))
    await expectRefused('irn_batchPublish', { messages })
    const reader = await relay.connect()
    const empty = { messages: [], hasMore: false }
    expect((await reader.call('irn_fetchMessages', { topic: first })).result).toEqual(empty)

    // also if one of its topics is full
    const full = Array.from({ length: limits.messagesPerTopic }, (_, n) => ({
      topic: second,
      message: `${n}`,
      ttl: 60,
    }))
    expect((await client.call('irn_batchPublish', { messages: full })).result).toBe(true)
    const mixed = [first, second].map((topic) => ({ topic, message: 'more', ttl: 60 }))
    await expectRefused('irn_batchPublish', { messages: mixed }, -32_000)
    expect((await reader.call('irn_fetchMessages', { topic: first })).result).toEqual(empty)
    await reader.close()
  })

  it('responds to invalid frames, including binary ones, with an error, and keeps the socket open', async () => {
    for (const frame of ['', '{', 'null', '[]', '7', '"text"', `${'['.repeat(50_000)}`])
      expect((await client.sendRaw(frame)).error?.code).toBe(-32_700)
    expect((await client.sendRaw(Buffer.from([0, 1, 2, 255]))).error?.code).toBe(-32_700)
    expect((await client.sendRaw(Buffer.from('{"id":1,"method":"irn_publish"}'))).error?.code).toBe(-32_700)
    for (const id of [null, {}, true, 'x'.repeat(65)])
      expect((await client.sendRaw(JSON.stringify({ id, method: 'irn_publish' }))).error?.code).toBe(-32_600)
    await expectAlive()
  })

  it('refuses unknown methods, including names of Object.prototype, and invalid params', async () => {
    for (const method of ['irn_fly', '', 'constructor', '__proto__', 'toString', 7, {}])
      await expectRefused(method as string, {}, -32_601)
    for (const params of [undefined, null, [], 'text']) await expectRefused('irn_publish', params)
    await expectAlive()
  })

  it('ignores responses to pushes that it never sent', async () => {
    client.socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', result: true }))
    client.socket.send(JSON.stringify({ id: Number.MAX_VALUE, jsonrpc: '2.0', result: true }))
    client.socket.send(JSON.stringify({ id: 'x', jsonrpc: '2.0', error: {} }))
    await expectAlive()
  })

  it('limits a client to 1,000 topics across all of its sockets', async () => {
    const key = randomBytes(32)
    const [greedy, other] = [await relay.connect({ key }), await relay.connect({ key })]
    for (let n = 0; n < limits.topicsPerClient; n += protocolLimits.batch) {
      const topics = topicsOf(protocolLimits.batch)
      expect((await greedy.call('irn_batchSubscribe', { topics })).error).toBeUndefined()
    }
    for (const one of [greedy, other])
      expect((await one.call('irn_subscribe', { topic: topicOf() })).error?.message).toContain('Too many topics')
    expect(await relay.readMetric('relay_topics')).toBe(limits.topicsPerClient)
    await greedy.close()
    await vi.waitFor(async () => expect(await relay.readMetric('relay_topics')).toBe(0))
    expect((await other.call('irn_subscribe', { topic: topicOf() })).error).toBeUndefined()
    await other.close()
  })

  it('limits the stored messages of a topic, and frees the space of acknowledged ones', async () => {
    const topic = topicOf()
    const messages = Array.from({ length: limits.messagesPerTopic }, (_, n) => ({ topic, message: `${n}`, ttl: 60 }))
    await client.call('irn_batchPublish', { messages })
    const more = { topic, message: 'more', ttl: 60 }
    expect((await client.call('irn_publish', more)).error?.message).toContain('full')
    const reader = await relay.connect()
    await reader.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(reader.pushed).toHaveLength(limits.messagesPerTopic))
    expect((await client.call('irn_publish', more)).result).toBe(true)
    await vi.waitFor(() => expect(reader.pushed.at(-1)?.message).toBe('more'))
    await reader.close()
  })

  it('refuses a socket with a missing or invalid token before it opens', async () => {
    const rejects = await relay.readMetric('relay_rejects_total{reason="token"}')
    const { token } = createClientToken({ audience })
    const foreign = createClientToken({ audience: relay.wsUrl }).token
    const paths = [
      '',
      '/?projectId=x',
      `/?auth=${token}`,
      `/?projectId=x&auth=${token}x`,
      `/?projectId=x&auth=${foreign}`,
    ]
    for (const path of paths) {
      const [error] = await once(new WebSocket(`${relay.wsUrl}${path}`), 'error')
      expect(String(error)).toContain('401')
    }
    expect((await relay.readMetric('relay_rejects_total{reason="token"}')) - rejects).toBe(3)
    expect(client.socket.readyState).toBe(WebSocket.OPEN)
  })
})
