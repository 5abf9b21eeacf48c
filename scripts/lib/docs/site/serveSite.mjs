import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

/** Only what the pages need. Hosts of the site can send the same headers. */
export const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** @type {Readonly<Record<string, string>>} */
const types = { '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml' }

/**
 * Serves a folder of pages on this machine.
 *
 * @param {{ folder: string, port?: number }} options default: a free port
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function serveSite({ folder, port = 0 }) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const path = join(folder, name)
    // page names have no folders, so no path leads out of this one
    if (!/^[\w-]+\.(html|css|svg)$/.test(name) || !existsSync(path)) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.\n')
      return
    }
    const headers = {
      'content-type': types[extname(name)],
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    }
    response.writeHead(200, headers)
    createReadStream(path).pipe(response)
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
