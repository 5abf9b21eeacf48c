import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BuiltFile } from './buildPage.js'
import { type PageServer, startServer } from './startServer.js'

const toFile = (text: string): BuiltFile => ({
  body: Buffer.from(text),
  gzip: gzipSync(text),
  modules: [],
  imports: [],
})
let server: PageServer

beforeEach(async () => {
  server = await startServer(
    new Map([
      ['/index.html', toFile('<p>page')],
      ['/assets/a.js', toFile('run()')],
    ]),
  )
})
afterEach(() => server.stop())

test('serves the page compressed, with its type', async () => {
  const response = await fetch(server.url)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(await response.text()).toBe('<p>page')
})

test('serves scripts by their path and ignores the query string', async () => {
  const response = await fetch(`${server.url}assets/a.js?v=1`)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await response.text()).toBe('run()')
})

test('responds 404 to files that were not built', async () => {
  expect((await fetch(`${server.url}../package.json`)).status).toBe(404)
})

test('accepts no connections after stop()', async () => {
  await server.stop()
  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
})
