import { expect, test } from 'vitest'
import { reportError } from '../api/projects.js'
import { scrub, scrubReport } from './report.js'

test.each([
  ['https://user:secret@shop.example/cart?token=abc#top', 'https://shop.example/cart'],
  ['at run (https://shop.example/app.js?v=1:12:34)', 'at run (https://shop.example/app.js:12:34)'],
  ['sent to alice@mail.example now', 'sent to [email] now'],
  [`from 0x${'ab'.repeat(20)} and ${'cd'.repeat(32)}`, 'from [hex] and [hex]'],
  ['key 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q', 'key [key]'],
  ['Bearer eyJhbGciOi.eyJzdWIiOi.c2ln', 'Bearer [token]'],
  [`phrase: ${Array(12).fill('junk').join(' ')}.`, 'phrase: [words].'],
  ['Cannot read properties of undefined', 'Cannot read properties of undefined'],
])('scrub turns %s into %s', (text, kept) => {
  expect(scrub(text)).toBe(kept)
})

test('a report is stored without personal data and undeclared fields', () => {
  const props = {
    type: 'error',
    event: 'X',
    errorMessage: 'alice@mail.example',
    stackTrace: 'https://a.example/?k=1',
    more: 1,
  }
  const report = { eventId: 'a', url: 'https://a.example/?q=1', domain: 'a.example', timestamp: 1, props, cookie: 'x' }
  expect(scrubReport(reportError.body.parse(report))).toEqual({
    eventId: 'a',
    url: 'https://a.example/',
    domain: 'a.example',
    timestamp: 1,
    props: { type: 'error', event: 'X', errorMessage: '[email]', stackTrace: 'https://a.example/' },
  })
})

test('scrubbing long texts takes less than a second', () => {
  const begun = performance.now()
  for (const text of ['a'.repeat(10_000), 'a.'.repeat(5_000), 'word '.repeat(2_000), '@'.repeat(10_000)]) scrub(text)
  expect(performance.now() - begun).toBeLessThan(1_000)
})
