import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'

export type ServedFolder = {
  readonly url: string
  /** Compressed bytes (gzip 9) by path: `/assets/index-1a2b.js`. */
  readonly weights: ReadonlyMap<string, number>
  /** Text of all scripts. */
  readonly scripts: string
  stop(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
}

/**
 * Serves a built app under the strictest possible policy: its own files, and the nodes that it specifies.
 *
 * @param trustedTypes the policies for Trusted Types that its framework creates
 */
export async function serveFolder(
  folder: string,
  nodes: readonly string[],
  trustedTypes = "'none'",
): Promise<ServedFolder> {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [`/${relative(folder, file)}`, readFileSync(file)]),
  )
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'",
    `connect-src ${nodes.map((url) => new URL(url).origin).join(' ')}`,
    `frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ${trustedTypes}`,
  ].join('; ')
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const path = pathname === '/' ? '/index.html' : pathname
    const body = files.get(path)
    const type = types[extname(path)] ?? 'application/octet-stream'
    response.writeHead(body ? 200 : 404, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
    })
    response.end(body)
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    weights: new Map([...files].map(([path, body]) => [path, gzipSync(body, { level: 9 }).length])),
    scripts: [...files].flatMap(([path, body]) => (isScript(path) ? [body.toString('utf8')] : [])).join('\n'),
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export const isScript = (path: string): boolean => /\.m?js$/.test(path)
