import type { Connector } from '@latchkey/core'
import {
  announceMany,
  createEvmWallet,
  createTestClock,
  createTestContext,
  createTestPage,
  type EvmWallet,
  hostileAnnouncements,
  type TestContext,
  type TestContextOptions,
} from '@latchkey/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discoverWallets, parseAnnouncement } from './discovery.js'

type Row = Connector & {
  readonly provider: unknown
  readonly isDestroyed: () => boolean
  readonly use: (is: boolean) => void
}

function setUp(options: TestContextOptions = {}) {
  const clock = createTestClock()
  const page = options.page ?? createTestPage()
  const context: TestContext = createTestContext({ ...options, page, env: clock })
  const created: Row[] = []
  const start = (): ReturnType<typeof discoverWallets> =>
    discoverWallets(context, (meta, provider, onUse) => {
      let isDestroyed = false
      const row = {
        meta,
        provider,
        use: onUse,
        isDestroyed: () => isDestroyed,
        destroy: () => {
          isDestroyed = true
        },
      } as unknown as Row
      created.push(row)
      return row
    })
  return { clock, page, context, created, start }
}

const ids = (discovery: { getConnectors(): readonly Connector[] }): readonly string[] =>
  discovery.getConnectors().map(({ meta }) => meta.id)

function createWallet(name: string, rdns = `io.${name.toLowerCase()}`): EvmWallet {
  return createEvmWallet({
    name,
    rdns,
    accounts: [`0x${'11'.repeat(32)}`],
    chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
  })
}

describe('EIP-6963', () => {
  test('requests announcements on start and describes the wallets it finds', () => {
    const { page, start } = setUp()
    const wallet = createWallet('Fox')
    wallet.announce(page)
    const [connector] = start().getConnectors()
    expect(connector?.meta).toEqual({
      id: 'io.fox',
      type: 'ANNOUNCED',
      name: 'Fox',
      icon: wallet.info.icon,
      rdns: 'io.fox',
      namespaces: ['eip155'],
    })
  })

  test('adds wallets that announce themselves late, with one notification per batch', async () => {
    const { page, start } = setUp()
    const discovery = start()
    let told = 0
    discovery.onConnectorsChange(() => {
      told += 1
    })
    createWallet('One').announce(page)
    createWallet('Two').announce(page)
    expect(told).toBe(0)
    await Promise.resolve()
    expect(told).toBe(1)
    expect(ids(discovery)).toEqual(['io.one', 'io.two'])
    createWallet('Three').announce(page)
    await Promise.resolve()
    expect(told).toBe(2)
  })

  test('returns a new list after each change', () => {
    const { page, start } = setUp()
    const discovery = start()
    const before = discovery.getConnectors()
    createWallet('One').announce(page)
    expect(before).toEqual([])
    expect(discovery.getConnectors()).not.toBe(before)
  })

  test('keeps one connector for a wallet that announces itself repeatedly', async () => {
    const { page, start } = setUp()
    createWallet('One').announce(page)
    const discovery = start()
    let told = 0
    discovery.onConnectorsChange(() => {
      told += 1
    })
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    await Promise.resolve()
    expect(ids(discovery)).toEqual(['io.one'])
    expect(told).toBe(0)
  })

  test('keeps the first of wallets with the same uuid, the same provider, or the same name and rdns', () => {
    const { page, start, created } = setUp()
    const one = createWallet('One')
    one.announce(page)
    createWallet('Other', 'io.other').announce(page, { detail: { info: { uuid: one.info.uuid } } })
    createWallet('Another', 'io.another').announce(page, { detail: { provider: one.provider } })
    createWallet('One').announce(page)
    expect(ids(start())).toEqual(['io.one'])
    expect(created[0]?.provider).toBe(one.provider)
  })

  test('[T3] gives a second wallet that claims the same rdns an id of its own', () => {
    const { page, start } = setUp()
    createWallet('Real Wallet', 'io.wallet').announce(page)
    createWallet('Réal Wallet!', 'io.wallet').announce(page)
    createWallet('Third', 'io.wallet').announce(page)
    expect(ids(start())).toEqual(['io.wallet', 'io.wallet#réal-wallet-', 'io.wallet#third'])
  })

  test('uses the uuid as the id if the rdns is invalid, but never the id of the legacy wallet', () => {
    const { page, start } = setUp()
    const wallet = createWallet('Odd', 'not a domain')
    wallet.announce(page)
    createWallet('Thief', 'x').announce(page, { detail: { info: { uuid: 'injected' } } })
    expect(ids(start())).toEqual([wallet.info.uuid])
  })

  test('[I26] handles every hostile announcement and keeps the usable ones', () => {
    const { page, start } = setUp()
    const discovery = start()
    const usable: string[] = []
    for (const { detail, isUsable, name } of hostileAnnouncements()) {
      // they share one provider: give each usable one its own, so that it counts as a wallet of its own
      const own = isUsable ? { ...(detail as object), provider: { request: async () => [] } } : detail
      if (isUsable && name !== 'the same uuid with another name') usable.push(name)
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: own }))
    }
    expect(discovery.getConnectors()).toHaveLength(usable.length)
    expect(new Set(ids(discovery)).size).toBe(usable.length)
  })

  test('[T3] [I26] creates 100 connectors for 10,000 announcements, within two seconds', async () => {
    const { page, start, created } = setUp()
    const discovery = start()
    let told = 0
    discovery.onConnectorsChange(() => {
      told += 1
    })
    const begin = performance.now()
    announceMany(page, 10_000)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    const took = performance.now() - begin
    await Promise.resolve()
    expect(discovery.getConnectors()).toHaveLength(100)
    expect(created).toHaveLength(100)
    expect(told).toBe(1)
    expect(took).toBeLessThan(2_000)
  })

  test('warns if a listener throws, and still notifies the other listeners', async () => {
    const { page, start, context } = setUp()
    const discovery = start()
    let told = 0
    discovery.onConnectorsChange(() => {
      throw new Error('mine')
    })
    const unsubscribe = discovery.onConnectorsChange(() => {
      told += 1
    })
    createWallet('One').announce(page)
    await Promise.resolve()
    expect(told).toBe(1)
    expect(context.warnings).toHaveLength(1)
    unsubscribe()
    createWallet('Two').announce(page)
    await Promise.resolve()
    expect(told).toBe(1)
  })

  test('is disabled by enableEIP6963: false', async () => {
    const { page, start, clock } = setUp({ enableEIP6963: false })
    const wallet = createWallet('One')
    wallet.announce(page)
    const discovery = start()
    wallet.injectLegacy(page)
    await clock.advance(1)
    expect(ids(discovery)).toEqual(['injected'])
  })

  test('finds nothing on a server', () => {
    const context = createTestContext({ page: null })
    const discovery = discoverWallets(context, () => {
      throw new Error('never')
    })
    expect(discovery.getConnectors()).toEqual([])
    discovery.destroy()
  })
})

describe('window.ethereum', () => {
  test('is listed as "Browser Wallet" if no wallet announces itself within 300 ms', async () => {
    const { page, start, clock } = setUp()
    createWallet('Old').injectLegacy(page)
    const discovery = start()
    await clock.advance(299)
    expect(ids(discovery)).toEqual([])
    await clock.advance(1)
    expect(discovery.getConnectors()[0]?.meta).toEqual({
      id: 'injected',
      type: 'INJECTED',
      name: 'Browser Wallet',
      namespaces: ['eip155'],
    })
  })

  test('is found when it is injected late and dispatches ethereum#initialized', async () => {
    const { page, start, clock } = setUp()
    const discovery = start()
    await clock.advance(5_000)
    createWallet('Old').injectLegacy(page)
    await clock.advance(300)
    expect(ids(discovery)).toEqual(['injected'])
    page.dispatchEvent(new Event('ethereum#initialized'))
    await clock.advance(300)
    expect(ids(discovery)).toEqual(['injected'])
  })

  test('is not accessed if a wallet announces itself', async () => {
    const { page, start, clock } = setUp()
    let touched = 0
    Object.defineProperty(page, 'ethereum', {
      configurable: true,
      get: () => {
        touched += 1
        return { request: async () => [] }
      },
    })
    createWallet('New').announce(page)
    const discovery = start()
    page.dispatchEvent(new Event('ethereum#initialized'))
    await clock.advance(10_000)
    expect(ids(discovery)).toEqual(['io.new'])
    expect(touched).toBe(0)
  })

  test('is removed when a wallet announces itself later', async () => {
    const { page, start, clock, created } = setUp()
    createWallet('Old').injectLegacy(page)
    const discovery = start()
    await clock.advance(300)
    createWallet('New').announce(page)
    expect(ids(discovery)).toEqual(['io.new'])
    expect(created[0]?.isDestroyed()).toBe(true)
  })

  test('stays while it is in use', async () => {
    const { page, start, clock, created } = setUp()
    createWallet('Old').injectLegacy(page)
    const discovery = start()
    await clock.advance(300)
    created[0]?.use(true)
    createWallet('New').announce(page)
    expect(ids(discovery)).toEqual(['injected', 'io.new'])
    let told = 0
    await Promise.resolve()
    discovery.onConnectorsChange(() => {
      told += 1
    })
    created[0]?.use(false)
    await Promise.resolve()
    expect(ids(discovery)).toEqual(['io.new'])
    expect(told).toBe(1)
  })

  for (const [name, ethereum] of [
    ['undefined', undefined],
    ['null', null],
    ['an object without request()', {}],
    ['a string', 'wallet'],
  ] as const)
    test(`is ignored if it is ${name}`, async () => {
      const { page, start, clock } = setUp()
      page.ethereum = ethereum
      const discovery = start()
      await clock.advance(1_000)
      expect(ids(discovery)).toEqual([])
    })

  test('is ignored if its getter throws', async () => {
    const { page, start, clock, context } = setUp()
    Object.defineProperty(page, 'ethereum', {
      get: () => {
        throw new Error('mine')
      },
    })
    const discovery = start()
    await clock.advance(1_000)
    expect(ids(discovery)).toEqual([])
    expect(context.warnings).toEqual([])
  })
})

describe('destroy', () => {
  test('removes all listeners and timers, and destroys the connectors', async () => {
    const { page, start, clock, created } = setUp()
    createWallet('One').announce(page)
    const listeners = page.listenerCount()
    const discovery = start()
    let told = 0
    discovery.onConnectorsChange(() => {
      told += 1
    })
    expect(page.listenerCount()).toBeGreaterThan(listeners)
    createWallet('Two').announce(page)
    discovery.destroy()
    await Promise.resolve()
    expect(page.listenerCount()).toBe(listeners + 1) // the second wallet's own
    expect(clock.pending()).toBe(0)
    expect(created.map((row) => row.isDestroyed())).toEqual([true, true])
    expect(told).toBe(0)
  })
})

const provider = { request: async () => [] }

const info = {
  uuid: 'b7a5e0f2-9c4d-4a3e-8f10-2d6c7b8a9e01',
  name: 'Wallet',
  icon: 'data:image/png;base64,AA',
  rdns: 'io.wallet',
}

const announce = (detail: unknown): Event => new CustomEvent('eip6963:announceProvider', { detail })

const parse = (lie: object): ReturnType<typeof parseAnnouncement> =>
  parseAnnouncement(announce({ info: { ...info, ...lie }, provider }))

describe('parseAnnouncement', () => {
  test('parses a valid announcement unchanged', () => {
    expect(parse({})).toEqual({ ...info, provider })
  })

  for (const { name, detail, isUsable } of hostileAnnouncements())
    test(`[I26] ${isUsable ? 'defuses' : 'skips'} ${name}`, () => {
      const found = parseAnnouncement(announce(detail))
      expect(found !== null).toBe(isUsable)
      expect(found?.name.length ?? 0).toBeLessThanOrEqual(64)
      expect(found?.icon ?? 'data:image/').toMatch(/^data:image\//)
      expect(found?.rdns ?? 'a.b').toMatch(/^[a-z\d.-]+$/)
    })

  test('removes control and bidi characters from a name', () => {
    expect(parse({ name: ' Meta\u202eMask\u0000\u200b\u2066 \u2028' })?.name).toBe('MetaMask')
    expect(parse({ name: '\u202e\u200f' })).toBeNull()
  })

  test('truncates a name to 64 characters without splitting one', () => {
    expect(parse({ name: '🦊'.repeat(100) })?.name).toBe('🦊'.repeat(64))
  })

  test('keeps names in other scripts', () => {
    expect(parse({ name: 'محفظة 钱包 Кошелёк' })?.name).toBe('محفظة 钱包 Кошелёк')
  })

  for (const type of ['png', 'jpg', 'jpeg', 'webp', 'gif', 'svg+xml', 'avif'])
    test(`accepts an icon of type ${type}`, () => {
      expect(parse({ icon: `data:image/${type};base64,AA` })?.icon).toBe(`data:image/${type};base64,AA`)
    })

  for (const icon of [
    'data:image/xml,<x/>',
    'data:text/html,x',
    'https://a.example/i.png',
    'javascript:alert(1)',
    '',
    7,
  ])
    test(`drops the icon ${icon}`, () => {
      expect(parse({ icon })).toMatchObject({ name: 'Wallet', icon: undefined })
    })

  test('drops an icon above 256 KB', () => {
    const icon = 'data:image/png;base64,'.padEnd(262_144, 'A')
    expect(parse({ icon })?.icon).toBe(icon)
    expect(parse({ icon: `${icon}A` })?.icon).toBeUndefined()
  })

  for (const rdns of [
    'wallet',
    '',
    'io..wallet',
    'io.wallet/x',
    'io wallet',
    '__proto__',
    'a.'.repeat(20),
    'x'.repeat(5_000),
  ])
    test(`rejects ${JSON.stringify(rdns.slice(0, 20))} as a reverse domain name`, () => {
      expect(parse({ rdns })).toMatchObject({ rdns: undefined, uuid: info.uuid })
    })

  test('converts a reverse domain name to lower case', () => {
    expect(parse({ rdns: 'IO.Wallet' })?.rdns).toBe('io.wallet')
  })

  test('reads each field once, so that a second read cannot return another value', () => {
    const reads: string[] = []
    const watch = <value extends object>(target: value): value =>
      new Proxy(target, {
        get: (object, field, receiver) => {
          reads.push(String(field))
          return Reflect.get(object, field, receiver)
        },
      })
    parseAnnouncement(announce(watch({ info: watch(info), provider: watch(provider) })))
    expect(reads.sort()).toEqual(['icon', 'info', 'name', 'provider', 'rdns', 'request', 'uuid'])
  })

  test('never throws for arbitrary announcements, and returns only sanitized values', () => {
    const or = (...honest: readonly string[]) =>
      fc.oneof(fc.constantFrom(...honest), fc.string({ unit: 'binary', maxLength: 200 }), fc.anything())
    const detail = fc.record(
      {
        info: fc.record(
          {
            uuid: fc.oneof({ weight: 3, arbitrary: fc.uuid() }, or('x')),
            name: or(info.name),
            icon: or(info.icon),
            rdns: fc.oneof({ weight: 3, arbitrary: fc.string() }, or('io.wallet', 'com.wallet.app')),
          },
          { noNullPrototype: true },
        ),
        provider: fc.oneof(fc.constant(provider), fc.anything()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(detail, fc.anything()), (value) => {
        const found = parseAnnouncement(announce(value))
        expect(found).toBeDefined()
        if (!found) return
        expect([...found.name].length).toBeLessThanOrEqual(64)
        expect(found.name).not.toMatch(/^\s*$|\p{C}/u)
        expect(typeof found.provider.request).toBe('function')
        if (found.icon !== undefined) expect(found.icon).toMatch(/^data:image\//i)
      }),
    )
  })
})
