import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../http/server.js'
import { startBalancer } from './balancer.js'
import type { GatewayChain } from './gatewayChains.js'
import type { OnrampProvider } from './onramp.js'
import { startProgram } from './program.js'

export type StartGatewaysOptions = {
  /** The folder of the gateway's build, with `main.js`. */
  readonly programs: string
  /** Number of processes, behind a load balancer if there are several. Default: 1. */
  readonly count?: number | undefined
  /** Port of the load balancer, or of the only process; a busy one is an error. */
  readonly port: number
  /** Folder for its settings. */
  readonly folder: string
  /** Default: none, and without sign-in. */
  readonly databaseUrl?: string | undefined
  /** See {@link toGatewayChains}. */
  readonly chains: readonly GatewayChain[]
  /** Origins that may sign in, and networks as of {@link toSignInNetworks}. */
  readonly siwx: { readonly origins: readonly string[]; readonly networks: readonly unknown[] }
  readonly projects: Readonly<Record<string, unknown>>
  readonly names: { readonly zone: string }
  readonly onramp: { readonly providers: readonly OnrampProvider[] }
  /** Port and token of the operator API of the first process. Default: none. */
  readonly admin?: { readonly port: number; readonly token: string } | undefined
  /** Requests per minute; 0 for unlimited. Default: the gateway's own. */
  readonly quotas?: { readonly perClient: number; readonly perProject: number } | undefined
}

export type RunningGateways = {
  readonly url: string
  readonly port: number
  /** Settles when the first process has exited. */
  readonly exited: Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts gateways as in production: processes that share only a database, behind a load balancer if there are several. */
export async function startGateways(options: StartGatewaysOptions): Promise<RunningGateways> {
  const { programs, count = 1, port, folder, databaseUrl, siwx, names, quotas, admin } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = { chains: options.chains, networks: siwx.networks, projects: options.projects, onramp: options.onramp }
  const toFile = (name: keyof typeof files): string => join(folder, `gateway-${name}.json`)
  // includes the secrets of providers
  for (const name of ['chains', 'networks', 'projects', 'onramp'] as const)
    await writeFile(toFile(name), JSON.stringify(files[name]), { mode: 0o600 })
  const isBalanced = count > 1
  const env = {
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    CHAINS_FILE: toFile('chains'),
    PROJECTS_FILE: toFile('projects'),
    SIWX_ORIGINS: siwx.origins.join(','),
    SIWX_NETWORKS_FILE: toFile('networks'),
    NAMES_ZONE: names.zone,
    ONRAMP_FILE: toFile('onramp'),
    LOG_REQUESTS: '0',
    DRAIN_SECONDS: '0',
    ...(isBalanced && { TRUST_PROXY: '1' }),
    ...(quotas && { QUOTA_PER_CLIENT: String(quotas.perClient), QUOTA_PER_PROJECT: String(quotas.perProject) }),
  }
  const parts: { stop(): Promise<void> }[] = []
  const exits: Promise<void>[] = []
  const stop = async (): Promise<void> => {
    // the load balancer first, so that no request reaches a stopped process
    for (const part of parts.toReversed()) await part.stop()
  }
  const start = async (own: number): Promise<number> => {
    const adminEnv = admin && parts.length === 0 && { ADMIN_PORT: String(admin.port), OPERATOR_TOKEN: admin.token }
    const program = await startProgram({
      file: join(programs, 'main.js'),
      env: { ...env, ...adminEnv, PORT: String(own) },
    })
    parts.push(program)
    exits.push(program.exited)
    return own
  }
  try {
    const first = await start(isBalanced ? await findFreePort() : port)
    const others: number[] = []
    while (others.length + 1 < count) others.push(await start(await findFreePort()))
    const exited = Promise.race(exits)
    if (!isBalanced) return { url: `http://127.0.0.1:${port}`, port, exited, stop }
    const balancer = await startBalancer({ port, ports: [first, ...others] })
    parts.push(balancer)
    return { url: balancer.url, port: balancer.port, exited, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
