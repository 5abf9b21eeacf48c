import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import type { RunningRelay } from './control.js'
import { startRelay } from './relay.js'
import { connectClient, type TestClient } from './testing/client.js'

const topicOf = (): string => randomBytes(32).toString('hex')

const messagesOf = (client: TestClient): string[] => client.pushed.map(({ message }) => message)

describe('startRelay', () => {
  let relay: RunningRelay
  let now: number
  beforeEach(async () => {
    now = Date.now()
    relay = await startRelay({ now: () => now })
  })
  afterEach(() => relay.stop())

  it('brings a message to who subscribed, never back to who sent it', async () => {
    const [alice, bob] = [await connectClient(relay.url), await connectClient(relay.url)]
    const topic = topicOf()
    for (const client of [alice, bob]) expect((await client.call('irn_subscribe', { topic })).error).toBeUndefined()
    const answer = await alice.call('irn_publish', { topic, message: 'aGk=', ttl: 60, tag: 1_108 })
    expect(answer.result).toBe(true)
    await vi.waitFor(() => expect(bob.pushed).toEqual([{ topic, message: 'aGk=', tag: 1_108, publishedAt: now }]))
    expect(alice.pushed).toEqual([])
  })

  it('keeps what nobody was there for, in the order of publishing, until its time is over', async () => {
    const alice = await connectClient(relay.url)
    const topic = topicOf()
    await alice.call('irn_publish', { topic, message: 'short', ttl: 60 })
    for (let n = 0; n < 5; n++) await alice.call('irn_publish', { topic, message: `long ${n}`, ttl: 3_600 })
    now += 60_000
    const bob = await connectClient(relay.url)
    await bob.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual(['long 0', 'long 1', 'long 2', 'long 3', 'long 4']))
  })

  it('tells a batch of topics by one call, and what waits in them by another', async () => {
    const [alice, bob] = [await connectClient(relay.url), await connectClient(relay.url)]
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

  it('takes a message once, however often it is published', async () => {
    const [alice, bob] = [await connectClient(relay.url), await connectClient(relay.url)]
    const topic = topicOf()
    await bob.call('irn_subscribe', { topic })
    for (let n = 0; n < 3; n++)
      expect((await alice.call('irn_publish', { topic, message: 'once', ttl: 60 })).result).toBe(true)
    await alice.call('irn_publish', { topic, message: 'end', ttl: 60 })
    await vi.waitFor(() => expect(messagesOf(bob)).toEqual(['once', 'end']))
  })

  it('delivers again what was not acknowledged, after a reconnect and to a new page [F27]', async () => {
    const alice = await connectClient(relay.url)
    const key = ed25519.utils.randomSecretKey()
    const topic = topicOf()
    await alice.call('irn_publish', { topic, message: 'wanted', ttl: 60 })
    const killed = await connectClient(relay.url, { key })
    killed.acknowledge(false)
    await killed.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(messagesOf(killed)).toEqual(['wanted']))
    killed.socket.terminate()

    const back = await connectClient(relay.url, { key })
    await back.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(messagesOf(back)).toEqual(['wanted']))
    await vi.waitFor(() => expect(relay.stats().acknowledged).toBe(1))
    await back.call('irn_subscribe', { topic })
    const { result } = await back.call('irn_fetchMessages', { topic })
    expect(result).toEqual({ messages: [], hasMore: false })
    expect(messagesOf(back)).toEqual(['wanted'])
  })

  it('subscribes the proposer and the approver itself, as clients leave that to it', async () => {
    const [app, wallet] = [await connectClient(relay.url), await connectClient(relay.url)]
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

  it('lets nobody in while it is paused, and everybody again afterwards', async () => {
    const alice = await connectClient(relay.url)
    const closed = once(alice.socket, 'close')
    relay.pause()
    await closed
    await expect(connectClient(relay.url)).rejects.toThrow('503')
    relay.resume()
    const back = await connectClient(relay.url)
    expect(relay.stats()).toMatchObject({ sockets: 1, refused: 1, isPaused: false })
    await back.close()
  })

  it('is controlled over HTTP too, from other processes and from pages', async () => {
    const alice = await connectClient(relay.url)
    const closed = once(alice.socket, 'close')
    const post = (path: string, body?: object): Promise<Response> =>
      fetch(`${relay.controlUrl}${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) })
    expect((await post('/cut')).headers.get('access-control-allow-origin')).toBe('*')
    await closed
    expect((await (await post('/pause')).json()).isPaused).toBe(true)
    expect((await (await post('/resume')).json()).isPaused).toBe(false)
    expect((await post('/faults', { drop: 2, delayMs: 5 })).status).toBe(200)
    for (const body of [{ drop: -1 }, { drop: 0.5 }, { dorp: 1 }, { delayMs: true }, []])
      expect((await post('/faults', body)).status).toBe(400)
    expect((await post('/constructor')).status).toBe(404)
    expect((await fetch(`${relay.controlUrl}/health`)).status).toBe(200)
    expect(await (await fetch(`${relay.controlUrl}/stats`)).json()).toEqual(relay.stats())
  })

  it('takes its preferred port, and another where that is busy', async () => {
    const other = await startRelay({ port: relay.port })
    expect(other.port).not.toBe(relay.port)
    await other.stop()
    await other.stop()
    const socket = new WebSocket(other.url)
    const [error] = await once(socket, 'error')
    expect(String(error)).toContain('ECONNREFUSED')
  })
})
