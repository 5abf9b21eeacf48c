import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { listen } from '../../http/server.js'
import { packageRoot } from '../../node/packageRoot.js'
import type { WalletNetworks } from '../signer.js'

export type StartWalletPageOptions = {
  readonly config: WalletPageConfig
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** Folder of the built page. Default: this app's build. */
  readonly folder?: string | undefined
}

export type RunningWalletPage = {
  readonly url: string
  readonly port: number
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

const types: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/main.js': ['main.js', 'text/javascript; charset=utf-8'],
  '/styles.css': ['styles.css', 'text/css; charset=utf-8'],
}

/** Serves the page of the test wallet on localhost, under a strict content security policy. */
export async function startWalletPage({
  config,
  port = 0,
  folder,
}: StartWalletPageOptions): Promise<RunningWalletPage> {
  const root = folder ?? join(packageRoot(), 'dist/page')
  if (!existsSync(join(root, 'main.js'))) throw new Error('The page of the test wallet is not built.')
  const policy = toPolicy(config)
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    response.setHeader('content-security-policy', policy)
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('x-content-type-options', 'nosniff')
    if (path === '/config.json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(config))
      return
    }
    const [file, type] = (Object.hasOwn(types, path) && types[path]) || []
    if (!file || !type) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': type }).end(await readFile(join(root, file)))
  }
  const server = createServer((request, response) => {
    answer((request.url ?? '/').split('?')[0] ?? '/', response).catch(() => response.destroy())
  })
  const listening = await listen(server, port)
  return { url: `http://localhost:${listening.port}/`, port: listening.port, stop: listening.close }
}

function toPolicy({ relayUrl, networks }: WalletPageConfig): string {
  const { evm, solana, bitcoin } = networks
  const urls = [relayUrl, ...evm.map(({ rpcUrl }) => rpcUrl), solana?.rpcUrl, bitcoin?.esploraUrl]
  const hosts = new Set(urls.filter((url) => url !== undefined).map((url) => new URL(url).origin))
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...hosts].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Configuration that the server passes to the page. */
export type WalletPageConfig = {
  readonly relayUrl: string
  readonly networks: WalletNetworks
}
