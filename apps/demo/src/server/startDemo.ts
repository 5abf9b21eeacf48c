import { fileURLToPath } from 'node:url'
import { toContentSecurityPolicy } from '@latchkey/core/csp'
import { type Plugin, preview } from 'vite'
import type { DemoConfig } from '../config.js'
import { toSecurityOptions } from './toSecurityOptions.js'

export type StartDemoOptions = {
  readonly config: DemoConfig
  /** Preferred port; the next free one when it is taken. */
  readonly port?: number | undefined
}

export type RunningDemo = { readonly url: string; stop(): Promise<void> }

/** Serves the built demo on localhost with strict security headers. */
export async function startDemo({ config, port = 4173 }: StartDemoOptions): Promise<RunningDemo> {
  const server = await preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    appType: 'mpa',
    build: { outDir: 'site' },
    plugins: [serveConfig(config)],
    preview: {
      host: 'localhost',
      port,
      headers: { 'X-Content-Type-Options': 'nosniff' },
    },
  })
  const address = server.httpServer.address()
  if (!address || typeof address === 'string') throw new Error('The demo server has no port.')
  return { url: `http://localhost:${address.port}/`, stop: () => server.close() }
}

/** Serves `/config.json` and routes `/explorer/*` to the explorer page. */
function serveConfig(config: DemoConfig): Plugin {
  const policy = toContentSecurityPolicy(toSecurityOptions(config)).header
  return {
    name: 'demo-config',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const [path = '/', query] = request.url?.split('?') ?? []
        response.setHeader('Content-Security-Policy', isGallery(path) ? galleryPolicy : policy)
        // on the same machine, compression takes longer than it saves
        delete request.headers['accept-encoding']
        // social logins return from pop-ups; `isolated=1` shows the flow when COOP cuts the link to them
        const isIsolated = new URLSearchParams(query).get('isolated') === '1'
        response.setHeader('Cross-Origin-Opener-Policy', isIsolated ? 'same-origin' : 'same-origin-allow-popups')
        // without that link, the vault identifies the app by the referrer
        response.setHeader('Referrer-Policy', isIsolated ? 'strict-origin' : 'no-referrer')
        if (path === '/config.json') {
          response.setHeader('Content-Type', 'application/json')
          response.end(JSON.stringify(config))
          return
        }
        if (path.startsWith('/explorer/')) request.url = '/explorer.html'
        next()
      })
    },
  }
}

const isGallery = (path: string): boolean => path === '/gallery' || path === '/gallery.html'

/** The gallery has its own fonts, shows its pages in frames, and makes no requests to other hosts. */
const galleryPolicy = toContentSecurityPolicy({
  page: { 'img-src': ["'self'"], 'font-src': ["'self'"], 'frame-src': ["'self'"] },
}).header.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
