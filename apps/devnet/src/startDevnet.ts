import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from 'viem'
import { type RunningBundler, startBundler } from './accounts/bundler.js'
import { type RunningPaymaster, startPaymaster } from './accounts/paymaster.js'
import { type RunningAnvil, startAnvil } from './anvil/anvil.js'
import { type RunningBitcoin, type StartBitcoinOptions, startBitcoin } from './bitcoin/bitcoin.js'
import type { NativeCurrency } from './bitcoin/network.js'
import { type RunningRelay, type StartRelayOptions, startRelay } from './relay/relay.js'
import type { RunningSolana, StartSolanaOptions } from './solana/runSolana.js'
import { startSolana } from './solana/solana.js'
import { ensureWorld } from './world/ensureWorld.js'
import { multicall3Address, type WorldTokens, worldChainIds, worldTokens } from './world/world.js'

export type StartDevnetOptions = {
  /** Preferred ports, one per chain in order; busy or missing ones become free ones. */
  readonly ports?: readonly number[] | undefined
  /** Chain ids. Default: 31337 and 31338. Other ids get the same world under another name. */
  readonly chains?: readonly number[] | undefined
  /** Starts the Solana network, optionally with options. */
  readonly solana?: boolean | StartSolanaOptions | undefined
  /** Starts the Bitcoin network, optionally with options. It needs bitcoind. */
  readonly bitcoin?: boolean | StartBitcoinOptions | undefined
  /** Starts a WalletConnect relay, optionally with options. */
  readonly relay?: boolean | StartRelayOptions | undefined
  /** Starts a bundler and a paymaster for the smart accounts of all EVM chains. */
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
  /** Bundler and paymaster, with the option `accounts`. */
  readonly bundlerUrl?: string | undefined
  readonly paymasterUrl?: string | undefined
}

export type Devnet = {
  readonly chains: readonly [DevnetChain, ...DevnetChain[]]
  /** If it was requested. */
  readonly solana: RunningSolana | undefined
  /** If it was requested. */
  readonly bitcoin: RunningBitcoin | undefined
  /** If it was requested. */
  readonly relay: RunningRelay | undefined
  /** With the option `accounts`. */
  readonly bundler: RunningBundler | undefined
  readonly paymaster: RunningPaymaster | undefined
  /** Settles with the id of the first chain that exits, or with `bitcoin`. */
  readonly exited: Promise<number | 'bitcoin'>
  /** Stops all chains and waits for them. May be called more than once. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the local chains: EVM with the prebuilt world and, if requested, Solana and Bitcoin. All state is discarded at `stop()`.
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
  const names: Readonly<Record<number, string>> = { 31337: 'Local Ethereum', 31338: 'Local Base' }
  return {
    id: chainId,
    name: names[chainId] ?? `Local chain ${chainId}`,
    rpcUrl: url,
    port,
    pid,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: worldTokens,
    multicall3: multicall3Address,
  }
}
