import type { AdapterInstance, PluginContext } from '@latchkey/core'
import { createTestContext, createTestPage, type TestPage } from '@latchkey/testing'
import { createSolanaWallet, hostileWallets, registerMany, registerWallets } from '@latchkey/testing/solana'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSecret, settle } from '../test/setUpWallet.js'
import { solana } from './adapter.js'

let page: TestPage
let ends: (() => void)[]
beforeEach(() => {
  page = createTestPage()
  ends = []
})
afterEach(() => {
  for (const end of ends) end()
  expect(page.listenerCount()).toBe(0)
})

function start(context: PluginContext = createTestContext({ page })): AdapterInstance {
  const instance = solana().setup(context)
  ends.push(instance.destroy)
  return instance
}

function add(name: string, options: Partial<Parameters<typeof createSolanaWallet>[0]> = {}) {
  const wallet = createSolanaWallet({ name, accounts: [createSecret(1)], ...options })
  const stop = wallet.register(page)
  ends.push(stop)
  return { ...wallet, stop }
}

const names = (instance: AdapterInstance): readonly string[] => instance.getConnectors().map(({ meta }) => meta.name)
const ids = (instance: AdapterInstance): readonly string[] => instance.getConnectors().map(({ meta }) => meta.id)

describe('discovery', () => {
  it('finds wallets that register before and after the start', () => {
    add('Early')
    const instance = start()
    add('Late')
    expect(names(instance)).toEqual(['Early', 'Late'])
    expect(instance.getConnectors()[0]?.meta).toEqual({
      id: 'solana:early',
      type: 'ANNOUNCED',
      name: 'Early',
      icon: expect.stringMatching(/^data:image\/svg\+xml,/),
      namespaces: ['solana'],
    })
  })

  it('keeps one connector for a wallet that registers again, like a reloaded extension', () => {
    const instance = start()
    const wallet = add('Twice')
    ends.push(registerWallets(page, [wallet.standard]))
    add('Twice')
    expect(names(instance)).toEqual(['Twice'])
  })

  it('gives each name its own connector id, even if they are similar', () => {
    const instance = start()
    for (const name of ['My Wallet', 'my wallet', 'My-Wallet', '我的钱包']) add(name)
    expect(ids(instance)).toEqual([
      'solana:my-wallet',
      'solana:my-wallet#my wallet',
      'solana:my-wallet#My-Wallet',
      'solana:我的钱包',
    ])
  })

  it('lists forty wallets once each, with one notification', async () => {
    const instance = start()
    let told = 0
    instance.onConnectorsChange(() => {
      told += 1
    })
    ends.push(registerMany(page, 40))
    await settle()
    expect(new Set(ids(instance)).size).toBe(40)
    expect(told).toBe(1)
  })

  it('creates at most 100 connectors for 10,000 wallets', () => {
    const instance = start()
    ends.push(registerMany(page, 10_000))
    expect(instance.getConnectors()).toHaveLength(100)
  })

  it('offers only the features that a wallet supports', () => {
    const instance = start()
    add('All')
    add('Signs', { without: ['solana:signAndSendTransaction', 'solana:signIn', 'solana:signMessage'] })
    add('Sends', { without: ['solana:signTransaction', 'solana:signIn'] })
    expect(instance.getConnectors().map(({ features }) => Object.keys(features))).toEqual([
      [
        'message:sign',
        'message:signIn',
        'signIn:sign',
        'transaction:sign',
        'transaction:signAll',
        'transaction:send',
        'network:switch',
      ],
      ['transaction:sign', 'transaction:signAll', 'transaction:send', 'network:switch'],
      ['message:sign', 'transaction:send', 'network:switch'],
    ])
  })

  it.each([...hostileWallets()].map((item) => [item.name, item] as const))(
    'survives %s',
    (label, { wallet, isUsable }) => {
      const instance = start()
      ends.push(registerWallets(page, [wallet as never]))
      add('Honest')
      const found = instance.getConnectors().filter(({ meta }) => meta.name !== 'Honest')
      expect(names(instance)).toContain('Honest')
      // wallets with the same name are tried one at a time here, so that either one is found
      expect(found).toHaveLength(isUsable || label === 'the same name once more' ? 1 : 0)
      for (const { meta } of found) {
        expect([...meta.name].length).toBeLessThanOrEqual(64)
        expect(meta.name).not.toMatch(/\p{C}/u)
        expect(meta.icon ?? 'data:image/png,').toMatch(/^data:image\//)
        expect((meta.icon ?? '').length).toBeLessThanOrEqual(262_144)
      }
    },
  )

  it('disconnects and removes a wallet that unregisters, and lists it again when it registers', async () => {
    const instance = start()
    const wallet = add('Comes and goes')
    const [connector] = instance.getConnectors()
    await connector?.connect({ namespace: 'solana', silent: false, signal: new AbortController().signal })
    let gone = 0
    connector?.on('disconnect', () => {
      gone += 1
    })
    wallet.stop()
    expect([gone, names(instance)]).toEqual([1, []])
    expect(wallet.listenerCount).toBe(0)
    ends.push(wallet.register(page))
    expect(names(instance)).toEqual(['Comes and goes'])
  })
})

describe('links to wallet apps', () => {
  const phones = {
    android: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    ipad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  }
  const location = { href: 'https://app.example/swap?a=b c#d', origin: 'https://app.example' }
  const onPhone = async (userAgent: string, maxTouchPoints = 5): Promise<AdapterInstance> => {
    Object.assign(page, { navigator: { userAgent, maxTouchPoints }, location })
    const instance = start()
    await settle()
    return instance
  }
  const follow = (instance: AdapterInstance, silent = false): { reply: Promise<unknown>; abort: () => void } => {
    const controller = new AbortController()
    const [connector] = instance.getConnectors()
    const request = { namespace: 'solana', silent, signal: controller.signal } as const
    return { reply: connector?.connect(request) ?? Promise.resolve(), abort: () => controller.abort('left') }
  }

  beforeAll(() => import('./connectors/linkConnectors.js'))

  it('are offered only on phones and tablets, and not with walletLinks: false', async () => {
    expect(names(await onPhone(phones.ipad, 0))).toEqual([])
    expect(names(await onPhone('Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0'))).toEqual([])
    for (const userAgent of Object.values(phones))
      expect(names(await onPhone(userAgent))).toEqual(['Phantom', 'Solflare'])
    const without = solana({ walletLinks: false }).setup(createTestContext({ page }))
    ends.push(without.destroy)
    await settle()
    expect(names(without)).toEqual([])
  })

  it('are replaced by a registered wallet of the same name', async () => {
    const instance = await onPhone(phones.android)
    expect(instance.getConnectors().map(({ meta }) => [meta.type, meta.id])).toEqual([
      ['EXTERNAL', 'solana:phantom#app'],
      ['EXTERNAL', 'solana:solflare#app'],
    ])
    add('Phantom')
    expect(ids(instance)).toEqual(['solana:solflare#app', 'solana:phantom'])
    add('Solflare')
    const later = await onPhone(phones.android)
    expect(ids(later)).toEqual(['solana:phantom', 'solana:solflare'])
  })

  it('open the page in the wallet app by a universal link', async () => {
    const { reply, abort } = follow(await onPhone(phones.iphone))
    const page1 = 'https%3A%2F%2Fapp.example%2Fswap%3Fa%3Db%20c%23d'
    expect(page['location']).toMatchObject({
      href: `https://phantom.app/ul/browse/${page1}?ref=https%3A%2F%2Fapp.example`,
    })
    abort()
    await expect(reply).rejects.toBe('left')
    location.href = 'https://app.example/swap?a=b c#d'
  })

  it('open the page in the wallet app by an intent on Android', async () => {
    const { reply, abort } = follow(await onPhone(phones.android))
    const link = 'phantom.app/ul/browse/https%3A%2F%2Fapp.example%2Fswap%3Fa%3Db%20c%23d?ref=https%3A%2F%2Fapp.example'
    const fallback = encodeURIComponent(`https://${link}`)
    expect((page['location'] as typeof location).href).toBe(
      `intent://${link}#Intent;scheme=https;package=app.phantom;S.browser_fallback_url=${fallback};end`,
    )
    abort()
    await expect(reply).rejects.toBe('left')
    location.href = 'https://app.example/swap?a=b c#d'
  })

  it('open in a new window from an in-app browser, and in the top window from a frame', async () => {
    const opened: unknown[] = []
    Object.assign(page, { open: (...call: readonly unknown[]) => opened.push(call) })
    const link = `https://phantom.app/ul/browse/${encodeURIComponent(location.href)}?ref=https%3A%2F%2Fapp.example`
    const instagram = `${phones.android.replace('Pixel 8', 'Pixel 8; wv')} Instagram 356.0`
    const inApp = follow(await onPhone(instagram))
    Object.assign(page, { parent: {} })
    const framed = follow(await onPhone(phones.iphone))
    expect(opened).toEqual([
      [link, '_blank', 'noopener,noreferrer'],
      [link, '_top', 'noopener,noreferrer'],
    ])
    for (const { reply, abort } of [inApp, framed]) {
      abort()
      await expect(reply).rejects.toBe('left')
    }
  })

  it('reject a silent connect with UNAUTHORIZED and are not followed', async () => {
    const { reply } = follow(await onPhone(phones.android), true)
    await expect(reply).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((page['location'] as typeof location).href).toBe('https://app.example/swap?a=b c#d')
  })
})
