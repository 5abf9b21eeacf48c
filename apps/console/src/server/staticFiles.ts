import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'

/** The built pages. */
export type StaticFiles = { readonly send: (request: IncomingMessage, response: ServerResponse) => void }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads a folder once. Paths that are no file get `index.html`, which shows the page for the path. Rejects if the folder was not built. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`The pages of the console are missing in ${folder}. Run \`npm run build\`.`, { cause })
  })
  const files = new Map<string, Buffer>()
  for (const one of names) {
    const file = join(one.parentPath, one.name)
    if (one.isFile()) files.set(`/${relative(folder, file)}`, await readFile(file))
  }
  if (!files.has('/index.html')) throw new Error(`${folder} has no index.html. Run \`npm run build\`.`)
  return {
    send({ method, url = '/' }, response) {
      if (method !== 'GET' && method !== 'HEAD') {
        response.writeHead(405, { allow: 'GET, HEAD' }).end()
        return
      }
      const [path = '/'] = url.split('?')
      const isFile = path !== '/index.html' && files.has(path)
      // names of assets contain a hash; a page of an older build may ask for one that is gone
      const isAsset = path.startsWith('/assets/')
      if (isAsset && !isFile) {
        response.writeHead(404).end()
        return
      }
      const bytes = files.get(isFile ? path : '/index.html') ?? Buffer.alloc(0)
      response.writeHead(200, {
        'content-type': types[isFile ? extname(path) : '.html'] ?? 'application/octet-stream',
        'content-length': bytes.byteLength,
        'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      response.end(method === 'HEAD' ? undefined : bytes)
    },
  }
}
