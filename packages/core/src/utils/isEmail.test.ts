import { assert, constantFrom, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail } from './isEmail.js'

const local = 'a'.repeat(64)

test.each([
  'alice@example.org',
  'a@b.co',
  'first.last+tag@mail.example.co.uk',
  'UPPER@Example.ORG',
  "o'hara!#$%&*+/=?^_`{|}~-@example.org",
  '1@1.example',
  'dev@xn--bcher-kva.example',
  'dev@example.xn--p1ai',
  `${local}@example.org`,
  `${local}@${'b'.repeat(63)}.org`,
])('[S5.1] accepts %s', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  ['an empty string', ''],
  ['an address without @', 'alice.example.org'],
  ['a domain without a dot', 'a@b'],
  ['two @', 'a@@b.co'],
  ['two addresses in one', 'a@b@c.org'],
  ['a missing local part', '@example.org'],
  ['a missing domain', 'alice@'],
  ['a list with commas', 'a@example.org,b@example.org'],
  ['a list with semicolons', 'a@example.org;b@example.org'],
  ['a name around it', 'Alice <alice@example.org>'],
  ['a header after it', 'alice@example.org\r\nBcc: all@example.org'],
  ['a trailing line break', 'alice@example.org\n'],
  ['a line break inside', 'ali\nce@example.org'],
  ['a leading space', ' alice@example.org'],
  ['a NUL', 'alice\0@example.org'],
  ['full-width letters', 'ａlice@example.org'],
  ['a full-width @', 'alice＠example.org'],
  ['a full-width dot', 'alice@example．org'],
  ['a lookalike letter', 'аlice@example.org'],
  ['a domain with non-ASCII letters', 'dev@bücher.example'],
  ['an emoji', '😀@example.org'],
  ['a quoted part', '"a b"@example.org'],
  ['a comment', 'a(b)@example.org'],
  ['two dots', 'a..b@example.org'],
  ['a leading dot', '.a@example.org'],
  ['a trailing dot in the local part', 'a.@example.org'],
  ['an empty label', 'a@example..org'],
  ['a trailing dot in the domain', 'a@example.org.'],
  ['a leading hyphen in a label', 'a@-example.org'],
  ['a trailing hyphen in a label', 'a@example-.org'],
  ['an underscore in the domain', 'a@ex_ample.org'],
  ['an IP address', 'a@127.0.0.1'],
  ['an IP address in brackets', 'a@[127.0.0.1]'],
  ['a port', 'a@example.org:25'],
  ['a path', 'a@example.org/x'],
  ['a top-level domain of one letter', 'a@example.o'],
  ['65 characters before the @', `a${local}@example.org`],
  ['a label of 64 characters', `a@${'b'.repeat(64)}.org`],
])('[S5.1] rejects %s', (_, text) => {
  expect(isEmail(text)).toBe(false)
})

test('accepts 254 characters and rejects 255', () => {
  const domain = (length: number): string => `${'b'.repeat(60)}.`.repeat(3).concat('c'.repeat(length - 183))
  expect(`${local}@${domain(189)}`).toHaveLength(254)
  expect(isEmail(`${local}@${domain(189)}`)).toBe(true)
  expect(isEmail(`${local}@${domain(190)}`)).toBe(false)
})

test('accepts only one line of visible ASCII with one @, whatever is inserted into an address', () => {
  const strange = constantFrom(
    '\r',
    '\n',
    ',',
    ';',
    '<',
    '>',
    '"',
    ' ',
    '\t',
    '@',
    '.',
    'ａ',
    '。',
    '\u202e',
    ':',
    '\\',
    '(',
    '\0',
  )
  assert(
    property(strange, integer({ min: 0, max: 17 }), string({ maxLength: 3 }), (sign, at, more) => {
      const good = 'alice@example.org'
      const text = good.slice(0, at) + sign + more + good.slice(at)
      if (isEmail(text)) expect(text).toMatch(/^[!-~]+$/)
      if (isEmail(text)) expect(text.split('@')).toHaveLength(2)
      if (isEmail(text)) expect(text).not.toMatch(/[,;<>"()\\:]/)
    }),
    { numRuns: 2_000 },
  )
})

test('checks crafted long texts in under 200 ms', () => {
  const started = performance.now()
  for (const text of [`${'a.'.repeat(100_000)}@x.org`, `a@${'a-'.repeat(100_000)}.org`, `${'a'.repeat(250)}!`])
    isEmail(text)
  expect(performance.now() - started).toBeLessThan(200)
})
