import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from 'viem'
import { type RunningAnvil, startAnvil } from './anvil/startAnvil.js'
import { ensureWorld } from './world/ensureWorld.js'
import { multicall3Address, type WorldTokens, worldChainIds, worldTokens } from './world/world.js'

export type StartDevnetOptions = {
  /** Preferred ports, one per chain in order; busy or missing ones become free ones. */
  readonly ports?: readonly number[] | undefined
  /** Chain ids. Default 31337 and 31338; every other id gets the same world under a name of its own. */
  readonly chains?: readonly number[] | undefined
}

export type DevnetChain = {
  readonly id: number
  readonly name: string
  readonly rpcUrl: string
  readonly port: number
  readonly pid: number
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly tokens: WorldTokens
  readonly multicall3: Address
}

export type Devnet = {
  readonly chains: readonly [DevnetChain, ...DevnetChain[]]
  /** Settles with the id of the first chain that is gone. */
  readonly exited: Promise<number>
  /** Ends every chain and waits until all are gone. May be called often. */
  readonly stop: () => Promise<void>
}

/** Starts the local chains, each with the prebuilt world. A state that a test makes is gone after `stop()`. */
export async function startDevnet({ ports = [], chains = worldChainIds }: StartDevnetOptions = {}): Promise<Devnet> {
  const world = await ensureWorld()
  const starts = await Promise.allSettled(
    chains.map((chainId, index) => startAnvil({ chainId, port: ports[index], state: stateFile(world, chainId) })),
  )
  const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async (): Promise<void> => void (await Promise.all(nodes.map((node) => node.stop())))
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  const [first, ...others] = nodes.map(describe)
  if (!first) throw new Error('A devnet needs at least one chain')
  const exited = Promise.race(nodes.map((node) => node.exited.then(() => node.chainId)))
  return { chains: [first, ...others], exited, stop }
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
