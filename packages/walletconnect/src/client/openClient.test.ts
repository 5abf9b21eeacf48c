import { startRelay } from '@latchkey/devnet'
import { createTestClock, createTestContext, createTestPage } from '@latchkey/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openClient, toMetadata } from './openClient.js'
import { createMemoryStorage } from './storage.js'

async function open(prefix: string = crypto.randomUUID()) {
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const { env, warn, log } = createTestContext()
  const opened = await openClient({
    env,
    warn,
    log,
    prefix,
    projectId: 'test',
    relayUrl: relay.url,
    metadata: { name: 'Shop' },
    storage: createMemoryStorage(),
    signal: new AbortController().signal,
  })
  onTestFinished(opened.close)
  return opened
}

test('[S9.14] emits a heartbeat every five seconds until unsubscribed', async () => {
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

test('opens no socket before it is needed, not even by reopen', async () => {
  const { isConnected, reopen, getWords } = await open()
  expect(isConnected()).toBe(false)
  await reopen(true)
  expect(isConnected()).toBe(false)
  expect(getWords()).toEqual({})
})

test('opens another client with the same prefix after the first was closed', async () => {
  const spy = vi.spyOn(console, 'warn')
  const first = await open('same')
  first.close()
  const second = await open('same')
  expect(second.client.core).not.toBe(first.client.core)
  expect(spy).not.toHaveBeenCalled()
})

test('a storage that does not respond delays this client and the next one by ten seconds', async () => {
  const clock = createTestClock()
  const { env, warn, log } = createTestContext({ env: clock })
  const memory = createMemoryStorage()
  let release = (): void => undefined
  const released = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  const getItem = vi.fn(async () => released)
  const names = { prefix: crypto.randomUUID(), projectId: 'test', relayUrl: 'ws://127.0.0.1:1', metadata: undefined }
  const { signal } = new AbortController()
  const hanging = openClient({ env, warn, log, ...names, storage: { ...memory, getItem }, signal })
  const outcome = expect(hanging).rejects.toMatchObject({ code: 'TIMED_OUT' })
  await vi.waitFor(() => expect(getItem).toHaveBeenCalled())
  const opening = openClient({ env, warn, log, ...names, storage: memory, signal })
  await clock.advance(10_000)
  await outcome
  const opened = await opening
  onTestFinished(opened.close)
  // when the first client opens late, it is closed, and the second one stays open
  const beats = vi.spyOn(opened.client.core.heartbeat, 'stop')
  release()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(beats).not.toHaveBeenCalled()
  expect(clock.pending()).toBe(0)
})

test('rejects if the storage fails, and then opens a new client', async () => {
  const { env, warn, log } = createTestContext()
  const memory = createMemoryStorage()
  const getItem: typeof memory.getItem = async (key) => {
    if (key.endsWith('//keychain')) throw new Error('broken')
    return memory.getItem(key)
  }
  const names = { prefix: crypto.randomUUID(), projectId: 'test', relayUrl: 'ws://127.0.0.1:1', metadata: undefined }
  const { signal } = new AbortController()
  await expect(openClient({ env, warn, log, ...names, storage: { ...memory, getItem }, signal })).rejects.toThrow(
    'broken',
  )
  const opened = await openClient({ env, warn, log, ...names, storage: memory, signal })
  onTestFinished(opened.close)
  await opened.client.core.storage.setItem('key', 'value')
  expect(await memory.getItem('key')).toBe('value')
})

test('sends the app’s name to wallets', async () => {
  const { client } = await open()
  expect(client.metadata).toMatchObject({ name: 'Shop' })
})

const page = Object.assign(createTestPage(), { location: { origin: 'https://shop.example', host: 'shop.example' } })

const { env } = createTestContext({ page })

test('toMetadata returns the configured metadata', () => {
  const metadata = { name: 'Shop', description: 'Sells', url: 'https://a.example', icons: ['https://a.example/i.png'] }
  expect(toMetadata(env, metadata)).toEqual(metadata)
})

test('toMetadata defaults to the host, origin and title of the page', () => {
  expect(toMetadata(env, undefined)).toEqual({
    name: 'shop.example',
    description: '',
    url: 'https://shop.example',
    icons: [],
  })
  Object.assign(page.document, { title: 'The shop' })
  expect(toMetadata(env, undefined).name).toBe('The shop')
})

test('toMetadata uses a default name if there is no page', () => {
  expect(toMetadata(createTestContext({ page: null }).env, undefined)).toMatchObject({ name: 'Latchkey', url: '' })
})

test('a delete request for a session that has already ended causes no unhandled rejection', async () => {
  const { client } = await open()
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const engine = client.engine as unknown as {
    isValidDisconnect(request: object): Promise<void>
    onSessionDeleteRequest(topic: string, request: object): Promise<void>
  }
  await expect(engine.isValidDisconnect({ topic: 'none' })).rejects.toThrow('none')
  void engine.onSessionDeleteRequest('none', { id: 1, params: {} })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(unhandled).not.toHaveBeenCalled()
})
