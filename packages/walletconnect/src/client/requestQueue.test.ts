import type { Env } from '@latchkey/core'
import { createTestClock, createTestContext } from '@latchkey/testing'
import { verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRig } from '../../test/createRig.js'
import type { RelayProvider } from '../providers/relayProvider.js'
import type { Client } from './relayer.js'
import { createRequestQueue } from './requestQueue.js'

type Record = { readonly request: { readonly method: string } }

/** A client whose request history the test controls. */
function setUp(overrides?: Partial<Env>) {
  const { env } = createTestContext({ env: overrides })
  const listeners = new Set<(record: Record) => void>()
  const history = {
    on: (_: string, listener: (record: Record) => void) => listeners.add(listener),
    off: (_: string, listener: (record: Record) => void) => listeners.delete(listener),
  }
  const client = { core: { history } } as unknown as Client
  const remember = (method: string): void => {
    for (const listener of [...listeners]) listener({ request: { method } })
  }
  return { queue: createRequestQueue(client, env), listeners, remember }
}

const never = (): Promise<never> => new Promise(() => undefined)

describe('the order of requests', () => {
  test('sends the next one once the last is recorded, in a later millisecond, without waiting for its response', async () => {
    const { queue, remember, listeners } = setUp()
    const begun: [name: string, at: number][] = []
    const named: number[] = []
    const send = (name: string) => () => {
      begun.push([name, Date.now()])
      return never()
    }
    for (const name of ['a', 'b', 'c']) void queue.add({ method: 'ask', send: send(name) })
    for (const count of [1, 2, 3]) {
      await vi.waitFor(() => expect(begun).toHaveLength(count))
      remember('other')
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(begun).toHaveLength(count)
      named.push(Date.now())
      remember('ask')
    }
    await vi.waitFor(() => expect(listeners.size).toBe(0))
    expect(begun.map(([name]) => name)).toEqual(['a', 'b', 'c'])
    expect(begun[1]?.[1]).toBeGreaterThan(named[0] ?? Number.POSITIVE_INFINITY)
    expect(begun[2]?.[1]).toBeGreaterThan(named[1] ?? Number.POSITIVE_INFINITY)
  })

  test('continues after a failed or aborted request, and does not send an aborted one', async () => {
    const { queue, listeners } = setUp()
    const failed = queue.add({ method: 'ask', send: () => Promise.reject(new Error('no')) })
    const controller = new AbortController()
    const send = vi.fn(never)
    const left = queue.add({ method: 'ask', send, signal: controller.signal })
    const next = queue.add({ method: 'ask', send: async () => 'answer' })
    const reason = new Error('left')
    controller.abort(reason)
    await expect(failed).rejects.toThrow('no')
    await expect(left).rejects.toBe(reason)
    await expect(next).resolves.toBe('answer')
    expect(send).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(listeners.size).toBe(0))
  })

  test('waits at most one second for a request that is not recorded', async () => {
    const clock = createTestClock()
    const { queue, listeners } = setUp(clock)
    void queue.add({ method: 'ask', send: never })
    const send = vi.fn(async () => 'answer')
    const next = queue.add({ method: 'ask', send })
    await clock.advance(900)
    expect(send).not.toHaveBeenCalled()
    await clock.advance(100)
    await expect(next).resolves.toBe('answer')
    await vi.waitFor(() => expect(listeners.size).toBe(0))
  })

  test('creates unique and increasing IDs even if the random digits repeat', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { queue } = setUp()
    const ids = await Promise.all(Array.from({ length: 50 }, () => queue.createId()))
    expect(new Set(ids).size).toBe(50)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    vi.restoreAllMocks()
  })
})

describe('requests of one client', () => {
  beforeEach(() => {
    // each request would draw the same three digits
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('get their own responses if fifty are sent at once', async () => {
    const rig = await createRig()
    const wallet = await rig.createWallet({ policy: { requests: 'approve' } })
    await rig.connectWallet(wallet, ['eip155'])
    const { request } = (await rig.connector.getProvider({ namespace: 'eip155' })) as RelayProvider
    const address = wallet.getState().addresses.eip155 as `0x${string}`
    const texts = Array.from({ length: 50 }, (_, index) => `0x${(index + 16).toString(16)}` as const)
    const signatures = await Promise.all(
      texts.map((text) => request({ method: 'personal_sign', params: [text, address] })),
    )
    for (const [index, signature] of signatures.entries())
      expect(
        await verifyMessage({ address, message: { raw: texts[index] ?? '0x' }, signature: signature as '0x' }),
      ).toBe(true)
    const approved = (): readonly string[] => wallet.getState().log.filter((line) => line === 'Approved personal_sign')
    await vi.waitFor(() => expect(approved()).toHaveLength(50))
    expect(rig.warnings).toEqual([])
  })
})
