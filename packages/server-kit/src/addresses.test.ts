import { expect, test } from 'vitest'
import { toGroups, toNetwork, toPlainAddress } from './addresses.js'

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['::FFFF:cb00:714d', '203.0.113.77'],
  ['0:0:0:0:0:ffff:203.0.113.77', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
  ['[::1]', '[::1]'],
])('rate limits count %s as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

test('toGroups expands an IPv6 address, and toPlainAddress unwraps IPv4-mapped addresses', () => {
  expect(toGroups('2001:0db8::1:2')).toEqual(['2001', 'db8', '0', '0', '0', '0', '1', '2'])
  expect([toGroups('::ffff:1.2.3.4'), toGroups('1.2.3.4'), toGroups('x')]).toEqual([undefined, undefined, undefined])
  expect(['::ffff:1.2.3.4', '::fffe:1.2.3.4', '::1', 'x'].map(toPlainAddress)).toEqual([
    '1.2.3.4',
    '::fffe:1.2.3.4',
    '::1',
    'x',
  ])
})
