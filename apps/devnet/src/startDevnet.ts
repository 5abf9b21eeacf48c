import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from 'viem'
import { type RunningBundler, startBundler } from './accounts/bundler.js'
import { type RunningPaymaster, startPaymaster } from './accounts/paymaster.js'
import { type RunningAnvil, startAnvil } from './anvil/anvil.js'
import { type RunningBitcoin, type StartBitcoinOptions, startBitcoin } from './bitcoin/bitcoin.js'
import type { NativeCurrency } from './bitcoin/network.js'
import type { RunningRelay, StartRelayOptions } from './relay/control.js'
import { startRelay } from './relay/relay.js'
import type { RunningSolana, StartSolanaOptions } from './solana/runSolana.js'
import { startSolana } from './solana/solana.js'
import { ensureWorld } from './world/ensureWorld.js'
import { multicall3Address, type WorldTokens, worldChainIds, worldTokens } from './world/world.js'

export type StartDevnetOptions = {
  /** Preferred ports, one per chain in order; busy or missing ones become free ones. */
  readonly ports?: readonly number[] | undefined
  /** Chain ids. Default 31337 and 31338; every other id gets the same world under a name of its own. */
  readonly chains?: readonly number[] | undefined
  /** Whether to start the Solana network too, or with which options. */
  readonly solana?: boolean | StartSolanaOptions | undefined
  /** Whether to start the Bitcoin network too, or with which options. It needs bitcoind. */
  readonly bitcoin?: boolean | StartBitcoinOptions | undefined
  /** Whether to start a relay for WalletConnect too, or with which options. */
  readonly relay?: boolean | StartRelayOptions | undefined
  /** Whether to start a bundler and a paymaster for the smart accounts of all EVM chains too. */
  readonly accounts?: boolean | undefined
}

export type DevnetChain = {
  readonly id: number
  readonly name: string
  readonly rpcUrl: string
  readonly port: number
  readonly pid: number
  readonly nativeCurrency: NativeCurrency
  readonly tokens: WorldTokens
  readonly multicall3: Address
  /** Where accounts were asked for: who includes operations of smart accounts, and who pays for them. */
  readonly bundlerUrl?: string | undefined
  readonly paymasterUrl?: string | undefined
}

export type Devnet = {
  readonly chains: readonly [DevnetChain, ...DevnetChain[]]
  /** Where it was asked for. */
  readonly solana: RunningSolana | undefined
  /** Where it was asked for. */
  readonly bitcoin: RunningBitcoin | undefined
  /** Where it was asked for. */
  readonly relay: RunningRelay | undefined
  /** Where accounts were asked for. */
  readonly bundler: RunningBundler | undefined
  readonly paymaster: RunningPaymaster | undefined
  /** Settles with the id of the first chain that is gone, or with `bitcoin`. */
  readonly exited: Promise<number | 'bitcoin'>
  /** Ends every chain and waits until all are gone. May be called often. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the local chains: EVM ones with the prebuilt world and, where asked for, Solana and Bitcoin. A state that a test
 * makes is gone after `stop()`.
 */
export async function startDevnet(options: StartDevnetOptions = {}): Promise<Devnet> {
  const { ports = [], chains = worldChainIds, solana, bitcoin, relay, accounts = false } = options
  if (chains.length === 0) throw new Error('A devnet needs at least one chain')
  const world = await ensureWorld()
  const started: { stop(): Promise<void> }[] = []
  const start = async <Part extends { stop(): Promise<void> }>(part: Promise<Part>): Promise<Part> => {
    const running = await part
    started.push(running)
    return running
  }
  const anvils = chains.map((chainId, index) =>
    start(startAnvil({ chainId, port: ports[index], state: stateFile(world, chainId) })),
  )
  const solanaStart = solana ? start(startSolana(solana === true ? {} : solana)) : undefined
  const bitcoinStart = bitcoin ? start(startBitcoin(bitcoin === true ? {} : bitcoin)) : undefined
  const relayStart = relay ? start(startRelay(relay === true ? {} : relay)) : undefined
  const outcomes = await Promise.allSettled([...anvils, solanaStart, bitcoinStart, relayStart])
  const stop = async (): Promise<void> => void (await Promise.all(started.map((part) => part.stop())))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  const nodes = await Promise.all(anvils)
  const [runningSolana, runningBitcoin, runningRelay] = await Promise.all([solanaStart, bitcoinStart, relayStart])
  const plain = nodes.map(describe)
  const { bundler, paymaster }: Partial<Accounts> = accounts
    ? await startAccounts(plain, start).catch(async (cause: unknown) => {
        await stop()
        throw cause
      })
    : {}
  const [first, ...others] = plain.map((chain) => ({
    ...chain,
    ...(bundler && { bundlerUrl: bundler.toUrl(chain.id) }),
    ...(paymaster && { paymasterUrl: paymaster.toUrl(chain.id) }),
  }))
  if (!first) throw new Error('A devnet needs at least one chain')
  const exits: Promise<number | 'bitcoin'>[] = nodes.map((node) => node.exited.then(() => node.chainId))
  if (runningBitcoin) exits.push(runningBitcoin.exited.then(() => 'bitcoin'))
  return {
    chains: [first, ...others],
    solana: runningSolana,
    bitcoin: runningBitcoin,
    relay: runningRelay,
    bundler,
    paymaster,
    exited: Promise.race(exits),
    stop,
  }
}

type Accounts = { readonly bundler: RunningBundler; readonly paymaster: RunningPaymaster }

async function startAccounts(
  chains: readonly DevnetChain[],
  start: <Part extends { stop(): Promise<void> }>(part: Promise<Part>) => Promise<Part>,
): Promise<Accounts> {
  return { bundler: await start(startBundler({ chains })), paymaster: await start(startPaymaster({ chains })) }
}

function stateFile(world: string, chainId: number): string {
  const own = join(world, `${chainId}.json`)
  return existsSync(own) ? own : join(world, `${worldChainIds[0]}.json`)
}

function describe({ chainId, url, port, pid }: RunningAnvil): DevnetChain {
  const names: Readonly<Record<number, string>> = { 31337: 'Latchkey Local One', 31338: 'Latchkey Local Two' }
  return {
    id: chainId,
    name: names[chainId] ?? `Latchkey Local ${chainId}`,
    rpcUrl: url,
    port,
    pid,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: worldTokens,
    multicall3: multicall3Address,
  }
}
