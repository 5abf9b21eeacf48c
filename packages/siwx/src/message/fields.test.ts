import { expect, test } from 'vitest'
import { isDomain, isPlainUri, isUri } from './fields.js'

test.each([
  'app.example',
  'app.example:8443',
  'localhost:3000',
  '127.0.0.1',
  '[::1]:80',
  'xn--caf-dma.example',
  'a_b.example',
])('%s is a domain', (text) => {
  expect(isDomain(text)).toBe(true)
})

test.each([
  '',
  'https://app.example',
  'user@app.example',
  'user:password@app.example',
  'app.example/',
  'app.example?x',
  'app.example#x',
  'app.example:',
  'app.example:65536',
  'app.example:80:80',
  'app example',
  'app.example\n',
  'café.example',
  '999.1.1.1',
  '[::zz]',
  '-app.example',
])('%j is not a domain', (text) => {
  expect(isDomain(text)).toBe(false)
})

test.each([
  'https://app.example',
  'https://app.example:8443/a?b=c#d',
  'ipfs://bafy/%20',
  'did:key:z6Mk',
  'urn:isbn:0451450523',
])('%s is a URI without an ambiguous authority', (text) => {
  expect([isUri(text), isPlainUri(text)]).toEqual([true, true])
})

test.each([
  '',
  '/login',
  'app.example',
  'https://app.example/a b',
  'https://app.example/%2',
  'https://ä.example',
  'x:\n',
  '1a:b',
])('%j is not a URI', (text) => {
  expect([isUri(text), isPlainUri(text)]).toEqual([false, false])
})

test.each([
  'https://app.example@evil.example/',
  'https://app.example:443@evil.example/',
  'https://@evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://app.example:99999/',
])('%s is a URI with an ambiguous authority', (text) => {
  expect([isUri(text), isPlainUri(text)]).toEqual([true, false])
})
