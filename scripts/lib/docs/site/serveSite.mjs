import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

/**
 * Only what the pages need: their own files, and the policy for Trusted Types that Vue creates. Hosts of the site can
 * send the same headers.
 */
export const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types vue",
].join('; ')

/** @type {Readonly<Record<string, string>>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/**
 * Serves a folder of pages on this machine, with or without `.html` in their addresses.
 *
 * @param {{ folder: string, port?: number }} options default: a free port
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function serveSite({ folder, port = 0 }) {
  const server = createServer((request, response) => {
    const path = findFile(folder, request.url ?? '/')
    const missing = join(folder, '404.html')
    const headers = {
      'content-type': types[extname(path ?? missing)] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    }
    response.writeHead(path === undefined ? 404 : 200, headers)
    createReadStream(path ?? missing).pipe(response)
  })
  await new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => done(undefined))
  })
  const address = server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://127.0.0.1:${taken}/`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/**
 * @param {string} folder
 * @param {string} url as the browser requests it
 * @returns {string | undefined} undefined if there is no such file in the folder
 */
function findFile(folder, url) {
  const path = decode(new URL(url, 'http://localhost').pathname)
  if (path === undefined || normalize(path) !== path) return undefined
  const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]
  return candidates
    .map((name) => join(folder, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}

/** @param {string} path */
function decode(path) {
  try {
    return decodeURIComponent(path)
  } catch {
    // a malformed escape names no file
    return undefined
  }
}
