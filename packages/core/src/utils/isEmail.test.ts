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
])('[S5.1] %s is an address', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['no @', 'alice.example.org'],
  ['a host without a domain', 'a@b'],
  ['two @', 'a@@b.co'],
  ['two addresses in one', 'a@b@c.org'],
  ['nobody', '@example.org'],
  ['nowhere', 'alice@'],
  ['a list', 'a@example.org,b@example.org'],
  ['a list with semicolons', 'a@example.org;b@example.org'],
  ['a name around it', 'Alice <alice@example.org>'],
  ['a header behind it', 'alice@example.org\r\nBcc: all@example.org'],
  ['a line end', 'alice@example.org\n'],
  ['a line end inside', 'ali\nce@example.org'],
  ['a space before', ' alice@example.org'],
  ['a NUL', 'alice\0@example.org'],
  ['full-width letters', 'ａlice@example.org'],
  ['a full-width @', 'alice＠example.org'],
  ['a full-width dot', 'alice@example．org'],
  ['letters that look alike', 'аlice@example.org'],
  ['a domain in other letters', 'dev@bücher.example'],
  ['an emoji', '😀@example.org'],
  ['a quoted part', '"a b"@example.org'],
  ['a comment', 'a(b)@example.org'],
  ['two dots', 'a..b@example.org'],
  ['a dot first', '.a@example.org'],
  ['a dot last', 'a.@example.org'],
  ['an empty label', 'a@example..org'],
  ['a dot behind the domain', 'a@example.org.'],
  ['a hyphen first', 'a@-example.org'],
  ['a hyphen last', 'a@example-.org'],
  ['an underscore in the domain', 'a@ex_ample.org'],
  ['an IP address', 'a@127.0.0.1'],
  ['an IP address in brackets', 'a@[127.0.0.1]'],
  ['a port', 'a@example.org:25'],
  ['a path', 'a@example.org/x'],
  ['a top label of one letter', 'a@example.o'],
  ['65 characters before the @', `a${local}@example.org`],
  ['a label of 64 characters', `a@${'b'.repeat(64)}.org`],
])('[S5.1] an address is refused: %s', (_, text) => {
  expect(isEmail(text)).toBe(false)
})

test('254 characters are enough, 255 are too many', () => {
  const domain = (length: number): string => `${'b'.repeat(60)}.`.repeat(3).concat('c'.repeat(length - 183))
  expect(`${local}@${domain(189)}`).toHaveLength(254)
  expect(isEmail(`${local}@${domain(189)}`)).toBe(true)
  expect(isEmail(`${local}@${domain(190)}`)).toBe(false)
})

test('whatever is put into a good address, what passes is one line of visible ASCII with one @', () => {
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

test('a text made to be slow takes no time', () => {
  const started = performance.now()
  for (const text of [`${'a.'.repeat(100_000)}@x.org`, `a@${'a-'.repeat(100_000)}.org`, `${'a'.repeat(250)}!`])
    isEmail(text)
  expect(performance.now() - started).toBeLessThan(200)
})
