import { createServer } from 'node:http'
import type { VaultNetwork } from '../networks/networks.js'
import type { Projects } from '../projects/project.js'
import type { MutualTls } from '../tls/mutualTls.js'
import { createCustodyClient } from './custody.js'
import { listen, serveRoutes } from './http/routes.js'
import { frameFolder as builtFrame, readFrameFiles } from './page/frameFiles.js'
import { createRoutes } from './routes.js'

export type StartSiteOptions = {
  /** The apps that may hold the frame, and where. */
  readonly projects: Projects
  /** The networks whose nodes the frame may ask. */
  readonly networks: readonly VaultNetwork[]
  /** Custody: the path of its unix socket, its http address on this machine, or its https address together with `tls`. */
  readonly custody: string
  /** The certificate of this site and who signs that of custody; needed where custody is on another machine. */
  readonly tls?: MutualTls | undefined
  /** 0 for a free one; 4176 unless told. */
  readonly port?: number | undefined
  /** The address to listen on; only this machine unless told. */
  readonly host?: string | undefined
  /** The site as visitors reach it. `http://vault.localhost` and the port unless told, which browsers take for this machine. */
  readonly publicUrl?: string | undefined
  /** Whether callers are told apart by `X-Forwarded-For`, which a proxy of yours has to set. Else by their address. */
  readonly trustsProxy?: boolean | undefined
  /** What `buildFrame` wrote; what comes with the build unless told. */
  readonly frameFolder?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Tells what broke here, not what a caller did wrong. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type RunningSite = {
  /** Where it listens. */
  readonly url: string
  readonly publicUrl: string
  readonly port: number
  stop(): Promise<void>
}

/** Of browsers, or of the proxy before them: each may send 256 KiB at once. */
const maxConnections = 4_000

/**
 * Serves the frame page, and passes on what it asks. It holds no key, no seed and no state: as many as needed may run side by
 * side.
 */
export async function startSite({
  projects,
  networks,
  custody,
  tls,
  port = 4176,
  host = '127.0.0.1',
  publicUrl,
  trustsProxy = false,
  frameFolder = builtFrame(),
  now = Date.now,
  warn = console.error,
}: StartSiteOptions): Promise<RunningSite> {
  const files = await readFrameFiles(frameFolder)
  const ask = createCustodyClient(custody, { tls })
  // a port that the system chooses is known only when the site listens
  let serve: ReturnType<typeof serveRoutes> | undefined
  // connections stay open longer than those in front of it keep them: who closes first must not be us, in the middle of a call
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 75_000 }, (request, response) => {
    // what breaks outside of an answer is a client that went away
    void serve?.(request, response).catch(() => response.destroy())
  })
  server.maxConnections = maxConnections
  const { url, port: taken, stop } = await listen(server, { port, host })
  const { origin, protocol } = new URL(publicUrl ?? `http://vault.localhost:${taken}`)
  const routes = createRoutes({ projects, networks, files, ask, origin, trustsProxy, now })
  serve = serveRoutes({ routes, isSecure: protocol === 'https:', warn })
  return { url, publicUrl: origin, port: taken, stop }
}
