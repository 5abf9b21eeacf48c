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

/** Serves the built demo on localhost, with the headers that a careful site sends. */
export async function startDemo({ config, port = 4173 }: StartDemoOptions): Promise<RunningDemo> {
  const server = await preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    appType: 'mpa',
    build: { outDir: 'site' },
    plugins: [answers(config)],
    preview: {
      host: 'localhost',
      port,
      headers: {
        'Content-Security-Policy': toContentSecurityPolicy(toSecurityOptions(config)).header,
        'X-Content-Type-Options': 'nosniff',
      },
    },
  })
  const address = server.httpServer.address()
  if (!address || typeof address === 'string') throw new Error('The demo did not get a port.')
  return { url: `http://localhost:${address.port}/`, stop: () => server.close() }
}

/** What is not a file: where the chains are, and the addresses below the explorer page. */
function answers(config: DemoConfig): Plugin {
  return {
    name: 'demo-answers',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const [path = '/', query] = request.url?.split('?') ?? []
        // logins at other sites come back from windows of their own; `isolated=1` shows how it goes where that tie is cut
        const isIsolated = new URLSearchParams(query).get('isolated') === '1'
        response.setHeader('Cross-Origin-Opener-Policy', isIsolated ? 'same-origin' : 'same-origin-allow-popups')
        // where the tie is cut, the vault knows by the referrer whose window it is
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
