import { expect, test } from 'vitest'
import { pinParent } from './wire.js'

const origins = ['https://app.example', 'https://safe.example']

test.each([
  [['https://app.example'], ''],
  [['https://app.example', 'https://safe.example'], ''],
  [['https://app.example'], 'https://evil.example/'],
  [undefined, 'https://app.example/path?x'],
])('accepts %j with the referrer "%s" as a page of the project', (ancestors, referrer) => {
  expect(pinParent({ ancestors, referrer, origins })).toBe('https://app.example')
})

test.each([
  [['https://evil.example'], 'https://app.example/'],
  [['https://app.example', 'https://evil.example'], 'https://app.example/'],
  [['null'], 'https://app.example/'],
  [[], 'https://app.example/'],
  [['https://app.example.evil.example'], ''],
  [['http://app.example'], ''],
  [undefined, ''],
  [undefined, 'about:blank'],
  [undefined, 'https://evil.example/https://app.example'],
])('error: rejects %j with the referrer "%s"', (ancestors, referrer) => {
  expect(pinParent({ ancestors, referrer, origins })).toBeNull()
})
