import { randomBytes } from 'node:crypto'
import { connectClient, type TestClient } from '@latchkey/relay/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseRelayFaults } from './faults.js'
import { type RunningRelay, startRelay } from './relay.js'

describe('faults of the relay', () => {
  let relay: RunningRelay
  let alice: TestClient
  let bob: TestClient
  const key = ed25519.utils.randomSecretKey()
  const topic = randomBytes(32).toString('hex')
  beforeEach(async () => {
    relay = await startRelay()
    alice = await connectClient(relay.url)
    bob = await connectClient(relay.url, { key })
    await bob.call('irn_subscribe', { topic })
  })
  afterEach(() => relay.stop())
  const publish = (message: string): Promise<unknown> => alice.call('irn_publish', { topic, message, ttl: 60 })
  const texts = (client = bob): string[] => client.pushed.map(({ message }) => message)
  const settled = (): Promise<void> => vi.waitFor(() => expect(relay.stats().published).toBeGreaterThan(0))

  it('drops a push, and delivers the message on the next subscription', async () => {
    relay.setFaults({ drop: 1 })
    await publish('dropped')
    await publish('pushed')
    await vi.waitFor(() => expect(texts()).toEqual(['pushed']))
    await bob.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(texts()).toEqual(['pushed', 'dropped']))
  })

  it('sends a push twice', async () => {
    relay.setFaults({ duplicate: true })
    await publish('twice')
    await vi.waitFor(() => expect(texts()).toEqual(['twice', 'twice']))
    relay.setFaults({})
    await publish('once')
    await vi.waitFor(() => expect(texts()).toEqual(['twice', 'twice', 'once']))
  })

  it('swaps the order of two messages, and delivers a single one after a short wait', async () => {
    relay.setFaults({ reorder: 2 })
    await publish('first')
    await publish('second')
    await vi.waitFor(() => expect(texts()).toEqual(['second', 'first']))
    await publish('alone')
    await vi.waitFor(() => expect(texts()).toEqual(['second', 'first', 'alone']))
  })

  it('delays a push', async () => {
    relay.setFaults({ delayMs: 120 })
    const start = Date.now()
    await publish('late')
    await vi.waitFor(() => expect(texts()).toEqual(['late']))
    expect(Date.now() - start).toBeGreaterThanOrEqual(115)
  })

  it('pushes a message under another topic of the same client', async () => {
    const other = randomBytes(32).toString('hex')
    await bob.call('irn_subscribe', { topic: other })
    relay.setFaults({ swapTopics: 1 })
    await publish('swapped')
    await vi.waitFor(() => expect(bob.pushed).toMatchObject([{ topic: other, message: 'swapped' }]))
  })

  it('pushes acknowledged messages again', async () => {
    relay.setFaults({ replay: 2 })
    await publish('replayed')
    await vi.waitFor(() => expect(texts()).toEqual(['replayed', 'replayed', 'replayed']))
  })

  it('ignores an acknowledgement, and delivers the message again on the next connection [F26] [F27]', async () => {
    relay.setFaults({ loseAcks: 1 })
    await publish('again')
    await vi.waitFor(() => expect(texts()).toEqual(['again']))
    await bob.close()
    const back = await connectClient(relay.url, { key })
    await back.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(texts(back)).toEqual(['again']))
    await settled()
  })

  it('refuses to store a message, and stores the next one', async () => {
    relay.setFaults({ refuse: 1 })
    expect(await publish('refused')).toMatchObject({ error: { code: -32_000 } })
    await publish('stored')
    await vi.waitFor(() => expect(texts()).toEqual(['stored']))
  })

  it('parses valid faults, and returns null for anything else', () => {
    const sound = {
      drop: 3,
      duplicate: true,
      reorder: false,
      delayMs: 40,
      swapTopics: 0,
      replay: 1,
      loseAcks: 2,
      refuse: 1,
    }
    expect(parseRelayFaults(sound)).toEqual(sound)
    expect(parseRelayFaults({})).toEqual({})
    for (const value of [
      null,
      undefined,
      7,
      'drop',
      [],
      { drop: '1' },
      { drop: -1 },
      { delayMs: false },
      { constructor: 1 },
    ])
      expect(parseRelayFaults(value)).toBe(null)
  })
})
