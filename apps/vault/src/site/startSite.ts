import { createServer } from 'node:http'
import { listen, requestTimeouts, type StopOptions } from '@latchkey/server-kit/http'
import { logError, withRequestId } from '@latchkey/server-kit/log'
import { type MetricsPlace, type RequestRecord, serveMetrics } from '@latchkey/server-kit/metrics'
import { createReadiness } from '@latchkey/server-kit/readiness'
import { startTracing, type TracingOptions } from '@latchkey/server-kit/trace'
import type { VaultNetwork } from '../networks/networks.js'
import type { Projects } from '../projects/project.js'
import type { MutualTls } from '../tls/mutualTls.js'
import { createCustodyClient } from './custody.js'
import { serveRoutes } from './http/routes.js'
import { addSiteState, createSiteMetrics } from './metrics.js'
import { frameFolder as builtFrame, readFrameFiles } from './page/frameFiles.js'
import { watchProjects } from './projects/watchProjects.js'
import { createRoutes } from './routes.js'

export type StartSiteOptions = Pick<StopOptions, 'stopPause' | 'stopTimeout'> & {
  /** The apps that may embed the frame, and where, until custody has named them. Default: unknown until then. */
  readonly projects?: Projects | undefined
  /** The networks whose nodes the frame may call. */
  readonly networks: readonly VaultNetwork[]
  /**
   * Custody: the path of its Unix socket, its http address on this machine, or its https address together with `tls`. With several, they
   * take turns and stand in for each other.
   */
  readonly custody: string | readonly string[]
  /** The certificate of this site and the authority of custody's; required if custody is on another machine. */
  readonly tls?: MutualTls | undefined
  /** 0 for a free one. Default: 4176. */
  readonly port?: number | undefined
  /** The address to listen on. Default: only this machine. */
  readonly host?: string | undefined
  /** The site as users reach it. Default: `http://vault.localhost` and the port, which browsers resolve to this machine. */
  readonly publicUrl?: string | undefined
  /** Whether clients are identified by `X-Forwarded-For`, which your proxy has to set, instead of by their address. */
  readonly trustsProxy?: boolean | undefined
  /** The output of `buildFrame`. Default: that of the build. */
  readonly frameFolder?: string | undefined
  /** Address on which `/metrics` is served. Default: not served. */
  readonly metrics?: MetricsPlace | undefined
  /** Receiver of spans. Default: none are sent. */
  readonly tracing?: TracingOptions | undefined
  /** Called after each response. */
  readonly record?: ((record: RequestRecord) => void) | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Called with failures on this side, not with callers' errors. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type RunningSite = {
  /** URL on which it listens. */
  readonly url: string
  readonly publicUrl: string
  readonly port: number
  /** Undefined if metrics are not served. */
  readonly metricsUrl?: string | undefined
  stop(): Promise<void>
}

/** Connections of browsers, or of the proxy before them: each may send 256 KiB at once. */
const maxConnections = 4_000

/** Serves the frame page, and forwards its calls. It holds no key, no seed and no state: any number may run side by side. */
export async function startSite({
  projects: file,
  networks,
  custody,
  tls,
  port = 4176,
  host = '127.0.0.1',
  publicUrl,
  trustsProxy = false,
  frameFolder = builtFrame(),
  metrics: metricsPlace,
  tracing,
  record = () => undefined,
  now = Date.now,
  warn = logError,
  stopPause,
  stopTimeout,
}: StartSiteOptions): Promise<RunningSite> {
  const files = await readFrameFiles(frameFolder)
  const metrics = createSiteMetrics()
  const client = createCustodyClient([custody].flat(), { tls, warn, observe: metrics.countCustody })
  const readiness = createReadiness({ checks: { custody: client.assertReady }, warn })
  addSiteState(metrics, { readiness, tls, readCustodies: client.readPlaces })
  const tracer = await startTracing(tracing, { warn })
  const recordRequest = (one: RequestRecord): void => {
    metrics.record(one)
    record(one)
  }
  const projects = await watchProjects(client.call, { file })
  // a port that the system chooses is only known once the site listens
  let serve: ReturnType<typeof serveRoutes> | undefined
  // keep connections longer than the proxy does, so that we never close one in the middle of a call
  const server = createServer({ ...requestTimeouts, keepAliveTimeout: 75_000 }, (request, response) => {
    // an error outside of a response means that the client went away
    const options = { tracer, record: recordRequest }
    void withRequestId(request, response, () => serve?.(request, response), options)?.catch(() => response.destroy())
  })
  server.maxConnections = maxConnections
  const stopping = new AbortController()
  const metricsServer = metricsPlace && (await serveMetrics({ ...metricsPlace, read: metrics.toText, warn }))
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
    onClose: () => {
      projects.stop()
      stopping.abort()
    },
  }).catch(async (cause: unknown) => {
    projects.stop()
    await metricsServer?.stop()
    throw cause
  })
  const { origin, protocol } = new URL(publicUrl ?? `http://vault.localhost:${taken}`)
  const routes = createRoutes({
    get projects() {
      return projects.get()
    },
    knowsProjects: projects.isKnown,
    networks,
    files,
    callCustody: client.call,
    countNode: metrics.countNode,
    readiness,
    stopping: stopping.signal,
    origin,
    trustsProxy,
    now,
  })
  serve = serveRoutes({ routes, style: files.linkStyle, isSecure: protocol === 'https:', warn })
  return {
    ...{ url, publicUrl: origin, port: taken, metricsUrl: metricsServer?.url },
    stop: async () => {
      await stop()
      await metricsServer?.stop()
      await tracer?.stop()
    },
  }
}
