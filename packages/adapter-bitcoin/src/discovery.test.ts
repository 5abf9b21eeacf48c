import type { AdapterInstance } from '@latchkey/core'
import { createTestClock, createTestContext, createTestPage, type TestPage } from '@latchkey/testing'
import { type BitcoinShape, createBitcoinWallet } from '@latchkey/testing/bitcoin'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { keys, settle, shapes } from '../test/setUpWallet.js'
import { createBitcoinInstance } from './adapter.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function start(page: TestPage): AdapterInstance & { readonly clock: ReturnType<typeof createTestClock> } {
  const clock = createTestClock()
  const instance = createBitcoinInstance(createTestContext({ page, env: clock }), () => undefined)
  ends.push(instance.destroy)
  return { ...instance, clock }
}

const create = (shape: BitcoinShape, name: string): ReturnType<typeof createBitcoinWallet> =>
  createBitcoinWallet({ shape, name, privateKeys: keys, origin: 'test' })

const namesOf = ({ getConnectors }: AdapterInstance): readonly string[] => getConnectors().map(({ meta }) => meta.name)

test('finds six wallets on one page, and connects each with one prompt', async () => {
  const page = createTestPage()
  const wallets = shapes.map((shape) => create(shape, `${shape} made`))
  for (const wallet of wallets) wallet.inject(page)
  const { getConnectors } = start(page)
  expect(getConnectors()).toHaveLength(6)
  for (const connector of getConnectors()) {
    const { accounts } = await connector.connect({
      namespace: 'bip122',
      silent: false,
      signal: new AbortController().signal,
    })
    expect(accounts[0].type).toBe('payment')
  }
  expect(wallets.map(({ prompts }) => prompts)).toEqual([1, 1, 1, 1, 1, 1])
})

test('finds all wallets in any order of injection, before or after the start', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...shapes], { minLength: 1 }), fc.nat(6), (order, before) => {
      const page = createTestPage()
      const all = order.map((shape) => create(shape, `${shape} made`))
      for (const wallet of all.slice(0, before)) wallet.inject(page)
      const instance = start(page)
      for (const wallet of all.slice(before)) wallet.inject(page)
      page.dispatchEvent(new Event('focus'))
      expect(new Set(instance.getConnectors().map(({ meta }) => meta.id)).size).toBe(order.length)
    }),
    { numRuns: 30 },
  )
})

test('creates a connector for each of forty wallets', () => {
  const page = createTestPage()
  for (let index = 0; index < 40; index++)
    create(index % 2 ? 'wallet-standard' : 'sats-connect', `Wallet no ${index}`).inject(page)
  expect(start(page).getConnectors()).toHaveLength(40)
})

test('creates at most 100 connectors', () => {
  const page = createTestPage()
  for (let index = 0; index < 130; index++) create('sats-connect', `Wallet no ${index}`).inject(page)
  expect(start(page).getConnectors()).toHaveLength(100)
})

test('uses the name that a wallet registers or lists, and a fixed one for an injected wallet', () => {
  const page = createTestPage()
  create('wallet-standard', 'Registered').inject(page)
  create('sats-connect', 'Listed').inject(page)
  create('unisat', 'ignored').inject(page)
  expect(
    start(page)
      .getConnectors()
      .map(({ meta }) => meta),
  ).toMatchObject([
    { id: 'bitcoin:registered', type: 'ANNOUNCED', name: 'Registered', namespaces: ['bip122'] },
    { id: 'bitcoin:listed', type: 'ANNOUNCED', name: 'Listed' },
    { id: 'bitcoin:unisat', type: 'INJECTED', name: 'UniSat Wallet', icon: undefined },
  ])
})

test('lists a wallet once if it is found in three ways, by the best of them', () => {
  const page = createTestPage()
  const xverse = create('xverse', 'Xverse Wallet')
  xverse.inject(page)
  const instance = start(page)
  expect(namesOf(instance)).toEqual(['Xverse Wallet'])
  expect(instance.getConnectors()[0]?.meta.type).toBe('INJECTED')

  xverse.inject(page, { registry: true })
  page.dispatchEvent(new Event('focus'))
  expect(instance.getConnectors().map(({ meta }) => meta.type)).toEqual(['ANNOUNCED'])

  const standard = create('wallet-standard', 'Xverse')
  standard.inject(page)
  expect(namesOf(instance)).toEqual(['Xverse'])
  expect(instance.getConnectors()[0]?.meta.id).toBe('bitcoin:xverse')
})

test('keeps a connected connector when a better one for its wallet appears', async () => {
  const page = createTestPage()
  create('xverse', 'Xverse').inject(page)
  const instance = start(page)
  const [first] = instance.getConnectors()
  await first?.connect({ namespace: 'bip122', silent: false, signal: new AbortController().signal })
  // as the modal does once it is connected
  const stop = first?.on('change', () => undefined)
  create('wallet-standard', 'Xverse').inject(page)
  expect(instance.getConnectors()).toEqual([first])
  stop?.()
})

test('lists a provider once if it is injected in two places', () => {
  const page = createTestPage()
  const wallet = create('okx', 'OKX')
  wallet.inject(page)
  page['unisat'] = wallet.provider
  expect(namesOf(start(page))).toEqual(['OKX Wallet'])
})

test.each([50, 300, 1_000, 3_000])('finds a wallet that is injected late after %i ms', async (ms) => {
  const page = createTestPage()
  const { clock, ...instance } = start(page)
  await clock.advance(ms - 1)
  create('leather', 'Leather').inject(page)
  expect(namesOf(instance)).toEqual([])
  await clock.advance(1)
  expect(namesOf(instance)).toEqual(['Leather'])
})

test.each(['load', 'focus'])('searches the page again on %s, and leaves no listener after destroy', async (event) => {
  const page = createTestPage()
  const { clock, ...instance } = start(page)
  await clock.advance(10_000)
  expect(clock.pending()).toBe(0)
  create('unisat', 'UniSat').inject(page)
  expect(namesOf(instance)).toEqual([])
  page.dispatchEvent(new Event(event))
  expect(namesOf(instance)).toEqual(['UniSat Wallet'])
  instance.destroy()
  expect(page.listenerCount()).toBe(0)
})

test('removes a wallet that unregisters, with one notification', async () => {
  const page = createTestPage()
  const stop = create('wallet-standard', 'Gone').inject(page)
  const instance = start(page)
  let told = 0
  instance.onConnectorsChange(() => {
    told += 1
  })
  expect(namesOf(instance)).toEqual(['Gone'])
  stop()
  await settle()
  expect(namesOf(instance)).toEqual([])
  expect(told).toBe(1)
})

test('disconnects and removes a connected wallet that unregisters', async () => {
  const page = createTestPage()
  const stop = create('wallet-standard', 'Gone').inject(page)
  const instance = start(page)
  const [connector] = instance.getConnectors()
  await connector?.connect({ namespace: 'bip122', silent: false, signal: new AbortController().signal })
  const ended: unknown[] = []
  connector?.on('disconnect', (event) => void ended.push(event))
  stop()
  expect(ended).toEqual([{ namespace: 'bip122' }])
  expect(namesOf(instance)).toEqual([])
})

test('removes a wallet that has registered only a sats-connect provider when it unregisters', () => {
  const page = createTestPage()
  const features = { 'sats-connect:': { provider: create('sats-connect', 'Gone').provider } }
  const wallet = { name: 'Gone', icon: '', chains: ['bitcoin:mainnet'], features, accounts: [] }
  let stop = (): void => undefined
  page.addEventListener('wallet-standard:app-ready', (event) => {
    stop = (event as CustomEvent<{ register: (wallet: object) => () => void }>).detail.register(wallet)
  })
  const instance = start(page)
  expect(namesOf(instance)).toEqual(['Gone'])
  stop()
  expect(namesOf(instance)).toEqual([])
})

test('ignores wallets of other namespaces', () => {
  const page = createTestPage()
  const solana = {
    name: 'Sun',
    icon: '',
    chains: ['solana:mainnet'],
    features: { 'standard:connect': {} },
    accounts: [],
  }
  const register = ({ register: take }: { readonly register: (wallet: object) => void }): void => take(solana)
  const instance = start(page)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  expect(namesOf(instance)).toEqual([])
})

test('truncates or ignores hostile claims without throwing', () => {
  const request = async (): Promise<undefined> => undefined
  const thrower = new Proxy(
    {},
    {
      get: () => {
        throw new Error('No.')
      },
    },
  )
  const page = createTestPage()
  page['good'] = { request }
  page['evil'] = { request }
  page['btc_providers'] = [
    null,
    7,
    thrower,
    { id: 'good' },
    { id: 'nowhere.at.all', name: 'Nowhere' },
    { id: '__proto__', name: 'Proto' },
    { id: 'constructor.prototype', name: 'Constructor' },
    { id: `good${'.x'.repeat(2_000)}`, name: 'Deep' },
    { id: 'evil', name: `\u202eEvil${'!'.repeat(500)}`, icon: 'javascript:alert(1)', methods: thrower },
    { id: 'good', name: 'Good', icon: `data:image/png;base64,${'A'.repeat(5_000_000)}`, methods: Array(1e6).fill('x') },
  ]
  Object.defineProperty(page, 'LeatherProvider', {
    get: () => {
      throw new Error('No.')
    },
  })
  Object.defineProperty(page, 'okxwallet', { value: thrower })
  const rows = start(page)
    .getConnectors()
    .map(({ meta }) => meta)
  expect(rows.map(({ icon }) => icon)).toEqual(rows.map(() => undefined))
  expect(rows.map(({ name }) => name.length <= 64 && !name.includes('\u202e'))).toEqual(rows.map(() => true))
  expect(rows.map(({ id }) => id)).toContain('bitcoin:good')
})

test('does not throw for arbitrary registries and providers', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (registry, unisat) => {
      const page = createTestPage()
      page['btc_providers'] = registry
      page['unisat'] = unisat
      page['XverseProviders'] = registry
      expect(start(page).getConnectors().length).toBeLessThan(10)
    }),
  )
})

test('a connector has only the features that its wallet supports', () => {
  const page = createTestPage()
  const features = { 'bitcoin:connect': {}, 'bitcoin:signMessage': {} }
  const poor = { name: 'Poor', icon: '', chains: ['bitcoin:mainnet'], features, accounts: [] }
  page.addEventListener('wallet-standard:app-ready', (event) => {
    ;(event as CustomEvent<{ register: (wallet: object) => void }>).detail.register(poor)
  })
  const own = start(page).getConnectors()[0]?.features ?? {}
  expect(Object.entries(own).flatMap(([name, feature]) => (feature ? [name] : []))).toEqual(['message:sign'])
})

test('only wallets that can switch networks have the network:switch feature', () => {
  const page = createTestPage()
  for (const shape of shapes) create(shape, `${shape} made`).inject(page)
  page['plain'] = { request: async () => undefined }
  page['btc_providers'] = [...(page['btc_providers'] as object[]), { id: 'plain', name: 'Plain' }]
  const able = start(page)
    .getConnectors()
    .filter(({ features }) => features['network:switch'])
  expect(able.map(({ meta }) => meta.id).sort()).toEqual([
    'bitcoin:okx',
    'bitcoin:sats-connect-made',
    'bitcoin:unisat',
    'bitcoin:xverse',
  ])
})
