import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { solanaDevKeypair } from '../solana/solanaDevKeypair.js'
import type { GatewayChain } from '../toGatewayChains.js'
import { startProgram } from '../vault/startProgram.js'
import { devPrivateKey } from '../world/devPrivateKey.js'
import { funderIndex } from './funderKey.js'
import { fundFunder } from './fundFunder.js'
import { fundSolanaFunder } from './fundSolanaFunder.js'

export type StartOnrampOptions = {
  /** The folder of the gateway's built programs, with `sandbox.js`. */
  readonly programs: string
  /** It is part of the provider's address, so that a busy one is an error. */
  readonly port: number
  /** Where its settings and its journal stay. */
  readonly folder: string
  /** As {@link toGatewayChains} makes them. */
  readonly chains: readonly GatewayChain[]
  /** Address of the gateway, which is told of every purchase. */
  readonly gatewayUrl: string
}

export type RunningOnramp = {
  readonly url: string
  readonly port: number
  /** As the gateway takes it among its providers. */
  readonly provider: OnrampProvider
  readonly exited: Promise<void>
  /** May be called often. */
  readonly stop: () => Promise<void>
}

export type OnrampProvider = {
  readonly name: string
  readonly label: string
  readonly url: string
  readonly secret: string
}

/** Starts the sandbox of the gateway, which sells for money that is not real, and sends what was bought on the local chains. */
export async function startOnramp(options: StartOnrampOptions): Promise<RunningOnramp> {
  const { programs, port, folder, chains, gatewayUrl } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await Promise.all(
    chains.filter(({ caipNetworkId }) => caipNetworkId.startsWith('eip155:')).map(({ rpcUrl }) => fundFunder(rpcUrl)),
  )
  const funder = solanaDevKeypair(funderIndex)
  for (const { caipNetworkId, rpcUrl } of chains)
    if (caipNetworkId.startsWith('solana:')) await fundSolanaFunder(rpcUrl, funder.address)
  const chainsFile = join(folder, 'chains.json')
  await writeFile(chainsFile, JSON.stringify(chains))
  const secret = randomBytes(32).toString('hex')
  const url = `http://127.0.0.1:${port}`
  const { exited, stop } = await startProgram({
    file: join(programs, 'sandbox.js'),
    env: {
      ...{ PORT: String(port), SANDBOX_SECRET: secret, SANDBOX_FOLDER: folder, CHAINS_FILE: chainsFile },
      ...{ FUNDER_KEY: devPrivateKey(funderIndex), SOLANA_AIRDROP: '1' },
      SOLANA_FUNDER_KEY: base58.encode(funder.secretKey),
      WEBHOOK_URL: `${gatewayUrl}/v1/onramp/webhooks/sandbox`,
    },
  })
  return { url, port, provider: { name: 'sandbox', label: 'Sandbox', url, secret }, exited, stop }
}
