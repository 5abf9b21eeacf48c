import { createServer } from 'node:http'
import { assertWritable, SchemaError } from '@latchkey/server-kit/database'
import { getClientNetwork, type Listening, listen, requestTimeouts, type StopOptions } from '@latchkey/server-kit/http'
import { logError, withRequestId } from '@latchkey/server-kit/log'
import { type MetricsPlace, type RequestRecord, serveMetrics } from '@latchkey/server-kit/metrics'
import { createReadiness } from '@latchkey/server-kit/readiness'
import { setRoute, startTracing, type TracingOptions } from '@latchkey/server-kit/trace'
import { type NodeRequest, toNodeListener } from '@latchkey/siwx/server'
import { startAdmin } from './admin/admin.js'
import { createChainBook } from './chains/chainBook.js'
import { type GatewayChain, listNodes, parseChains } from './chains/config.js'
import type { GatewayContext } from './context.js'
import { openDatabase, removeExpired } from './database/database.js'
import { createQuotas, type QuotaSettings } from './http/quotas.js'
import { serveRoutes } from './http/server.js'
import { createUpstreamFetch } from './http/upstream.js'
import type { ImageProxySettings } from './images/imageProxy.js'
import { startIndexer } from './indexer/indexer.js'
import { addStateMetrics, createGatewayMetrics } from './monitoring/metrics.js'
import { createIsOperator } from './monitoring/operator.js'
import { createProviderLog } from './monitoring/providers.js'
import { createHeartbeat } from './monitoring/usage.js'
import type { NameSettings } from './names/routes.js'
import type { OnrampSettings } from './onramp/settings.js'
import { createPriceBook } from './prices/prices.js'
import { openProjectBook } from './projects/projects.js'
import { type ProjectSettings, parseProjects } from './projects/settings.js'
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
  /** Whether it migrates the database, or only rejects a schema that is too old. Default: true. */
  readonly migrates?: boolean | undefined
  /** The chains to serve. Default: none. */
  readonly chains?: readonly GatewayChain[] | undefined
  /** The names to register. */
  readonly names?: NameSettings | undefined
  /** The on-ramp providers and their fees. Default: none. */
  readonly onramp?: OnrampSettings | undefined
  /** Settings by project id. Those of the database win. */
  readonly projects?: ProjectSettings | undefined
  /** Requests per minute. */
  readonly quotas?: QuotaSettings | undefined
  /** Sent as `Authorization: Bearer …`, it allows the details of `/health`. Default: they can't be read. */
  readonly operatorToken?: string | undefined
  /** Address on which `/metrics` is served. Default: not served. */
  readonly metrics?: MetricsPlace | undefined
  /** Receiver of spans. Default: none are sent. */
  readonly tracing?: TracingOptions | undefined
  /** Origins of your own nodes, which get the id and trace of each request. Default: none. */
  readonly traceOrigins?: readonly string[] | undefined
  /** Address on which the API for operators is served; needs `operatorToken`. Default: not served. */
  readonly admin?: MetricsPlace | undefined
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
  /** Undefined if the API for operators is not served. */
  readonly adminUrl: string | undefined
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
  const { record = () => undefined, operatorToken, stopPause, stopTimeout, traceOrigins } = options
  const { wallets, dropped } = await readWallets(walletsFile)
  if (dropped > 0) warn(`Dropped ${dropped} invalid or duplicate rows of ${walletsFile}.`)
  const ended = new AbortController()
  const served = parseChains(chains)
  const nodes = served.flatMap((chain) => [...listNodes(chain), ...(chain.bundlerUrl ? [chain.bundlerUrl] : [])])
  // blocks with receipts are larger than other responses, and traces larger still
  const size = served.some(({ index }) => index?.traces !== undefined) ? 67_108_864 : 10_485_760
  const metrics = createGatewayMetrics(nodes)
  const fetch = createUpstreamFetch(nodes, { size, traced: traceOrigins, observe: metrics.countUpstream })
  const book = createChainBook({ chains: served, fetch, now, ended: ended.signal })
  const database =
    databaseUrl === undefined
      ? undefined
      : openDatabase({ url: databaseUrl, warn, maxConnections: options.databasePool, migrates: options.migrates })
  const siwx = database && settings ? startSiwx({ database, settings, now, warn }) : undefined
  const projects = openProjectBook({
    file: parseProjects(options.projects ?? {}),
    database,
    listenUrl: databaseUrl,
    warn,
  })
  const getProjectQuota = (id: string): number | undefined => projects.peek(id)?.requestsPerMinute
  const counters = createQuotas({ settings: quotas, database, getProjectQuota, now, onRefusal: metrics.countRefusal })
  const providers = createProviderLog({ now })
  const isOperator = createIsOperator(operatorToken, counters)
  const context: GatewayContext = {
    chains: book,
    database,
    quotas: counters,
    prices: createPriceBook({ now, providers }),
    providers,
    now,
    warn,
    fetch,
    ended: ended.signal,
  }
  // a database that is unavailable now is prepared by the first request that reaches it, and the cleaning below reports it
  const misfit = await database?.query('SELECT 1').catch((cause: unknown) => cause)
  if (misfit instanceof SchemaError) {
    await database?.close()
    throw misfit
  }
  const clean = (): void => void (database && removeExpired(database, now()).catch(warn))
  clean()
  const timer = setInterval(clean, cleaningInterval)

  // report a node that serves another chain right away; its responses are never used
  for (const { node } of book.all) {
    const check = node.check(ended.signal).then((causes) => causes.forEach(warn))
    void check.then(() => node.watch(warn)).catch((cause) => ended.signal.aborted || warn(cause))
  }

  const untilReady = async (): Promise<unknown> => database?.query('SELECT 1', [])
  const indexing = databaseUrl === undefined ? undefined : startIndexer({ ...context, databaseUrl, untilReady })

  const readiness = createReadiness({ checks: database ? { database: () => assertWritable(database) } : {}, warn })
  addStateMetrics(metrics, { chains: book, database, readiness })
  const tracer = await startTracing(options.tracing, { warn })
  const recordAny = (one: RequestRecord): void => {
    metrics.record(one)
    record(one)
  }
  const heartbeat = database && createHeartbeat({ database, providers, now, warn })
  heartbeat?.start()
  const recordRequest = (one: RequestRecord, projectId = ''): void => {
    recordAny(one)
    // clients may send any id: only those of projects are counted on their own
    heartbeat?.count({ ...one, project: projects.peek(projectId) ? projectId : '' })
  }
  const getClient = (request: NodeRequest): string | undefined => getClientNetwork(request, { trustsProxy })
  const missing =
    databaseUrl === undefined ? 'DATABASE_URL is not set.' : 'SIWX_ORIGINS and SIWX_NETWORKS_FILE are not set.'
  const toLimitedListener = (handler = respondNotConfigured(missing)): ReturnType<typeof toNodeListener> =>
    toNodeListener(limitRequests(handler, counters), { getClient })
  const signIn = toLimitedListener(siwx?.handle)
  const members = toLimitedListener(siwx?.members)
  const routes = createRoutes(context, { ...options, projects, wallets, imagesFolder, isOperator, readiness })
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
    const handle = (): Promise<void> => {
      if (answer !== serve) setRoute(path === '/members' ? path : '/siwx/*')
      return answer(request, response)
    }
    const traced = { tracer, record: answer === serve ? undefined : recordRequest }
    // an error outside of a response means that the client disconnected
    void withRequestId(request, response, handle, traced).catch(() => response.destroy())
  })
  let metricsServer: Listening | undefined
  let adminServer: Listening | undefined
  const close = async (): Promise<void> => {
    clearInterval(timer)
    await adminServer?.stop()
    ended.abort()
    siwx?.stop()
    await Promise.all([metricsServer?.stop(), projects.stop(), heartbeat?.stop(), indexing])
    await database?.close()
    await tracer?.stop()
  }
  try {
    if (options.metrics)
      metricsServer = await serveMetrics({
        ...options.metrics,
        read: metrics.toText,
        warn,
      })
    if (options.admin)
      adminServer = await startAdmin({
        ...options.admin,
        token: operatorToken,
        context,
        projects,
        heartbeat,
        record: recordAny,
        trustsProxy,
        stop: { stopTimeout },
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
      adminUrl: adminServer?.url,
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
