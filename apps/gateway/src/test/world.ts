import {
  type Devnet,
  providePostgres,
  solanaCaipNetworkId,
  solanaGenesisHash,
  startDevnet,
  toGatewayChains,
  toSignInNetworks,
} from '@latchkey/devnet'
import type { GatewayChain } from '../chains/config.js'
import { type RunningGateway, type StartGatewayOptions, startGateway } from '../startGateway.js'
import { expectDeclared } from './endpoints.js'

export type World = {
  readonly devnet: Devnet
  readonly chains: readonly GatewayChain[]
  readonly databaseUrl: string
  readonly stop: () => Promise<void>
}

/** One local EVM chain with a market, Solana, and an empty database. */
export async function startWorld(): Promise<World> {
  const [devnet, postgres] = await Promise.all([startDevnet({ chains: [31_337], solana: true }), providePostgres()])
  return {
    devnet,
    chains: toGatewayChains({ evm: devnet.chains, solana: devnet.solana }),
    databaseUrl: postgres.urls['gateway'] ?? '',
    stop: async () => void (await Promise.all([devnet.stop(), postgres.stop()])),
  }
}

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

/** Starts a local chain and a database, for any number of gateways. */
export async function startActs({ solana = false }: { readonly solana?: boolean } = {}): Promise<Acts> {
  const [postgres, devnet] = await Promise.all([providePostgres(), startDevnet({ chains: [31_337], solana })])
  const gateways: RunningGateway[] = []
  const clock = { now: Date.now() }
  const warnings: unknown[] = []
  const chains = toGatewayChains({ evm: devnet.chains, solana: devnet.solana })
  const databaseUrl = postgres.urls['gateway'] ?? ''
  return {
    devnet,
    chains,
    databaseUrl,
    clock,
    warnings,
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

/** Returns the chains with the token removed from their configuration, so that it can only come from indexed blocks. */
export function withoutToken(chains: Acts['chains'], symbol: string): Acts['chains'] {
  return chains.map((chain) => ({ ...chain, tokens: chain.tokens?.filter((token) => token.symbol !== symbol) }))
}

/** Sends a request to a gateway: POST with a JSON body, otherwise GET. Checks that the API declares the response. */
export async function ask(
  { url }: { readonly url: string },
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const init: RequestInit = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const reply = await fetch(`${url}${path}`, { ...init, headers })
  const text = await reply.text()
  const answer = { status: reply.status, body: text === '' ? undefined : JSON.parse(text), headers: reply.headers }
  expectDeclared({ method: init.method ?? 'GET', path, ...answer })
  return answer
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Networks without nodes, which aren't needed to verify the signatures of keys. */
export const networks: ReturnType<typeof toSignInNetworks> = toSignInNetworks({
  solana: {
    name: 'Solana',
    rpcUrl: 'http://127.0.0.1:9',
    wsUrl: 'ws://127.0.0.1:9',
    caipNetworkId: solanaCaipNetworkId,
    genesisHash: solanaGenesisHash,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  },
  evm: [{ id: 31_337, name: 'Local', rpcUrl: 'http://127.0.0.1:9', nativeCurrency: ether }],
})
