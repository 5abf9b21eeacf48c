import { array, assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { isOriginAllowed } from './config.js'

test.each([
  ['https://shop.example', 'https://shop.example'],
  ['https://shop.example', 'shop.example'],
  ['http://shop.example', 'shop.example'],
  ['https://a.shop.example', 'https://*.shop.example'],
  ['https://a.b.shop.example', '*.b.shop.example'],
  ['https://a.b.shop.example', '*.*.shop.example'],
  ['https://preview-1.shop.example', 'HTTPS://*.Shop.example/'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['https://shop.example:8443', 'shop.example:*'],
  ['https://shop.example', 'shop.example:443'],
  ['https://shop.example', 'https://shop.example/'],
  ['https://shop.com', '*.com'],
  ['https://xn--mnchen-3ya.example', 'münchen.example'],
])('[S5.22] [S6.3] %s is allowed by %s', (origin, pattern) => {
  expect(isOriginAllowed(origin, ['https://other.example', pattern])).toBe(true)
})

test.each([
  ['https://shop.example', 'https://shop.example.evil'],
  ['https://evilshop.example', 'shop.example'],
  ['https://shop.example.evil', 'shop.example'],
  ['http://shop.example', 'https://shop.example'],
  ['https://shop.example', '*.shop.example'],
  ['https://a.b.shop.example', '*.shop.example'],
  ['https://a.shop.example', 'a*.shop.example'],
  ['https://shopxexample', 'shop.example'],
  ['https://shop.example:8443', 'https://shop.example'],
  ['https://shop.example', '*'],
  ['https://shop.example', ''],
  ['https://shop.example', 'https://shop.example/path'],
  ['null', 'shop.example'],
  ['null', 'null'],
  ['null', '*'],
  ['https://shop.example', '*.com'],
  ['https://shop.com', '*.*.com'],
  ['https://xn--mnchen-3ya.example', 'xn--munchen-3ya.example'],
  ['https://shop.example', 'javascript:*'],
])('[S5.22] [S6.3] %s is not allowed by %s', (origin, pattern) => {
  expect(isOriginAllowed(origin, [pattern])).toBe(false)
})

test.each([
  'http://localhost:5173',
  'http://app.localhost',
  'https://127.0.0.1',
  'http://127.8.9.1:80',
  'http://[::1]:3000',
])('%s is a loopback origin, and always allowed', (origin) => {
  expect(isOriginAllowed(origin, ['https://shop.example'])).toBe(true)
})

test.each(['https://localhost.evil.example', 'https://127.0.0.1.evil.example', 'https://notlocalhost'])(
  '%s is not a loopback origin [I42]',
  (origin) => {
    expect(isOriginAllowed(origin, ['https://shop.example'])).toBe(false)
  },
)

test('an empty list allows all', () => {
  expect(isOriginAllowed('https://shop.example', [])).toBe(true)
})

test('never throws, for any origin and patterns', () => {
  assert(
    property(string(), array(string()), (origin, patterns) => {
      expect(isOriginAllowed(origin, patterns)).toBeTypeOf('boolean')
      expect(isOriginAllowed('https://shop.example', patterns)).toBeTypeOf('boolean')
    }),
  )
})
