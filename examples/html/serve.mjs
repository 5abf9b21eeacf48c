import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Serves a page and a folder of files, each from its own origin, as a web server and a CDN would.

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }
const page = fileURLToPath(new URL('.', import.meta.url))
const bundle = fileURLToPath(new URL('.', import.meta.resolve('@latchkey/cdn')))

/** @typedef {(path: string) => Promise<{ body: string | Buffer, headers?: Record<string, string> }>} Answer */

/**
 * Serves the page, and the bundle beside it; ports that are 0 are any free ones.
 *
 * @param {{ port?: number, cdnPort?: number, rpcUrl?: string }} options
 * @returns {Promise<{ url: string, cdnUrl: string, stop(): Promise<void> }>}
 */
export async function serveExample({ port = 0, cdnPort = 0, rpcUrl = 'http://127.0.0.1:8545' } = {}) {
  const cdn = await listen(cdnPort, async (path) => ({
    body: await readFile(toFile(bundle, path)),
    headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=31536000, immutable' },
  }))
  /** @type {Record<string, string>} */
  const hashes = JSON.parse(await readFile(join(bundle, 'integrity.json'), 'utf8'))
  // scripts that are not the published ones do not run, those that are loaded later included
  const integrity = Object.fromEntries(Object.entries(hashes).map(([path, hash]) => [`${cdn.url}/${path}`, hash]))
  const html = (await readFile(toFile(page, '/index.html'), 'utf8'))
    .replaceAll('%CDN_URL%', cdn.url)
    .replaceAll('%RPC_URL%', rpcUrl)
    .replaceAll('%STYLES_INTEGRITY%', hashes['styles.css'] ?? '')
    .replaceAll('"%INTEGRITY%"', JSON.stringify(integrity))
  const [, importMap = ''] = /<script type="importmap">([^<]*)</.exec(html) ?? []
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${cdn.url} 'sha256-${createHash('sha256').update(importMap).digest('base64')}'`,
    `style-src 'self' ${cdn.url}`,
    "img-src 'self' data:",
    `connect-src ${new URL(rpcUrl).origin}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const site = await listen(port, async (path) => ({
    body: path === '/' ? html : await readFile(toFile(page, path)),
    headers: { 'Content-Security-Policy': policy },
  }))
  return { url: site.url, cdnUrl: cdn.url, stop: async () => void (await Promise.all([site.stop(), cdn.stop()])) }
}

/**
 * @param {string} folder
 * @param {string} path of a URL
 */
function toFile(folder, path) {
  return join(folder, normalize(decodeURIComponent(path)))
}

/**
 * @param {number} port
 * @param {Answer} answer
 */
async function listen(port, answer) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    answer(path).then(
      ({ body, headers }) => {
        const type = types[/** @type {keyof typeof types} */ (extname(path) || '.html')] ?? 'text/plain'
        response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, ...headers }).end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise((resolve) => server.listen(port, 'localhost', () => resolve(undefined)))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('There is no port for the example.')
  return {
    url: `http://localhost:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url } = await serveExample({ port: 5173, cdnPort: 5174, rpcUrl: process.env.RPC_URL })
  process.stdout.write(`${url}\n`)
}
