import { anything, assert, dictionary, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { parsePairingCode } from './pair.js'

const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

test('takes the code and its end, and nothing else', () => {
  expect(parsePairingCode({ uri, expiresAt: 5, more: true })).toEqual({ uri, expiresAt: 5 })
})

test.each([
  ['no code', undefined],
  ['a text', uri],
  ['no end', { uri }],
  ['an end that is no time', { uri, expiresAt: Number.NaN }],
  ['an end without end', { uri, expiresAt: Number.POSITIVE_INFINITY }],
  ['another scheme', { uri: 'https://wallet.example/wc?uri=wc:1', expiresAt: 5 }],
  ['a scheme in front', { uri: 'javascript:alert("wc:1")', expiresAt: 5 }],
  ['a space in front', { uri: ` ${uri}`, expiresAt: 5 }],
  ['a new line inside', { uri: 'wc:1\njavascript:alert(1)', expiresAt: 5 }],
  ['a character that no link has', { uri: 'wc:\u202e1', expiresAt: 5 }],
  ['nothing behind', { uri: 'wc:', expiresAt: 5 }],
  ['more than a camera reads', { uri: `wc:${'a'.repeat(3_000)}`, expiresAt: 5 }],
])('refuses %s', (_, value) => {
  expect(parsePairingCode(value)).toBeNull()
})

test('whatever comes, what is shown is a code', () => {
  assert(
    property(dictionary(string(), anything()), string(), anything(), (rest, text, expiresAt) => {
      const code = parsePairingCode({ ...rest, uri: `wc:${text}`, expiresAt })
      if (code) expect([code.uri.startsWith('wc:'), Number.isFinite(code.expiresAt)]).toEqual([true, true])
    }),
  )
})
