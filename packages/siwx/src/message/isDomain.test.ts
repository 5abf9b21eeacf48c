import { expect, test } from 'vitest'
import { isDomain } from './isDomain.js'

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
])('%j is none', (text) => {
  expect(isDomain(text)).toBe(false)
})
