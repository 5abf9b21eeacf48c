import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import type { RunningRelay } from './control.js'
import { relayLimits } from './params.js'
import { startRelay } from './relay.js'
import { connectClient, createClientToken, type TestClient } from './testing/client.js'

const topicOf = (): string => randomBytes(32).toString('hex')
const topicsOf = (count: number): string[] => Array.from({ length: count }, topicOf)

describe('bad input to the relay [I40]', () => {
  let relay: RunningRelay
  let client: TestClient
  beforeAll(async () => {
    relay = await startRelay()
    client = await connectClient(relay.url)
  })
  afterAll(() => relay.stop())

  const expectAlive = async (): Promise<void> => {
    const topic = topicOf()
    expect((await client.call('irn_publish', { topic, message: 'x', ttl: 1 })).result).toBe(true)
  }
  const expectRefused = async (method: string, params: unknown, code = -32_602): Promise<void> => {
    const { error } = await client.call(method, params)
    expect(error?.code).toBe(code)
    expect(error?.message).not.toBe('')
    await expectAlive()
  }

  it('refuses a bad topic', async () => {
    const upper = 'A'.repeat(64)
    const topics = ['', 'short', 'g'.repeat(64), upper, '0'.repeat(65), '__proto__', 7, null, undefined, {}, []]
    for (const topic of topics) {
      await expectRefused('irn_publish', { topic, message: 'x', ttl: 60 })
      await expectRefused('irn_subscribe', { topic })
      await expectRefused('irn_unsubscribe', { topic, id: 'x' })
      await expectRefused('irn_batchSubscribe', { topics: [topicOf(), topic] })
    }
    expect(relay.stats().subscribedTopics).toBe(0)
  })

  it('refuses a time that is no whole number of seconds up to a week', async () => {
    for (const ttl of [-1, 0, 1.5, 2 ** 31, 604_801, '60', null, Number.MAX_SAFE_INTEGER])
      await expectRefused('irn_publish', { topic: topicOf(), message: 'x', ttl })
  })

  it('refuses messages that are none or too large, and tags that are no numbers', async () => {
    const topic = topicOf()
    for (const message of [
      '',
      null,
      7,
      {},
      'x'.repeat(relayLimits.messageBytes + 1),
      'ä'.repeat(relayLimits.messageBytes),
    ])
      await expectRefused('irn_publish', { topic, message, ttl: 60 })
    for (const tag of [-1, 1.5, '1', {}]) await expectRefused('irn_publish', { topic, message: 'x', ttl: 60, tag })
    await expectRefused('irn_publish', { topic, message: 'x', ttl: 60, attestation: 'x'.repeat(20_000) })
  })

  it('refuses a batch of ten thousand, and takes none of it', async () => {
    await expectRefused('irn_batchSubscribe', { topics: topicsOf(10_000) })
    await expectRefused('irn_batchFetchMessages', { topics: topicsOf(10_000) })
    const messages = topicsOf(10_000).map((topic) => ({ topic, message: 'x', ttl: 60 }))
    await expectRefused('irn_batchPublish', { messages })
    for (const topics of [undefined, 'all', {}]) await expectRefused('irn_batchSubscribe', { topics })
    expect(relay.stats().subscribedTopics).toBe(0)
  })

  it('takes a batch whole or not at all', async () => {
    const [first, second] = [topicOf(), topicOf()]
    const messages = [first, second].map((topic, index) => ({ topic, message: 'x', ttl: index === 0 ? 60 : -1 }))
    await expectRefused('irn_batchPublish', { messages })
    const reader = await connectClient(relay.url)
    expect((await reader.call('irn_fetchMessages', { topic: first })).result).toEqual({ messages: [], hasMore: false })
    await reader.close()
  })

  it('answers frames that are no call, binary ones too, and keeps the socket', async () => {
    for (const frame of ['', '{', 'null', '[]', '7', '"text"', `${'['.repeat(50_000)}`])
      expect((await client.sendRaw(frame)).error?.code).toBe(-32_700)
    expect((await client.sendRaw(Buffer.from([0, 1, 2, 255]))).error?.code).toBe(-32_700)
    expect((await client.sendRaw(Buffer.from('{"id":1,"method":"irn_publish"}'))).error?.code).toBe(-32_700)
    for (const id of [null, {}, true, 'x'.repeat(65)])
      expect((await client.sendRaw(JSON.stringify({ id, method: 'irn_publish' }))).error?.code).toBe(-32_600)
    await expectAlive()
  })

  it('refuses methods that it has not, those of every object too', async () => {
    for (const method of ['irn_fly', '', 'constructor', '__proto__', 'toString', 7, {}])
      await expectRefused(method as string, {}, -32_601)
    for (const params of [undefined, null, [], 'text']) await expectRefused('irn_publish', params)
  })

  it('takes answers to pushes that it never sent for nothing', async () => {
    client.socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', result: true }))
    client.socket.send(JSON.stringify({ id: Number.MAX_VALUE, jsonrpc: '2.0', result: true }))
    client.socket.send(JSON.stringify({ id: 'x', jsonrpc: '2.0', error: {} }))
    await expectAlive()
  })

  it('lets a socket listen to a thousand topics and no more', async () => {
    const greedy = await connectClient(relay.url)
    for (let n = 0; n < relayLimits.topicsPerSocket; n += relayLimits.batch)
      expect((await greedy.call('irn_batchSubscribe', { topics: topicsOf(relayLimits.batch) })).error).toBeUndefined()
    expect((await greedy.call('irn_subscribe', { topic: topicOf() })).error?.message).toContain('Too many topics')
    expect(relay.stats().subscribedTopics).toBe(relayLimits.topicsPerSocket)
    await greedy.close()
    await vi.waitFor(() => expect(relay.stats().subscribedTopics).toBe(0))
  })

  it('keeps no more for a topic than it can hold, whoever asks', async () => {
    const topic = topicOf()
    for (let n = 0; n < relayLimits.messagesPerTopic; n++)
      await client.call('irn_publish', { topic, message: `${n}`, ttl: 60 })
    expect((await client.call('irn_publish', { topic, message: 'more', ttl: 60 })).error?.message).toContain('full')
    await expectAlive()
  })

  it('closes a socket only over its token: 401 before it is one', async () => {
    const { token } = createClientToken({ audience: relay.url })
    const urls = [
      relay.url,
      `${relay.url}/?projectId=x`,
      `${relay.url}/?auth=${token}`,
      `${relay.url}/?projectId=x&auth=${token}x`,
      `${relay.url}/?projectId=x&auth=${createClientToken({ audience: 'ws://127.0.0.1:1' }).token}`,
    ]
    for (const url of urls) {
      const [error] = await once(new WebSocket(url), 'error')
      expect(String(error)).toContain('401')
    }
    expect(relay.stats().refused).toBe(urls.length)
    expect(client.socket.readyState).toBe(WebSocket.OPEN)
  })
})
