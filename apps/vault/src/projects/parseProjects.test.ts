import { expect, test } from 'vitest'
import { isOrigin } from './isOrigin.js'
import { parseProjects } from './parseProjects.js'

const withOrigin = (origin: unknown): string => JSON.stringify({ demo: { name: 'Demo', origins: [origin] } })

test.each([
  'https://app.example',
  'http://localhost:4173',
  'https://app.example:8443',
  'https://xn--bcher-kva.example',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
])('%s is an origin', (origin) => {
  expect(isOrigin(origin)).toBe(true)
  expect(parseProjects(withOrigin(origin)).get('demo')?.origins).toEqual([origin])
})

test.each([
  '*',
  '*.com',
  'https://*.example',
  'https://app.example/',
  'https://app.example:443',
  'http://app.example:80',
  'https://app.example/path',
  'https://app.example?x',
  'https://user@app.example',
  'https://bücher.example',
  'HTTPS://app.example',
  'https://App.example',
  'null',
  '',
  'app.example',
  'file:///x',
  'ftp://app.example',
  'https://app.example https://b.example',
  "https://app.example;script-src 'x'",
  'https://',
  null,
  7,
])('error: %s is no origin', (origin) => {
  expect(() => parseProjects(withOrigin(origin))).toThrow('origins')
})

test.each([
  '[]',
  '{"a b":{"name":"x","origins":["https://a.example"]}}',
  '{"a":{"name":"x","origins":[]}}',
  '{',
  '{"a":{}}',
])('error: %s is no list of projects', (text) => {
  expect(() => parseProjects(text)).toThrow()
})

test('a project is found by its own id only', () => {
  const projects = parseProjects(withOrigin('https://app.example'))
  expect([projects.has('demo'), projects.has('constructor'), projects.has('__proto__')]).toEqual([true, false, false])
})
