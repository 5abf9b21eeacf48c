import { base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import type { BitcoinShape } from './bitcoinWallet.js'
import { createBitcoinWallet } from './createBitcoinWallet.js'

const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const create = (shape: BitcoinShape, options = {}): ReturnType<typeof createBitcoinWallet> =>
  createBitcoinWallet({ name: 'Dev wallet', shape, privateKeys: keys, origin: 'test', ...options })

type Page = EventTarget & Readonly<Record<string, unknown>>
const createPage = (): Page => new EventTarget() as Page

test.each([
  ['unisat', 'unisat'],
  ['leather', 'LeatherProvider'],
  ['okx', 'okxwallet'],
  ['xverse', 'XverseProviders'],
] as const)('%s is injected at window.%s, and can be removed again', (shape, place) => {
  const page = createPage()
  const stop = create(shape).inject(page)
  expect(page[place]).toBeTypeOf('object')
  stop()
  expect(JSON.stringify(page[place] ?? {})).toBe('{}')
})

test('a sats-connect wallet is listed in btc_providers, and injected at the path that its ID names', () => {
  const page = createPage()
  const wallet = create('sats-connect', { id: 'Dev.BitcoinProvider' })
  const stop = wallet.inject(page)
  expect(page['btc_providers']).toMatchObject([{ id: 'Dev.BitcoinProvider', name: 'Dev wallet' }])
  expect(page['Dev']).toEqual({ BitcoinProvider: wallet.provider })
  stop()
  expect(page['btc_providers']).toEqual([])
})

test('a Wallet Standard wallet registers itself whether the app is ready before or after it', () => {
  const page = createPage()
  const seen: unknown[] = []
  const api = { register: (wallet: unknown) => seen.push(wallet) }
  page.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail(api))
  const wallet = create('wallet-standard')
  wallet.inject(page)
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  expect(seen).toEqual([wallet.provider, wallet.provider])
})

test('derives a payment and a Taproot address on every network', () => {
  const of = (network: 'mainnet' | 'testnet' | 'regtest'): readonly string[] =>
    create('xverse', { network }).addresses.map(({ address }) => address)
  expect(of('mainnet')).toEqual(['bc1q0xcqpzrky6eff2g52qdye53xkk9jxkvrh6yhyw', expect.stringMatching(/^bc1p/)])
  expect(of('testnet')).toEqual([expect.stringMatching(/^tb1q/), expect.stringMatching(/^tb1p/)])
  expect(of('regtest')).toEqual([expect.stringMatching(/^bcrt1q/), expect.stringMatching(/^bcrt1p/)])
})

type Unisat = {
  requestAccounts(): Promise<string[]>
  getAccounts(): Promise<string[]>
  signMessage(message: string, type?: string): Promise<string>
  on(event: string, listener: (payload: unknown) => void): void
}

describe('a user', () => {
  test('is asked once, and the permission of the site survives a reload', async () => {
    const store = new Map<string, string>()
    const storage = {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
      removeItem: (key: string) => void store.delete(key),
    }
    const asked: string[] = []
    const ask = ({ summary }: { readonly summary: string }): boolean => asked.push(summary) > 0
    const { requestAccounts } = create('unisat', { storage, ask }).provider as Unisat
    const [address] = await requestAccounts()
    await requestAccounts()
    expect(asked).toEqual(['Connect this site'])
    expect(await (create('unisat', { storage }).provider as Unisat).getAccounts()).toEqual([address])
    expect(await (create('unisat', { storage, origin: 'other' }).provider as Unisat).getAccounts()).toEqual([])
  })

  test('can decline, and the error has the format of each wallet shape', async () => {
    const refused = { code: 4_001 }
    const no = { ask: () => false }
    await expect((create('unisat', no).provider as Unisat).requestAccounts()).rejects.toMatchObject(refused)
    type Rpc = { request(method: string, params?: unknown): Promise<unknown> }
    await expect((create('leather', no).provider as Rpc).request('getAddresses')).rejects.toMatchObject({
      error: refused,
    })
    await expect((create('xverse', no).provider as Rpc).request('wallet_connect', null)).resolves.toMatchObject({
      error: { code: -32_000 },
    })
  })

  test('switches the account, and a connected site is notified', async () => {
    const wallet = create('unisat')
    const provider = wallet.provider as Unisat
    const heard: unknown[] = []
    provider.on('accountsChanged', (accounts) => void heard.push(accounts))
    wallet.selectAccount(1)
    expect(heard).toEqual([])
    await provider.requestAccounts()
    wallet.selectAccount(0)
    expect(heard).toEqual([[wallet.addresses[0]?.address]])
    expect(wallet.listenerCount).toBe(1)
  })
})

test('fails as scripted, until it is reset', async () => {
  const wallet = create('unisat', {
    script: { methods: { signMessage: [{ kind: 'reject' }, { kind: 'throw', value: 'x' }] } },
  })
  const { signMessage } = wallet.provider as Unisat
  await expect(signMessage('Hello')).rejects.toMatchObject({ code: 4_001 })
  await expect(signMessage('Hello')).rejects.toBe('x')
  wallet.script({ wrongSignature: 'key', encoding: 'hex' })
  expect(await signMessage('Hello')).toMatch(/^[\da-f]+$/)
  wallet.reset()
  // BIP-137: the header byte of P2WPKH, then the 64-byte signature. ECDSA is deterministic (RFC 6979)
  const signature = await signMessage('Hello', 'ecdsa')
  expect(signature).toBe(await signMessage('Hello', 'ecdsa'))
  expect([39, 40]).toContain(base64.decode(signature)[0])
  expect(wallet.requests.map(({ method, outcome }) => [method, outcome])).toEqual([
    ['signMessage', 'refused'],
    ['signMessage', 'refused'],
    ['signMessage', 'answered'],
    ['signMessage', 'answered'],
    ['signMessage', 'answered'],
  ])
})
