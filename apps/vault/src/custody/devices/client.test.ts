import { toNetwork } from '@latchkey/server-kit/http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toRoughPlace } from './client.js'

describe('toNetwork and toRoughPlace', () => {
  test.each([
    ['203.0.113.77', '203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:…'],
    ['2001:0db8::1', '2001:db8:0:0::/64', '2001:db8:0:…'],
    ['::1', '0:0:0:0::/64', '0:0:0:…'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:…'],
    ['', '', undefined],
    ['somewhere', 'somewhere', undefined],
    ['1.2.3', '1.2.3', undefined],
  ])('%s counts as network %s, and is shown as %s', (ip, network, place) => {
    expect([toNetwork(ip), toRoughPlace(ip)]).toEqual([network, place])
  })

  test('map all addresses of an IPv6 /64 to one network, and never show an address in full', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        const plain = ip.replace(/:\d+\.\d+\.\d+\.\d+$/, ':0:0')
        const groups = toNetwork(plain).replace('::/64', '').split(':')
        expect(groups).toHaveLength(4)
        expect(toNetwork(`${groups.join(':')}:dead:beef:0:1`)).toBe(toNetwork(plain))
        expect(toRoughPlace(plain)?.split(':')).toHaveLength(4)
      }),
    )
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect([toNetwork(ip), toRoughPlace(ip)]).toEqual([ip, ip.replace(/\d+$/, 'x')])
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof toNetwork(text)).toBe('string')
      }),
    )
  })
})
