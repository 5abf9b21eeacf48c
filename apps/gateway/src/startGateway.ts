import { createServer } from 'node:http'
import { assertWritable } from '@latchkey/server-kit/database'
import { getClientAddress, type Listening, listen, requestTimeouts, type StopOptions } from '@latchkey/server-kit/http'
import { logError, withRequestId } from '@latchkey/server-kit/log'
import { createMetrics, type RequestRecord, type ServeMetricsOptions, serveMetrics } from '@latchkey/server-kit/metrics'
import { createReadiness } from '@latchkey/server-kit/readiness'
import { type NodeRequest, toNodeListener } from '@latchkey/siwx/server'
import { createChainBook } from './chains/chainBook.js'
import { type GatewayChain, parseChains } from './chains/config.js'
import type { GatewayContext } from './context.js'
import { openDatabase, removeExpired } from './database/database.js'
import { createQuotas, type QuotaSettings } from './http/quotas.js'
import { recordResponse, serveRoutes } from './http/server.js'
import { createUpstreamFetch } from './http/upstream.js'
import type { ImageProxySettings } from './images/imageProxy.js'
import { startIndexer } from './indexer/indexer.js'
import { readMetrics } from './monitoring/metrics.js'
import { createIsOperator } from './monitoring/operator.js'
import type { NameSettings } from './names/routes.js'
import type { OnrampSettings } from './onramp/settings.js'
import { createPriceBook } from './prices/prices.js'
import type { ProjectSettings } from './projects/projects.js'
import { createRoutes } from './routes.js'
import { limitRequests, respondNotConfigured, type SiwxSettings, startSiwx } from './siwx/siwx.js'
import { readWallets } from './wallets/wallets.js'

export type StartGatewayOptions = Pick<StopOptions, 'stopPause' | 'stopTimeout'> & {
  /** 0 for a free one. Default: 4174. */
  readonly port?: number | undefined
  /** The address to listen on. Default: this machine only. */
  readonly host?: string | undefined
  /** A JSON file with the wallets. Default: the list that Latchkey includes. */
  readonly walletsFile?: string | undefined
  /** A folder with images in `wallets`, `assets`, `tokens` and `currencies`. Missing images are replaced by monograms. */
  readonly imagesFolder?: string | undefined
  /** The proxy for images of tokens, NFTs and names; false disables it. */
  readonly imageProxy?: ImageProxySettings | false | undefined
  /** PostgreSQL, for sign-ins, indexed chains and quotas. */
  readonly databaseUrl?: string | undefined
  /** Maximum connections to it, besides one per indexed chain. Default: 8. */
  readonly databasePool?: number | undefined
  /** The chains to serve. Default: none. */
  readonly chains?: readonly GatewayChain[] | undefined
  /** The names to register. */
  readonly names?: NameSettings | undefined
  /** The on-ramp providers and their fees. Default: none. */
  readonly onramp?: OnrampSettings | undefined
  /** Settings by project id. */
  readonly projects?: ProjectSettings | undefined
  /** Requests per minute. */
  readonly quotas?: QuotaSettings | undefined
  /** Sent as `Authorization: Bearer …`, it allows the details of `/health`. Default: nobody can read them. */
  readonly operatorToken?: string | undefined
  /** Where `/metrics` is served. Default: nowhere. */
  readonly metrics?: Pick<ServeMetricsOptions, 'port' | 'host'> | undefined
  /** Enables sign-in. */
  readonly siwx?: SiwxSettings | undefined
  /** Identifies clients by `X-Forwarded-For`, which your proxy has to set. Default: by their address. */
  readonly trustsProxy?: boolean | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Logs internal failures, not errors of clients. */
  readonly warn?: ((cause: unknown) => void) | undefined
  /** Called after each response. */
  readonly record?: ((record: RequestRecord) => void) | undefined
}

export type RunningGateway = {
  readonly url: string
  readonly port: number
  /** Undefined if metrics are not served. */
  readonly metricsUrl: string | undefined
  stop(): Promise<void>
}

/** Milliseconds. Connections stay open longer than load balancers keep them (a minute), so that none closes during a request. */
const timeouts = { ...requestTimeouts, keepAliveTimeout: 65_000 } as const

/** Milliseconds between removals of expired rows. */
const cleaningInterval = 60_000

/**
 * Starts a gateway: the wallet list, images, chain data and, with a database, sign-in. It keeps no state itself, so that several can
 * run side by side. `stop` waits for pending responses.
 */
export async function startGateway(options: StartGatewayOptions = {}): Promise<RunningGateway> {
  const { port = 4174, host = '127.0.0.1', walletsFile, imagesFolder, databaseUrl, siwx: settings } = options
  const { chains = [], quotas = {}, trustsProxy = false, now = Date.now, warn = logError } = options
  const { record = () => undefined, operatorToken, stopPause, stopTimeout } = options
  const { wallets, dropped } = await readWallets(walletsFile)
  if (dropped > 0) warn(`Dropped ${dropped} invalid or duplicate rows of ${walletsFile}.`)
  const ended = new AbortController()
  const served = parseChains(chains)
  const nodes = served.flatMap(({ rpcUrl, bundlerUrl = rpcUrl }) => [rpcUrl, bundlerUrl])
  // blocks with receipts are larger than other responses, and traces larger still
  const size = served.some(({ index }) => index?.traces !== undefined) ? 67_108_864 : 10_485_760
  const fetch = createUpstreamFetch(nodes, { size })
  const book = createChainBook({ chains: served, fetch, now, ended: ended.signal })
  const database =
    databaseUrl === undefined
      ? undefined
      : openDatabase({ url: databaseUrl, warn, maxConnections: options.databasePool })
  const siwx = database && settings ? startSiwx({ database, settings, now, warn }) : undefined
  const counters = createQuotas({ settings: quotas, database, now })
  const isOperator = createIsOperator(operatorToken, counters)
  const context: GatewayContext = {
    chains: book,
    database,
    quotas: counters,
    prices: createPriceBook({ now }),
    now,
    warn,
    fetch,
    ended: ended.signal,
  }
  // also runs the migrations; if the database is unavailable now, the first request that reaches it does
  const clean = (): void => void (database && removeExpired(database, now()).catch(warn))
  clean()
  const timer = setInterval(clean, cleaningInterval)

  // report a node that serves another chain right away; its responses are never used
  for (const { node } of book.all) void node.verify(ended.signal).catch((cause) => ended.signal.aborted || warn(cause))

  const untilReady = async (): Promise<unknown> => database?.query('SELECT 1', [])
  const indexing = databaseUrl === undefined ? undefined : startIndexer({ ...context, databaseUrl, untilReady })

  const readiness = createReadiness({ checks: database ? { database: () => assertWritable(database) } : {}, warn })
  const metrics = createMetrics('gateway')
  const recordRequest = (one: RequestRecord): void => {
    metrics.record(one)
    record(one)
  }
  const getClient = (request: NodeRequest): string | undefined => getClientAddress(request, { trustsProxy })
  const missing =
    databaseUrl === undefined ? 'DATABASE_URL is not set.' : 'SIWX_ORIGINS and SIWX_NETWORKS_FILE are not set.'
  const toLimitedListener = (handler = respondNotConfigured(missing)): ReturnType<typeof toNodeListener> =>
    toNodeListener(limitRequests(handler, counters), { getClient })
  const signIn = toLimitedListener(siwx?.handle)
  const members = toLimitedListener(siwx?.members)
  const routes = createRoutes(context, { ...options, wallets, imagesFolder, isOperator, readiness })
  const serve = serveRoutes({
    routes,
    quotas: context.quotas,
    getClient,
    ended: ended.signal,
    warn,
    record: recordRequest,
  })
  const server = createServer(timeouts, (request, response) => {
    const [path = ''] = request.url?.split('?') ?? []
    const answer = path.startsWith('/siwx/') ? signIn : path === '/members' ? members : serve
    if (answer !== serve)
      recordResponse({ request, response, path: path === '/members' ? path : '/siwx/*', record: recordRequest })
    // an error outside of a response means that the client disconnected
    void withRequestId(request, response, () => answer(request, response)).catch(() => response.destroy())
  })
  let metricsServer: Listening | undefined
  const close = async (): Promise<void> => {
    clearInterval(timer)
    ended.abort()
    siwx?.stop()
    await metricsServer?.stop()
    await indexing
    await database?.close()
  }
  try {
    if (options.metrics)
      metricsServer = await serveMetrics({
        ...options.metrics,
        read: (signal) => readMetrics(context, { metrics, signal }),
        warn,
      })
    const {
      url,
      port: taken,
      stop,
    } = await listen(server, {
      port,
      host,
      stopPause,
      stopTimeout,
      onStop: readiness.stop,
    })
    let stopping: Promise<void> | undefined
    return {
      url,
      port: taken,
      metricsUrl: metricsServer?.url,
      stop: () => {
        stopping ??= stop().then(close)
        return stopping
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
