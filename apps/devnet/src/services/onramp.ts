import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { encodeFunctionData, parseAbi, parseEther, parseUnits, toHex } from 'viem'
import { waitForReceipt } from '../contracts/contracts.js'
import { devAccount, devPrivateKey } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import { fundAccount, fundSolana, fundSolanaToken } from '../rpc/funding.js'
import { solanaDevKeypair } from '../solana/devKeypair.js'
import { solanaTokens } from '../solana/network.js'
import { carefulToken, worldMarket } from '../world/market.js'
import { worldTokens } from '../world/world.js'
import type { GatewayChain } from './gatewayChains.js'
import { startProgram } from './program.js'

export type StartOnrampOptions = {
  /** The folder of the gateway's build, with `sandbox.js`. */
  readonly programs: string
  /** Part of the provider's URL, so a busy one is an error. */
  readonly port: number
  /** Folder for its settings and journal. */
  readonly folder: string
  /** See {@link toGatewayChains}. */
  readonly chains: readonly GatewayChain[]
  /** URL of the gateway, for reports about purchases. */
  readonly gatewayUrl: string
}

export type RunningOnramp = {
  readonly url: string
  readonly port: number
  /** The provider for the gateway's settings. */
  readonly provider: OnrampProvider
  readonly exited: Promise<void>
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

export type OnrampProvider = {
  readonly name: string
  readonly label: string
  readonly url: string
  readonly secret: string
}

/** Starts the gateway's sandbox, which takes no real money and delivers on the local chains. */
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
      PORT: String(port),
      SANDBOX_SECRET: secret,
      SANDBOX_FOLDER: folder,
      CHAINS_FILE: chainsFile,
      FUNDER_KEY: devPrivateKey(funderIndex),
      SOLANA_AIRDROP: '1',
      SOLANA_FUNDER_KEY: base58.encode(funder.secretKey),
      WEBHOOK_URL: `${gatewayUrl}/v1/onramp/webhooks/sandbox`,
    },
  })
  return { url, port, provider: { name: 'sandbox', label: 'Sandbox', url, secret }, exited, stop }
}

/** Account index of the funder in the development phrase, beyond those that tests use. */
const funderIndex = 42

const abi = parseAbi(['function mint(address to, uint256 amount)', 'function deposit() payable'])

/** Whole units of each currency. */
const evmStock = 1_000_000n

/** Funds the seller on the local chain at `rpcUrl`. */
async function fundFunder(rpcUrl: string): Promise<void> {
  const call = (method: string, ...params: unknown[]): Promise<unknown> => callRpc({ url: rpcUrl, method, params })
  const { address: from } = devAccount(funderIndex)
  const ether = parseEther(evmStock.toString())
  await fundAccount(rpcUrl, from, 2n * ether)
  await call('anvil_impersonateAccount', from)
  const send = async (transaction: object): Promise<void> => {
    const { status } = await waitForReceipt(call, await call('eth_sendTransaction', { from, ...transaction }))
    if (status !== '0x1') throw new Error('Funding the seller failed.')
  }
  for (const { address, decimals } of [worldTokens.USDC, worldTokens.DAI, worldMarket.usd, carefulToken]) {
    const args = [from, parseUnits(evmStock.toString(), decimals)] as const
    await send({ to: address, data: encodeFunctionData({ abi, functionName: 'mint', args }) })
  }
  const data = encodeFunctionData({ abi, functionName: 'deposit' })
  await send({ to: worldMarket.wrappedNative.address, data, value: toHex(ether) })
  await call('anvil_stopImpersonatingAccount', from)
}

/** Whole tokens of each kind, and lamports, which token accounts cost. */
const solanaStock = { tokens: 1_000_000n, lamports: 100_000_000_000 } as const

/** Funds the seller on the local Solana network at `rpcUrl`. */
async function fundSolanaFunder(rpcUrl: string, owner: string): Promise<void> {
  await fundSolana(rpcUrl, owner, solanaStock.lamports)
  for (const { address: mint, decimals } of Object.values(solanaTokens))
    await fundSolanaToken(rpcUrl, { mint, owner, amount: solanaStock.tokens * 10n ** BigInt(decimals) })
}
