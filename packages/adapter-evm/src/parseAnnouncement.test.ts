import { hostileAnnouncements } from '@latchkey/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnnouncement } from './parseAnnouncement.js'

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
  test('reads an honest wallet as it is', () => {
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

  test('takes control and direction characters out of a name', () => {
    expect(parse({ name: ' Meta\u202eMask\u0000\u200b\u2066 \u2028' })?.name).toBe('MetaMask')
    expect(parse({ name: '\u202e\u200f' })).toBeNull()
  })

  test('cuts a name at 64 characters, and no character in two', () => {
    expect(parse({ name: '🦊'.repeat(100) })?.name).toBe('🦊'.repeat(64))
  })

  test('keeps names of other scripts', () => {
    expect(parse({ name: 'محفظة 钱包 Кошелёк' })?.name).toBe('محفظة 钱包 Кошелёк')
  })

  for (const type of ['png', 'jpg', 'jpeg', 'webp', 'gif', 'svg+xml', 'avif'])
    test(`takes an icon of type ${type}`, () => {
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
    test(`does not take ${JSON.stringify(rdns.slice(0, 20))} for a reverse domain name`, () => {
      expect(parse({ rdns })).toMatchObject({ rdns: undefined, uuid: info.uuid })
    })

  test('writes a reverse domain name in lower case', () => {
    expect(parse({ rdns: 'IO.Wallet' })?.rdns).toBe('io.wallet')
  })

  test('reads each field once, so that a second look cannot bring another value', () => {
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

  test('never throws, whatever is announced, and never lets more through than it says', () => {
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
