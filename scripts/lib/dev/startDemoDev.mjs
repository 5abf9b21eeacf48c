import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.mjs'
import { sourceAliases } from '../sourceAliases.mjs'
import { cssText } from './cssText.mjs'

/** @typedef {import('../../../apps/demo/dist/server/index.js').StartDemoOptions} StartDemoOptions */
/** @typedef {(request: { url: string }, response: import('node:http').ServerResponse, next: (error?: unknown) => void) => void} Middleware */
/**
 * @typedef {object} ViteServer the part of Vite's own type that is used here: Vite is a dependency of the demo alone
 * @property {{ use: (middleware: Middleware) => void }} middlewares
 * @property {(id: string) => Promise<any>} ssrLoadModule
 * @property {import('node:http').Server} httpServer
 * @property {import('node:events').EventEmitter & { add: (paths: string[]) => unknown }} watcher
 * @property {() => Promise<unknown>} listen
 * @property {() => Promise<void>} close
 */

/**
 * Serves the demo from its sources and those of all packages, with hot updates. The pages have the content security
 * policy of the built demo, plus what Vite's own scripts and styles need.
 *
 * @param {StartDemoOptions & { folder?: string, cacheDir?: string }} options `folder`: the repository
 */
export async function startDemoDev({ config, port = 4173, folder = root, cacheDir }) {
  const demo = join(folder, 'apps/demo')
  const vite = createRequire(join(demo, 'package.json')).resolve('vite')
  const { createServer } = await import(pathToFileURL(vite).href)
  const nonce = randomBytes(16).toString('hex')
  /** @type {ViteServer} */
  const server = await createServer({
    root: demo,
    configFile: join(demo, 'vite.config.ts'),
    ...(cacheDir !== undefined && { cacheDir }),
    appType: 'mpa',
    logLevel: 'warn',
    clearScreen: false,
    html: { cspNonce: nonce },
    plugins: [cssText(join(folder, 'packages')), answers(config, nonce)],
    resolve: {
      alias: [
        { find: '@latchkey/ui-react/styles.css', replacement: join(folder, 'packages/ui-react/styles/buttons.css') },
        ...sourceAliases(folder),
      ],
      dedupe: ['react', 'react-dom'],
    },
    server: {
      host: 'localhost',
      port,
      fs: { allow: [folder, root] },
      // else the watcher drops the second of two writes within 50 ms, such as a save and its formatting
      watch: { awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 } },
      // transforms the first page's modules before they are requested
      warmup: { clientFiles: ['./src/playground/main.tsx'] },
    },
  })
  await server.listen()
  return { url: toUrl(server, 'http'), watcher: server.watcher, stop: () => server.close() }
}

/**
 * Sets the built demo's headers and serves what is not a file, like apps/demo/src/server/startDemo.ts.
 *
 * @param {StartDemoOptions['config']} config
 * @param {string} nonce
 */
function answers(config, nonce) {
  return {
    name: 'demo-answers',
    /** @param {ViteServer} server */
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = '/'] = request.url.split('?')
        response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
        response.setHeader('Referrer-Policy', 'no-referrer')
        response.setHeader('X-Content-Type-Options', 'nosniff')
        if (path === '/config.json') {
          response.setHeader('Content-Type', 'application/json')
          response.end(JSON.stringify(config))
          return
        }
        const isExplorer = path.startsWith('/explorer/')
        if (isExplorer) request.url = '/explorer.html'
        if (!isExplorer && !/^\/\w*$|\.html$/.test(path)) return next()
        toPolicy(server, config, nonce).then((policy) => {
          response.setHeader('Content-Security-Policy', policy)
          next()
        }, next)
      })
    },
  }
}

/**
 * @param {ViteServer} server
 * @param {StartDemoOptions['config']} config
 * @param {string} nonce of Vite's inline script and of its style elements
 * @returns {Promise<string>}
 */
async function toPolicy(server, config, nonce) {
  const { toContentSecurityPolicy } = await server.ssrLoadModule('@latchkey/core/csp')
  const { toSecurityOptions } = await server.ssrLoadModule('/src/server/toSecurityOptions.ts')
  const options = toSecurityOptions(config)
  const page = {
    ...options.page,
    'script-src': [`'nonce-${nonce}'`],
    'style-src': [`'nonce-${nonce}'`],
    'connect-src': [...options.page['connect-src'], toUrl(server, 'ws')],
  }
  return toContentSecurityPolicy({ ...options, page }).header
}

/**
 * @param {ViteServer} server
 * @param {'http' | 'ws'} scheme
 */
function toUrl({ httpServer }, scheme) {
  const address = httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('The development server did not get a port.')
  return `${scheme}://localhost:${address.port}/`
}
