import { Socket } from 'node:net'
import { createModalCore } from '@latchkey/core'
import { createTestPage } from '@latchkey/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRig } from '../test/createRig.js'
import { evmOne, toNetwork } from '../test/networks.js'
import { createMemoryStorage } from './client/storage.js'
import type { RelayProvider } from './providers/relayProvider.js'
import { walletConnect } from './walletConnect.js'

test('is one connector for all namespaces of the modal', async () => {
  const { connector } = await createRig()
  expect(connector.meta).toEqual({
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    name: 'WalletConnect',
    icon: expect.stringMatching(/^data:image\/svg\+xml,/),
    namespaces: ['eip155', 'solana', 'bip122'],
  })
  expect(Object.keys(connector.features)).toEqual(['pairing:start', 'login:reopen'])
})

test('[S4.6] reopens an ended connection by pairing again', async () => {
  const { connector } = await createRig()
  const request = { namespace: 'solana', address: 'x', signal: new AbortController().signal } as const
  expect(await connector.features['login:reopen']?.(request)).toEqual({
    view: 'ConnectingWalletConnect',
    params: { namespace: 'solana' },
  })
})

test('its own networks add namespaces that have no adapter', async () => {
  const networks = [
    { ...toNetwork('polkadot:91b171bb158e2d3848fa23a9f1c25182'), id: '91b171bb158e2d3848fa23a9f1c25182' },
  ]
  const modal = createModalCore({ adapters: [walletConnect({ networks, relayUrl: 'ws://127.0.0.1:1' })] })
  expect(Object.keys(modal.getState().namespaces)).toEqual(['polkadot'])
  modal.start()
  expect(modal.getState().connectors[0]).toMatchObject({ id: 'walletConnect', namespaces: ['polkadot'] })
  modal.destroy()
})

test('opens no socket and adds no listener before the user chooses it', async () => {
  const rig = await createRig()
  const connects = vi.spyOn(Socket.prototype, 'connect')
  rig.connector.prepare?.()
  await vi.dynamicImportSettled()
  expect(connects).not.toHaveBeenCalled()
  expect(rig.page.listenerCount()).toBe(0)
  expect(rig.clientIds).toEqual([])
  expect(rig.connector.getFeatures?.('eip155')).toEqual({})
})

test('contacts no host other than the relay', async () => {
  const rig = await createRig()
  const fetches = vi.spyOn(globalThis, 'fetch')
  const targets: unknown[] = []
  const connect = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [first, second] = args.flat()
    const { host, port } = (typeof first === 'object' ? first : { host: second, port: first }) as Record<
      string,
      unknown
    >
    targets.push(`${host}:${port}`)
    return Reflect.apply(connect, this, args)
  } as never)
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet)
  await rig.connector.disconnect({ namespace: 'eip155', signal: new AbortController().signal })
  // the relay is in this process, too
  const others = [...new Set(targets)].filter((target) => !rig.relay.contacts.includes(String(target)))
  expect(others).toEqual([new URL(rig.relay.url).host])
  const outside = fetches.mock.calls.map(([url]) => String(url)).filter((url) => !url.includes('127.0.0.1'))
  expect(outside).toEqual([])
})

test('writes nothing to the console', async () => {
  const spies = (['log', 'info', 'debug', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
  const rig = await createRig()
  const pairing = rig.startPairing()
  await pairing.nextCode()
  rig.relay.pause()
  pairing.abort(new Error('left'))
  const reloaded = await rig.reload()
  await expect(reloaded.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  rig.relay.resume()
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})

test('destroy leaves no listener, no socket, and no client in the global scope', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet)
  await wallet.destroy()
  const before = rig.relay.stats().sockets
  expect(before).toBeGreaterThan(0)
  rig.connector.destroy()
  rig.connector.destroy()
  await vi.waitFor(() => expect(rig.relay.stats().sockets).toBe(0))
  expect(rig.page.listenerCount()).toBe(0)
  const own = Object.keys(globalThis).filter((key) => key.includes(rig.context.options.id))
  expect(own).toEqual([])
  rig.page.dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(rig.relay.stats().sockets).toBe(0)
})

/** A page's storage that doesn't respond until it is released. */
function createSlowStorage() {
  const storage = createMemoryStorage()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const getItem = vi.fn(async (key: string) => {
    await released
    return storage.getItem(key)
  })
  return { storage: { ...storage, getItem: getItem as typeof storage.getItem }, getItem, release }
}

test('a modal that is destroyed while its client opens leaves the client of the next modal alone', async () => {
  const { storage, getItem, release } = createSlowStorage()
  const id = `strict-${crypto.randomUUID()}`
  const first = await createRig({ id, storage })
  const left = first.startPairing(['eip155'])
  await vi.waitFor(() => expect(getItem).toHaveBeenCalled())
  const reads = getItem.mock.calls.length
  first.connector.destroy()
  const second = await createRig({ id, storage, relay: first.relay })
  const pairing = second.startPairing(['eip155'])
  // the second client reads the storage when the first one is gone
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(getItem).toHaveBeenCalledTimes(reads)
  release()
  await expect(left.agreed).rejects.toMatchObject({ name: 'AbortError' })
  expect(first.clientIds).toEqual([])

  const wallet = await second.createWallet()
  await wallet.pair((await pairing.nextCode()).uri)
  expect(await pairing.agreed).toEqual(['eip155'])
  await second.connect('eip155')
  const provider = (await second.connector.getProvider({ namespace: 'eip155' })) as RelayProvider
  const call = { method: 'personal_sign', params: ['0x6869', wallet.getState().addresses.eip155] }
  expect(await provider.request(call)).toMatch(/^0x/)
  const reloaded = await second.reload()
  expect(await reloaded.connect('eip155')).toMatchObject({ sessionId: wallet.getState().sessions[0]?.topic })
  expect(reloaded.clientIds).toEqual(second.clientIds)
})

test('a modal that is destroyed after the next one with its id has opened closes only its own client', async () => {
  const id = `reload-${crypto.randomUUID()}`
  const storage = createMemoryStorage()
  const first = await createRig({ id, storage })
  await first.startPairing(['eip155']).nextCode()
  const second = await createRig({ id, storage, relay: first.relay })
  const pairing = second.startPairing(['eip155'])
  const { uri } = await pairing.nextCode()
  first.connector.destroy()
  await (await second.createWallet()).pair(uri)
  expect(await pairing.agreed).toEqual(['eip155'])
})

test('a modal that is destroyed at once reads no storage, and ends no session', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  const left = await rig.reload()
  const connecting = left.connect('eip155')
  left.connector.destroy()
  await expect(connecting).rejects.toMatchObject({ name: 'AbortError' })
  expect(left.clientIds).toEqual([])
  await expect((await left.reload()).connect('eip155')).resolves.toMatchObject({ caipNetworkId: evmOne })
})

test('connects on the preferred network if it is approved, else on the last one, else on the first', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  const two = toNetwork('eip155:31338')
  expect(await rig.connect('eip155')).toMatchObject({ caipNetworkId: evmOne })
  expect(await rig.connect('eip155', two)).toMatchObject({ caipNetworkId: 'eip155:31338' })
  expect(await rig.connect('eip155')).toMatchObject({ caipNetworkId: 'eip155:31338' })
  expect(await rig.connect('eip155', toNetwork('eip155:5'))).toMatchObject({ caipNetworkId: 'eip155:31338' })
})

test('does not reconnect to a relay that returns after the connector was destroyed', async () => {
  const rig = await createRig()
  rig.relay.pause()
  const pairing = rig.startPairing()
  await vi.waitFor(() => expect(rig.relay.stats().refused).toBeGreaterThan(0))
  rig.connector.destroy()
  pairing.abort(new Error('left'))
  rig.relay.resume()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(rig.relay.stats().sockets).toBe(0)
})

test('loads the client if site data is blocked, although its browser build reads localStorage on import', async () => {
  const { localStorage } = Object.getOwnPropertyDescriptors(globalThis)
  const get = (): never => {
    throw new DOMException('The document has no access to storage.', 'SecurityError')
  }
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
  onTestFinished(() => {
    vi.doUnmock('./remote.js')
    Reflect.deleteProperty(globalThis, 'localStorage')
    if (localStorage) Object.defineProperty(globalThis, 'localStorage', localStorage)
  })
  vi.resetModules()
  vi.doMock('./remote.js', async (importOriginal) => {
    void globalThis.localStorage
    return importOriginal()
  })
  const { createRig: createFreshRig } = await import('../test/createRig.js')
  const page = Object.defineProperty(createTestPage(), 'indexedDB', { get })
  const rig = await createFreshRig({ options: { storage: undefined }, env: { window: () => page as never } })
  await rig.connectWallet(await rig.createWallet(), ['eip155'])
  expect(rig.warnings).toEqual([expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' })])
  // access is still blocked for the page
  expect(() => globalThis.localStorage).toThrow('no access')
})
