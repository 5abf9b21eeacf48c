import { type Devnet, providePostgres, startDevnet, toGatewayChains } from '@latchkey/devnet'
import type { GatewayChain } from '../chains/gatewayChain.js'
import { type RunningGateway, type StartGatewayOptions, startGateway } from '../startGateway.js'

export type Reply = { readonly status: number; readonly body: unknown; readonly headers: Headers }

export type Acts = {
  readonly devnet: Devnet
  readonly chains: readonly GatewayChain[]
  readonly databaseUrl: string
  /** Milliseconds since the epoch, for all gateways. */
  readonly clock: { now: number }
  readonly startGateway: (options?: StartGatewayOptions) => Promise<RunningGateway>
  readonly warnings: unknown[]
  readonly stop: () => Promise<void>
}

/** A local chain, a database, and as many gateways over them as are asked for. */
export async function startActs({ solana = false }: { readonly solana?: boolean } = {}): Promise<Acts> {
  const [postgres, devnet] = await Promise.all([providePostgres(), startDevnet({ chains: [31_337], solana })])
  const gateways: RunningGateway[] = []
  const clock = { now: Date.now() }
  const warnings: unknown[] = []
  const chains = toGatewayChains({ evm: devnet.chains, solana: devnet.solana })
  const databaseUrl = postgres.urls['gateway'] ?? ''
  return {
    ...{ devnet, chains, databaseUrl, clock, warnings },
    async startGateway(options = {}) {
      const warn = (cause: unknown): void => void warnings.push(cause)
      const gateway = await startGateway({ port: 0, databaseUrl, chains, now: () => clock.now, warn, ...options })
      gateways.push(gateway)
      return gateway
    },
    async stop() {
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await Promise.all([postgres.stop(), devnet.stop()])
    },
  }
}

/** Asks a gateway; a body is posted as JSON. */
export async function ask(
  { url }: { readonly url: string },
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const reply = await fetch(`${url}${path}`, { ...init, headers })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text), headers: reply.headers }
}
