import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../http/server.js'
import { startBalancer } from './balancer.js'
import type { GatewayChain } from './gatewayChains.js'
import type { OnrampProvider } from './onramp.js'
import { startProgram } from './program.js'

export type StartGatewaysOptions = {
  /** The folder of the gateway's build, with `main.js`. */
  readonly programs: string
  /** Number of processes. */
  readonly count: number
  /** Port of the load balancer; a busy one is an error. */
  readonly port: number
  /** Folder for its settings. */
  readonly folder: string
  readonly databaseUrl: string
  /** See {@link toGatewayChains}. */
  readonly chains: readonly GatewayChain[]
  /** Origins that may sign in, and networks as of {@link toSignInNetworks}. */
  readonly siwx: { readonly origins: readonly string[]; readonly networks: readonly unknown[] }
  readonly projects: Readonly<Record<string, unknown>>
  readonly names: { readonly zone: string }
  readonly onramp: { readonly providers: readonly OnrampProvider[] }
  /** Requests per minute; 0 for unlimited. */
  readonly quotas: { readonly perClient: number; readonly perProject: number }
}

export type RunningGateways = { readonly url: string; readonly port: number; readonly stop: () => Promise<void> }

/** Starts gateways as in production: processes that share only a database, behind a load balancer. */
export async function startGateways(options: StartGatewaysOptions): Promise<RunningGateways> {
  const { programs, count, port, folder, databaseUrl, siwx, names, quotas } = options
  const files = { chains: options.chains, networks: siwx.networks, projects: options.projects, onramp: options.onramp }
  const toFile = (name: keyof typeof files): string => join(folder, `gateway-${name}.json`)
  // includes the secrets of providers
  for (const name of ['chains', 'networks', 'projects', 'onramp'] as const)
    await writeFile(toFile(name), JSON.stringify(files[name]), { mode: 0o600 })
  const env = {
    DATABASE_URL: databaseUrl,
    CHAINS_FILE: toFile('chains'),
    PROJECTS_FILE: toFile('projects'),
    SIWX_ORIGINS: siwx.origins.join(','),
    SIWX_NETWORKS_FILE: toFile('networks'),
    NAMES_ZONE: names.zone,
    ONRAMP_FILE: toFile('onramp'),
    LOG_REQUESTS: '0',
    TRUST_PROXY: '1',
    QUOTA_PER_CLIENT: String(quotas.perClient),
    QUOTA_PER_PROJECT: String(quotas.perProject),
  }
  const parts: { stop(): Promise<void> }[] = []
  const stop = async (): Promise<void> => {
    // the load balancer first, so that no request reaches a stopped process
    for (const part of parts.toReversed()) await part.stop()
  }
  const start = async (): Promise<number> => {
    const own = await findFreePort()
    parts.push(
      await startProgram({ file: join(programs, 'main.js'), env: { ...env, PORT: String(own), DRAIN_SECONDS: '0' } }),
    )
    return own
  }
  try {
    const first = await start()
    const others: number[] = []
    while (others.length + 1 < count) others.push(await start())
    const balancer = await startBalancer({ port, ports: [first, ...others] })
    parts.push(balancer)
    return { url: balancer.url, port: balancer.port, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
