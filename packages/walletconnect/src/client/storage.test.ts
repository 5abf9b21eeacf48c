import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createTestClock, createTestContext, createTestPage } from '@latchkey/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRig } from '../../test/createRig.js'
import type { SessionStorage } from '../options.js'
import type { RelayProvider } from '../providers/relayProvider.js'
import { chooseStorage, createMemoryStorage } from './storage.js'

type Request = { onerror?: () => void; onsuccess?: () => void; readonly error?: Error; readonly result?: unknown }

type Transaction = {
  oncomplete?: () => void
  onabort?: () => void
  readonly error: Error
  objectStore(name: string): {
    readonly transaction: Transaction
    get(key: string): Request
    getAllKeys(): Request
    put(value: unknown, key: string): void
    delete(key: string): void
  }
}

function setUp(open: (name: string) => Request) {
  const page = Object.assign(createTestPage(), { indexedDB: { open } })
  const clock = createTestClock()
  const context = createTestContext({ page, env: clock })
  return { clock, context, page, choose: () => chooseStorage(context, undefined) }
}

const full = new DOMException('The storage is full.', 'QuotaExceededError')

/** As much of IndexedDB as the client uses: databases by name, each with its stores. `isFull`: nothing can be written. */
function createDatabases({ isFull = false } = {}) {
  const databases = new Map<string, Map<string, Map<string, unknown>>>()
  const close = vi.fn()
  /** A request that succeeds, after an upgrade if there is one. */
  const succeed = (result: unknown) => {
    const request: Request & { onupgradeneeded?: () => void } = { result }
    queueMicrotask(() => {
      request.onupgradeneeded?.()
      request.onsuccess?.()
    })
    return request
  }
  const startTransaction = (stores: Map<string, Map<string, unknown>>) => {
    let hasWritten = false
    const transaction: Transaction = {
      error: full,
      objectStore(name) {
        const items = stores.get(name) ?? new Map<string, unknown>()
        return {
          transaction,
          get: (key) => succeed(items.get(key)),
          getAllKeys: () => succeed([...items.keys()]),
          put(value, key) {
            hasWritten = true
            if (!isFull) items.set(key, value)
          },
          delete: (key) => void items.delete(key),
        }
      },
    }
    setTimeout(() => (isFull && hasWritten ? transaction.onabort?.() : transaction.oncomplete?.()))
    return transaction
  }
  const open = (name: string) => {
    const stores = databases.get(name) ?? new Map<string, Map<string, unknown>>()
    databases.set(name, stores)
    return succeed({
      createObjectStore: (store: string) => void stores.set(store, stores.get(store) ?? new Map()),
      transaction: () => startTransaction(stores),
      close,
    })
  }
  return { databases, open, close }
}

test('uses the storage of the app', async () => {
  const own = createMemoryStorage()
  expect(await chooseStorage(createTestContext(), own)).toBe(own)
})

const clientStores = (entries: Record<string, unknown>) =>
  new Map([['keyvaluestorage', new Map(Object.entries(entries))]])

test('leaves IndexedDB to the client if it can be written, and leaves nothing in it', async () => {
  const { databases, open, close } = createDatabases()
  const { choose, context, clock } = setUp(open)
  expect(await choose()).toBeUndefined()
  expect(databases).toEqual(new Map([['WALLET_CONNECT_V2_INDEXED_DB', clientStores({})]]))
  expect(close).toHaveBeenCalledOnce()
  expect(context.warnings).toEqual([])
  expect(clock.pending()).toBe(0)
})

test('uses memory, with one warning, if IndexedDB is full, as the client would never start', async () => {
  const { choose, context } = setUp(createDatabases({ isFull: true }).open)
  const storage = await choose()
  await storage?.setItem('a', { b: 1 })
  expect(await storage?.getItem('a')).toEqual({ b: 1 })
  expect(context.warnings).toEqual([expect.objectContaining({ code: 'STORAGE_UNAVAILABLE', cause: full })])
})

test('leaves a full IndexedDB to a client that has started before, as it has sessions to restore', async () => {
  const { databases, open } = createDatabases({ isFull: true })
  databases.set('WALLET_CONNECT_V2_INDEXED_DB', clientStores({ wc_storage_version: '1' }))
  const { choose, context } = setUp(open)
  expect(await choose()).toBeUndefined()
  expect(context.warnings).toEqual([])
})

const denied = new Error('denied')

for (const [name, open] of [
  [
    'refuses',
    () => {
      const request: Request = { error: denied }
      queueMicrotask(() => request.onerror?.())
      return request
    },
  ],
  [
    'throws',
    (): Request => {
      throw denied
    },
  ],
] as const)
  test(`uses memory, with one warning, if the browser ${name}`, async () => {
    const { choose, context } = setUp(open)
    const storage = await choose()
    await storage?.setItem('a', { b: 1 })
    expect(await storage?.getItem('a')).toEqual({ b: 1 })
    expect(context.warnings).toEqual([expect.objectContaining({ code: 'STORAGE_UNAVAILABLE', cause: denied })])
  })

test('uses memory after two seconds if the browser does not respond', async () => {
  const { choose, context, clock } = setUp(() => ({}))
  const choosing = choose()
  await clock.advance(2_000)
  expect(await choosing).toBeDefined()
  expect(context.warnings).toHaveLength(1)
})

test('pairs on a page without storage', async () => {
  const rig = await createRig({ storage: undefined, options: { storage: undefined } })
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  expect(rig.warnings).toEqual([expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' })])
})

test('requests and pairings succeed if the storage is full, with one warning', async () => {
  const rejections: unknown[] = []
  const onRejection = (reason: unknown): void => void rejections.push(reason)
  process.on('unhandledRejection', onRejection)
  onTestFinished(() => void process.off('unhandledRejection', onRejection))
  const storage = createMemoryStorage()
  let isFull = false
  const setItem: SessionStorage['setItem'] = async (key, value) => {
    if (isFull) throw full
    await storage.setItem(key, value)
  }
  const rig = await createRig({ storage: { ...storage, setItem } })
  const [wallet, other] = [await rig.createWallet(), await rig.createWallet()]
  await rig.connectWallet(wallet, ['eip155'])
  isFull = true
  const sign = async ({ getState }: typeof wallet): Promise<unknown> => {
    const provider = (await rig.connector.getProvider({ namespace: 'eip155' })) as RelayProvider
    return provider.request({ method: 'personal_sign', params: ['0x68', getState().addresses.eip155] })
  }
  await expect(sign(wallet)).resolves.toMatch(/^0x/)
  await rig.connectWallet(other, ['eip155'])
  await expect(sign(other)).resolves.toMatch(/^0x/)
  expect(rig.warnings).toEqual([expect.objectContaining({ code: 'STORAGE_UNAVAILABLE', cause: full })])
  expect(rejections).toEqual([])
})

test('[S9.17] in a browser, the client stores its sessions and a version marker in its IndexedDB database', async () => {
  const { databases, open } = createDatabases()
  vi.stubGlobal('indexedDB', { open })
  // where the client kept its sessions before
  vi.stubGlobal('localStorage', { theme: 'dark', getItem: () => undefined })
  // the file that bundlers for browsers choose
  const client = createRequire(import.meta.url).resolve('@walletconnect/universal-provider')
  const node = createRequire(client).resolve('@walletconnect/keyvaluestorage')
  const { KeyValueStorage } = await import(new URL('index.es.js', pathToFileURL(node)).href)
  await new KeyValueStorage().setItem('session', [])
  expect([...databases.keys()]).toEqual(['WALLET_CONNECT_V2_INDEXED_DB'])
  const stores = databases.get('WALLET_CONNECT_V2_INDEXED_DB')
  expect([...(stores?.keys() ?? [])]).toEqual(['keyvaluestorage'])
  expect(Object.fromEntries(stores?.get('keyvaluestorage') ?? [])).toEqual({ wc_storage_version: '1', session: '[]' })
})
