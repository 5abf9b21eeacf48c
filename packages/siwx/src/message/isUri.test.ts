import { expect, test } from 'vitest'
import { isPlainUri, isUri } from './isUri.js'

test.each([
  'https://app.example',
  'https://app.example:8443/a?b=c#d',
  'ipfs://bafy/%20',
  'did:key:z6Mk',
  'urn:isbn:0451450523',
])('%s is a URI, and says whose it is', (text) => {
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
])('%j is none', (text) => {
  expect([isUri(text), isPlainUri(text)]).toEqual([false, false])
})

test.each([
  'https://app.example@evil.example/',
  'https://app.example:443@evil.example/',
  'https://@evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://app.example:99999/',
])('%s is one that hides whose it is', (text) => {
  expect([isUri(text), isPlainUri(text)]).toEqual([true, false])
})
