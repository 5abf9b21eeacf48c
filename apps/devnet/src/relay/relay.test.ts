import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connectClient } from '@latchkey/relay/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { type RunningRelay, startRelay } from './relay.js'

const topicOf = (): string => randomBytes(32).toString('hex')

describe('startRelay', () => {
  let relay: RunningRelay
  let now: number
  beforeEach(async () => {
    now = Date.now()
    relay = await startRelay({ now: () => now })
  })
  afterEach(() => relay.stop())

  it('forwards calls, pushes and acknowledgements, and counts them', async () => {
    const [alice, bob] = [await connectClient(relay.url), await connectClient(relay.url)]
    const topic = topicOf()
    await bob.call('irn_subscribe', { topic })
    await alice.call('irn_publish', { topic, message: 'aGk=', ttl: 60, tag: 1_108 })
    await vi.waitFor(() => expect(bob.pushed).toEqual([{ topic, message: 'aGk=', tag: 1_108, publishedAt: now }]))
    await vi.waitFor(() => expect(relay.stats().acknowledged).toBe(1))
    expect(relay.stats()).toMatchObject({ sockets: 2, opened: 2, published: 1, pushed: 1, refused: 0 })
    expect((await bob.sendRaw(Buffer.from('{}'))).error?.code).toBe(-32_700)
    await bob.close()
    await vi.waitFor(() => expect(relay.stats().sockets).toBe(1))
  })

  it('uses the given clock for tokens and message expiry', async () => {
    const alice = await connectClient(relay.url)
    const topic = topicOf()
    await alice.call('irn_publish', { topic, message: 'short', ttl: 60 })
    now += 60_000
    expect((await (await connectClient(relay.url)).call('irn_fetchMessages', { topic })).result).toMatchObject({
      messages: [],
    })
    now += 10 * 86_400_000
    await expect(connectClient(relay.url)).rejects.toThrow('401')
    expect(relay.stats().refused).toBe(1)
  })

  it('rejects clients while paused, and accepts them after it resumes', async () => {
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

  it('is controlled over HTTP only with its token', async () => {
    const alice = await connectClient(relay.url)
    const closed = once(alice.socket, 'close')
    const headers = { authorization: `Bearer ${relay.controlToken}` }
    const post = (path: string, body?: object): Promise<Response> =>
      fetch(`${relay.controlUrl}${path}`, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) })
    for (const path of ['/cut', '/pause', '/resume', '/faults'])
      for (const authorization of ['', 'Bearer', `Bearer ${'x'.repeat(relay.controlToken.length)}`]) {
        const reply = await fetch(`${relay.controlUrl}${path}`, { method: 'POST', headers: { authorization } })
        expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([401, null])
      }
    expect((await fetch(`${relay.controlUrl}/stats`)).status).toBe(401)
    expect(relay.stats()).toMatchObject({ sockets: 1, isPaused: false })
    await post('/cut')
    await closed
    expect((await (await post('/pause')).json()).isPaused).toBe(true)
    expect((await (await post('/resume')).json()).isPaused).toBe(false)
    expect((await post('/faults', { drop: 2, delayMs: 5 })).status).toBe(200)
    for (const body of [{ drop: -1 }, { drop: 0.5 }, { dorp: 1 }, { delayMs: true }, []])
      expect((await post('/faults', body)).status).toBe(400)
    expect((await post('/constructor')).status).toBe(404)
    expect((await fetch(`${relay.controlUrl}/health`)).status).toBe(200)
    expect(await (await fetch(`${relay.controlUrl}/stats`, { headers })).json()).toEqual(relay.stats())
  })

  it('uses another port if the preferred one is busy, and refuses connections once stopped', async () => {
    const other = await startRelay({ port: relay.port })
    expect(other.port).not.toBe(relay.port)
    await other.stop()
    await other.stop()
    const socket = new WebSocket(other.url)
    const [error] = await once(socket, 'error')
    expect(String(error)).toContain('ECONNREFUSED')
  })
})
