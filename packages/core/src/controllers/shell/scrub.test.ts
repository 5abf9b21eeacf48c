import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { scrub } from './telemetry.js'

test.each([
  ['https://user:secret@shop.example/cart?token=abc#top', 'https://shop.example/cart'],
  ['at run (https://shop.example/app.js?v=1:12:34)', 'at run (https://shop.example/app.js:12:34)'],
  ['sent to alice@mail.example now', 'sent to [email] now'],
  ['https://shop.example/of/alice%40mail.example/x', 'https://shop.example/of/[email]/x'],
  [`from 0x${'ab'.repeat(20)} and ${'cd'.repeat(32)}`, 'from [hex] and [hex]'],
  [`https://shop.example/account/0x${'aB'.repeat(20)}`, 'https://shop.example/account/[hex]'],
  ['key 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q', 'key [key]'],
  ['to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'to [address]'],
  ['to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'to [key]'],
  ['Bearer eyJhbGciOi.eyJzdWIiOi.c2ln', 'Bearer [token]'],
  ['authorization: Bearer abc123def456', 'authorization: Bearer [token]'],
  ['code 123456 is wrong', 'code [token] is wrong'],
  ['token: "a1b2c3d4"', 'token: "[token]"'],
  [`wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`, 'wc:[hex]@2'],
  [`phrase: ${Array(12).fill('junk').join(' ')}.`, 'phrase: [words].'],
  [`phrase: ${Array(12).fill('junk').join(', ')}.`, 'phrase: [words].'],
  ['Cannot read properties of undefined', 'Cannot read properties of undefined'],
  ['HTTP status code: 500', 'HTTP status code: 500'],
  ['RPC code -32000: out of gas', 'RPC code -32000: out of gas'],
])('reports %s as %s', (text, kept) => {
  expect(scrub(text)).toBe(kept)
})

test('removes an address anywhere in a text, even where the text is truncated', () => {
  const address = `0x${'a1'.repeat(20)}`
  assert(
    property(string({ maxLength: 100 }), (around) => {
      expect(scrub(`${around} ${address} ${around}`)).not.toContain(address)
    }),
  )
  for (const before of [11_950, 11_980, 11_999]) expect(scrub('- '.repeat(before / 2) + address)).not.toContain('0x')
})

test('scrubs long texts in under a second', () => {
  const begun = performance.now()
  for (const text of [
    'a'.repeat(10_000),
    'a.'.repeat(5_000),
    'word '.repeat(2_000),
    '@'.repeat(10_000),
    'code '.repeat(2_000),
  ])
    scrub(text)
  expect(performance.now() - begun).toBeLessThan(1_000)
})
