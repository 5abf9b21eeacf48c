import { type Devnet, providePostgres, startDevnet, toGatewayChains } from '@latchkey/devnet'
import type { GatewayChain } from '../chains/gatewayChain.js'

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
