import { createServer } from 'node:http'
import { toNodeListener } from '@latchkey/siwx/server'
import { createChainBook } from './chains/chainBook.js'
import { type GatewayChain, parseChains } from './chains/config.js'
import type { GatewayContext } from './context.js'
import { openDatabase, removeExpired } from './database/database.js'
import { createGetClient, listen } from './http/listen.js'
import { createQuotas, type QuotaSettings } from './http/quotas.js'
import { type RequestRecord, recordResponse, serveRoutes } from './http/server.js'
import { createUpstreamFetch } from './http/upstream.js'
import type { ImageProxySettings } from './images/imageProxy.js'
import { startIndexer } from './indexer/indexer.js'
import { createMetrics, createMetricsRoute } from './monitoring/metrics.js'
import { createIsOperator } from './monitoring/operator.js'
import type { NameSettings } from './names/routes.js'
import type { OnrampSettings } from './onramp/settings.js'
import { createOpenApiRoute } from './openapi/openapi.js'
import { createPriceBook } from './prices/prices.js'
import type { ProjectSettings } from './projects/projects.js'
import { createActRoutes, createReadRoutes } from './routes.js'
import { respondNotConfigured, type SiwxSettings, startSiwx } from './siwx/siwx.js'
import { createWalletRoutes, readWallets } from './wallets/wallets.js'

export type StartGatewayOptions = {
  /** 0 for a free one; 4174 unless told. */
  readonly port?: number | undefined
  /** The address to listen on; only this machine unless told. */
  readonly host?: string | undefined
  /** A JSON list of wallets; those that come with Latchkey unless told. */
  readonly walletsFile?: string | undefined
  /** Images in `wallets`, `assets`, `tokens` and `currencies` below it; monograms where there is none. */
  readonly imagesFolder?: string | undefined
  /** Pictures of tokens, collectibles and names are loaded for visitors; none where it is false. */
  readonly imageProxy?: ImageProxySettings | false | undefined
  /** PostgreSQL, where sign-ins are kept, chains are read into and calls are counted. */
  readonly databaseUrl?: string | undefined
  /** Chains that are served. None unless told. */
  readonly chains?: readonly GatewayChain[] | undefined
  /** Names that are given. */
  readonly names?: NameSettings | undefined
  /** Who sells, and at what fees. Nobody unless told. */
  readonly onramp?: OnrampSettings | undefined
  /** What is set for projects, by their id. */
  readonly projects?: ProjectSettings | undefined
  /** Calls in a minute. */
  readonly quotas?: QuotaSettings | undefined
  /** Whoever sends it as `Authorization: Bearer …` may read `/metrics` and the details of `/health`. Nobody unless told. */
  readonly operatorToken?: string | undefined
  /** Who may sign in, and where. Nobody can sign in without it. */
  readonly siwx?: SiwxSettings | undefined
  /** Whether callers are told apart by `X-Forwarded-For`, which a proxy of yours has to set. Else by their address. */
  readonly trustsProxy?: boolean | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Tells what broke here, not what a caller did wrong. */
  readonly warn?: ((cause: unknown) => void) | undefined
  /** Hears of each answer. */
  readonly record?: ((record: RequestRecord) => void) | undefined
}

export type RunningGateway = { readonly url: string; readonly port: number; stop(): Promise<void> }

/** Milliseconds. Connections stay longer than balancers keep them (a minute), so that none is closed here under a request. */
const timeouts = { requestTimeout: 10_000, keepAliveTimeout: 65_000 } as const

/** Milliseconds between two looks for what is no longer valid. */
const cleaningInterval = 60_000

/**
 * Serves the wallet list and images, what is read from chains, and sign-in where there is a database. It keeps nothing itself: as
 * many as needed may run side by side. Ending, it gives the answers that are under way.
 */
export async function startGateway(options: StartGatewayOptions = {}): Promise<RunningGateway> {
  const { port = 4174, host = '127.0.0.1', walletsFile, imagesFolder, databaseUrl, siwx: settings } = options
  const { chains = [], quotas = {}, trustsProxy = false, now = Date.now, warn = console.error } = options
  const { record = () => undefined, operatorToken } = options
  const { wallets, dropped } = await readWallets(walletsFile)
  if (dropped > 0) warn(`${dropped} rows of ${walletsFile} are no wallets, or come twice.`)
  const ended = new AbortController()
  const served = parseChains(chains)
  const nodes = served.flatMap(({ rpcUrl, bundlerUrl = rpcUrl }) => [rpcUrl, bundlerUrl])
  // blocks with what they did are larger than other replies, and their traces larger still
  const size = served.some(({ index }) => index?.traces !== undefined) ? 67_108_864 : 10_485_760
  const fetch = createUpstreamFetch(nodes, { size })
  const book = createChainBook({ chains: served, fetch, now, ended: ended.signal })
  const database = databaseUrl === undefined ? undefined : openDatabase({ url: databaseUrl, warn })
  const siwx = database && settings ? startSiwx({ database, settings, now, warn }) : undefined
  const counted = createQuotas({ settings: quotas, database, now })
  const isOperator = createIsOperator(operatorToken, counted)
  const context: GatewayContext = {
    chains: book,
    database,
    quotas: counted,
    prices: createPriceBook({ now }),
    now,
    warn,
    fetch,
    ended: ended.signal,
  }
  // also makes the tables; where the database is not there now, the first request that finds it does
  const clean = (): void => void (database && removeExpired(database, now()).catch(warn))
  clean()
  const timer = setInterval(clean, cleaningInterval)

  // a node that serves another chain is reported at once; until it is exchanged, nothing that it says is used
  for (const { node } of book.all) void node.verify(ended.signal).catch((cause) => ended.signal.aborted || warn(cause))

  const untilReady = async (): Promise<unknown> => database?.query('SELECT 1', [])
  const indexing = databaseUrl === undefined ? undefined : startIndexer({ ...context, databaseUrl, untilReady })

  const metrics = createMetrics()
  const hear = (one: RequestRecord): void => {
    metrics.record(one)
    record(one)
  }
  const getClient = createGetClient(trustsProxy)
  const missing = databaseUrl === undefined ? 'DATABASE_URL is not set.' : 'no origins and networks are set.'
  const signIn = toNodeListener(siwx?.handle ?? respondNotConfigured(missing), { getClient })
  const members = toNodeListener(siwx?.members ?? respondNotConfigured(missing), { getClient })
  const routes = [
    ...createWalletRoutes({ wallets, imagesFolder }),
    ...createReadRoutes(context, { isOperator, imageProxy: options.imageProxy }),
    createMetricsRoute(context, { metrics, isOperator }),
    ...createActRoutes(context, options),
  ]
  const serve = serveRoutes({
    routes: [...routes, createOpenApiRoute(routes)],
    quotas: context.quotas,
    getClient,
    ended: ended.signal,
    warn,
    record: hear,
  })
  const server = createServer(timeouts, (request, response) => {
    const [path = ''] = request.url?.split('?') ?? []
    const answer = path.startsWith('/siwx/') ? signIn : path === '/members' ? members : serve
    if (answer !== serve)
      recordResponse({ request, response, path: path === '/members' ? path : '/siwx/*', record: hear })
    // what breaks outside of an answer is a client that went away
    void answer(request, response).catch(() => response.destroy())
  })
  const close = async (): Promise<void> => {
    clearInterval(timer)
    ended.abort()
    siwx?.stop()
    await indexing
    await database?.close()
  }
  try {
    const { url, port: taken, stop } = await listen(server, { port, host })
    let stopping: Promise<void> | undefined
    return { url, port: taken, stop: () => (stopping ??= stop().then(close)) }
  } catch (error) {
    await close()
    throw error
  }
}
