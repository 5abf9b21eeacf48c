import { createServer } from 'node:http'
import { toNodeListener } from '@latchkey/siwx/server'
import { listen } from './http/listen.js'
import { serveRoutes } from './http/serveRoutes.js'
import { createRoutes } from './routes.js'
import { answerNotSetUp } from './siwx/answerNotSetUp.js'
import { readClient } from './siwx/readClient.js'
import type { SiwxSettings } from './siwx/siwxSettings.js'
import { startSiwx } from './siwx/startSiwx.js'
import { readWallets } from './wallets/readWallets.js'

export type StartGatewayOptions = {
  /** 0 for a free one; 4174 unless told. */
  readonly port?: number | undefined
  /** The address to listen on; only this machine unless told. */
  readonly host?: string | undefined
  /** A JSON list of wallets; those that come with Latchkey unless told. */
  readonly walletsFile?: string | undefined
  /** Images in `wallets`, `assets`, `tokens` and `currencies` below it; monograms where there is none. */
  readonly imagesFolder?: string | undefined
  /** PostgreSQL, where sign-ins are kept. Nobody can sign in without it. */
  readonly databaseUrl?: string | undefined
  /** Who may sign in, and where. Nobody can sign in without it. */
  readonly siwx?: SiwxSettings | undefined
  /** Whether callers are told apart by `X-Forwarded-For`, which a proxy of yours has to set. Else by their address. */
  readonly trustsProxy?: boolean | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Tells what broke here, not what a caller did wrong. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type RunningGateway = { readonly url: string; readonly port: number; stop(): Promise<void> }

/**
 * Serves the wallet list and images, and sign-in where there is a database. It keeps nothing itself: as many as needed may run
 * side by side.
 */
export async function startGateway({
  port = 4174,
  host = '127.0.0.1',
  walletsFile,
  imagesFolder,
  databaseUrl,
  siwx: settings,
  trustsProxy = false,
  now = Date.now,
  warn = console.error,
}: StartGatewayOptions = {}): Promise<RunningGateway> {
  const { wallets, dropped } = await readWallets(walletsFile)
  if (dropped > 0) warn(`${dropped} rows of ${walletsFile} are no wallets, or come twice.`)
  const siwx = databaseUrl !== undefined && settings ? startSiwx({ databaseUrl, settings, now, warn }) : undefined
  const missing = databaseUrl === undefined ? 'DATABASE_URL is not set.' : 'no origins and networks are set.'
  const getClient = readClient(trustsProxy)
  const signIn = toNodeListener(siwx?.handle ?? answerNotSetUp(missing), { getClient })
  const members = toNodeListener(siwx?.members ?? answerNotSetUp(missing), { getClient })

  const serve = serveRoutes({ routes: createRoutes({ wallets, imagesFolder }), warn })
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const [path = ''] = request.url?.split('?') ?? []
    const answer = path.startsWith('/siwx/') ? signIn : path === '/members' ? members : serve
    // what breaks outside of an answer is a client that went away
    void answer(request, response).catch(() => response.destroy())
  })
  try {
    const { url, port: taken, stop } = await listen(server, { port, host })
    return { url, port: taken, stop: async () => void (await Promise.all([stop(), siwx?.stop()])) }
  } catch (error) {
    await siwx?.stop()
    throw error
  }
}
