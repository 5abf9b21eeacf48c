import { anything, assert, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { parseWalletListing } from './listings.js'

const whole = {
  id: 'io.example',
  name: 'Example',
  image_id: 'b1-2',
  chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  homepage: 'https://example.org/',
  mobile_link: 'example://',
  link_mode: 'https://example.org/app',
  desktop_link: 'example-desktop://',
  webapp_link: 'https://app.example.org/',
  rdns: 'io.example',
  app_store: 'https://apps.apple.com/app/id1',
  play_store: 'https://play.google.com/store/apps/details?id=io.example',
  chrome_store: 'https://chromewebstore.google.com/detail/abc',
  badge_type: 'certified',
  order: 3,
}

test('returns a valid listing unchanged, without unknown fields [S3.9]', () => {
  expect(parseWalletListing(whole)).toEqual(whole)
  expect(parseWalletListing({ ...whole, image_url: 'https://tracker.example/x.png', secret: 1 })).toEqual(whole)
})

test.each([
  null,
  undefined,
  1,
  'x',
  [],
  {},
  { id: 1, name: 'A' },
  { id: 'a' },
  { id: 'a', name: ' \u202e ' },
  { id: '', name: 'A' },
])('rejects %o', (row) => {
  expect(parseWalletListing(row)).toBeNull()
})

test.each(['a,b', 'a b', '..', '.', 'é', `${'a'.repeat(129)}`])('rejects the id %s', (id) => {
  expect(parseWalletListing({ id, name: 'A' })).toBeNull()
})

test('drops fields of the wrong type and keeps the listing', () => {
  const wrong = Object.fromEntries(Object.keys(whole).map((field) => [field, null]))
  expect(parseWalletListing({ ...wrong, id: 'a', name: 'A' })).toEqual({ id: 'a', name: 'A' })
  expect(
    parseWalletListing({ id: 'a', name: 'A', chains: [1, 'x', 'eip155:1'], order: '1', badge_type: 'best' }),
  ).toEqual({
    id: 'a',
    name: 'A',
    chains: ['eip155:1'],
  })
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'intent://x',
  ' https://a.example',
  '//a.example',
  'https://u:p@a.example',
])('drops the link %s from every field', (link) => {
  const fields = [
    'homepage',
    'mobile_link',
    'link_mode',
    'desktop_link',
    'webapp_link',
    'app_store',
    'play_store',
    'chrome_store',
  ]
  const row = Object.fromEntries(fields.map((field) => [field, link]))
  expect(parseWalletListing({ ...row, id: 'a', name: 'A' })).toEqual({ id: 'a', name: 'A' })
})

test('truncates the name, and removes bidi overrides and line breaks', () => {
  expect(parseWalletListing({ id: 'a', name: ` Meta\u202eMask\n${'x'.repeat(99)}` })?.name).toMatch(/^MetaMaskx{56}$/)
})

test('parses or rejects any values without throwing', () => {
  assert(
    property(record({ id: anything(), name: anything(), chains: anything(), mobile_link: anything() }), (row) => {
      const parsed = parseWalletListing(row)
      if (parsed) expect(parseWalletListing(parsed)).toEqual(parsed)
      else expect(parsed).toBeNull()
    }),
  )
})
