import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayStatus } from '../api/admin.js'
import { isIndexed, type ServedChain } from '../chains/chainBook.js'
import type { GatewayContext } from '../context.js'
import { type ChainHealth, readHealth } from '../monitoring/health.js'
import { type Heartbeat, readProcesses } from '../monitoring/usage.js'

type StatusSources = Pick<GatewayContext, 'chains' | 'database' | 'providers' | 'now'> & {
  readonly heartbeat: Heartbeat | undefined
}

/** Milliseconds for the database. */
const timeout = 2_000

/** Reads the state of the chains, their nodes, the database and all processes. Never rejects because one of them is unavailable. */
export async function readStatus(sources: StatusSources, signal: AbortSignal): Promise<GatewayStatus> {
  const { chains, database, providers, heartbeat, now } = sources
  const [health, , shared] = await Promise.all([
    readHealth(sources, signal),
    Promise.all(chains.all.map(({ node }) => node.check(signal))),
    database && heartbeat ? readShared(database, { heartbeat, now: now() }) : undefined,
  ])
  return {
    now: now(),
    database: health.database ?? null,
    chains: chains.all.map((chain) => toChain(chain, health.chains[chain.caipNetworkId])),
    providers: shared?.providers ?? providers.read(),
    processes: (shared?.processes ?? []).map((one) => ({ ...one, isSelf: one.id === heartbeat?.id })),
  }
}

type Shared = Awaited<ReturnType<typeof readProcesses>>

/** Publishes this process's newest state first, so that the response includes it. Undefined if the database is unavailable. */
async function readShared(
  database: NonNullable<GatewayContext['database']>,
  { heartbeat, now }: { readonly heartbeat: Heartbeat; readonly now: number },
): Promise<Shared | undefined> {
  const read = async (): Promise<Shared> => {
    await heartbeat.beat()
    return readProcesses(database, now)
  }
  return Promise.race([
    read().catch(() => undefined), // the response says that the database is gone
    sleep(timeout, undefined, { ref: false }),
  ])
}

function toChain(chain: ServedChain, indexed: ChainHealth | undefined): GatewayStatus['chains'][number] {
  const nodes = chain.node.read()
  const preferred = nodes.find(({ isPreferred }) => isPreferred)
  const isDown = preferred?.state === 'DOWN' || preferred?.state === 'WRONG'
  const problem = preferred?.state === 'WRONG' ? 'WRONG_CHAIN' : isDown ? 'NODE_GONE' : null
  return {
    chain: chain.caipNetworkId,
    name: chain.name,
    isIndexed: isIndexed(chain),
    indexed: indexed?.indexed ?? null,
    head: indexed?.head ?? (isDown ? null : (preferred?.head ?? null)),
    lag: indexed?.lag ?? null,
    problem: indexed?.problem ?? problem,
    nodes: nodes.map(({ state, ...node }) => ({ ...node, state: state === 'WRONG' ? 'WRONG_CHAIN' : state })),
  }
}
