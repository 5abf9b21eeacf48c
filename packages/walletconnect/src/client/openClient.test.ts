import { startRelay } from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStorage } from './createMemoryStorage.js'
import { openClient } from './openClient.js'

async function open(prefix: string = crypto.randomUUID()) {
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const { env, warn } = createTestContext()
  const opened = await openClient({
    env,
    warn,
    prefix,
    projectId: 'test',
    relayUrl: relay.url,
    metadata: { name: 'Shop' },
    storage: createMemoryStorage(),
  })
  onTestFinished(opened.close)
  return opened
}

test('[S9.14] the heartbeat comes every five seconds, until it is not listened to', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { onPulse } = await open()
  const beat = vi.fn()
  const stop = onPulse(beat)
  vi.advanceTimersByTime(4_999)
  expect(beat).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(beat).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  expect(beat).toHaveBeenCalledTimes(3)
  stop()
  vi.advanceTimersByTime(10_000)
  expect(beat).toHaveBeenCalledTimes(3)
})

test('opens no socket before there is something to hear, and none by being reopened', async () => {
  const { isConnected, reopen, getWords } = await open()
  expect(isConnected()).toBe(false)
  await reopen(true)
  expect(isConnected()).toBe(false)
  expect(getWords()).toEqual({})
})

test('another client of the same name can follow one that was closed', async () => {
  const spy = vi.spyOn(console, 'warn')
  const first = await open('same')
  first.close()
  const second = await open('same')
  expect(second.client.core).not.toBe(first.client.core)
  expect(spy).not.toHaveBeenCalled()
})

test('tells wallets what the app is called', async () => {
  const { client } = await open()
  expect(client.metadata).toMatchObject({ name: 'Shop' })
})
