import { expect, test, vi } from 'vitest'
import { lazily, loadModule } from './loadModule.js'

const refusal = (url: string): TypeError => new TypeError(`Failed to fetch dynamically imported module: ${url}`)

const caipUrl = new URL('./caip.ts', import.meta.url).href

test('returns the loaded module', async () => {
  expect(await loadModule(async () => 'module')).toBe('module')
})

test('does not retry under another URL if the import map checks the integrity of the module', async () => {
  const toPage = (map: string) => ({ querySelectorAll: () => [{ textContent: map }] })
  const error = refusal(`${caipUrl}.missing`)
  vi.stubGlobal('document', toPage(`{ "imports": {}, "integrity": { "${caipUrl}": "sha384-AAAA" } }`))
  await expect(loadModule(() => Promise.reject(error))).rejects.toBe(error)
  vi.stubGlobal('document', toPage('{ "imports": {} }'))
  // requested again
  await expect(loadModule(() => Promise.reject(error))).rejects.not.toBe(error)
  vi.unstubAllGlobals()
})

test('rejects if the retry fails too', async () => {
  await expect(loadModule(() => Promise.reject(refusal(`${caipUrl}.missing`)))).rejects.toThrow('missing')
})

test.each([
  new Error('Loading chunk 5 failed.\n(error: https://app.example/5.js)'),
  new TypeError('Importing a module script failed.'),
  new TypeError('undefined is not a function'),
  new TypeError('Cannot read what came from https://elsewhere.example/5.js'),
  'https://app.example/5.js',
])('error: rejects with %s unchanged', async (cause) => {
  await expect(loadModule(() => Promise.reject(cause))).rejects.toBe(cause)
})

test('lazily loads once, on the first call', async () => {
  let loads = 0
  const load = lazily(async () => {
    loads += 1
    return loads
  })
  expect(loads).toBe(0)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('lazily retries after a failed load', async () => {
  const outcomes = [Promise.reject(new Error('offline')), Promise.resolve('loaded')]
  const load = lazily(() => outcomes.shift() ?? Promise.reject(new Error('once too often')))
  await expect(load()).rejects.toThrow('offline')
  expect(await load()).toBe('loaded')
  expect(await load()).toBe('loaded')
})
