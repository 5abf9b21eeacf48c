import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEmail } from './address.js'

test.each([
  ['ada@mail.example', 'ada@mail.example'],
  ['Ada@MAIL.Example', 'ada@mail.example'],
  ['ada+tag@mail.example', 'ada+tag@mail.example'],
  ['a.d.a@mail.example', 'a.d.a@mail.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@bücher.example', null],
  ['ädä@mail.example', null],
  [' ada@mail.example', null],
  ['ada@mail.example\n', null],
  ['ada@mail.example,bob@mail.example', null],
  ['"ada"@mail.example', null],
  ['ada', null],
  ['', null],
])('parseEmail(%j) returns %j [S5.1]', (text, email) => {
  expect(parseEmail(text)).toBe(email)
})

test('a parsed email address parses to itself, and has no character with a meaning in email headers', () => {
  const text = fc.oneof(
    fc.string(),
    fc.emailAddress(),
    fc.tuple(fc.emailAddress(), fc.string()).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (input) => {
      const email = parseEmail(input)
      if (email === null) return
      expect(parseEmail(email)).toBe(email)
      expect(email).toMatch(/^[^\s,;:<>"()[\]\\A-Z]+@[a-z0-9.-]+$/)
    }),
  )
})
