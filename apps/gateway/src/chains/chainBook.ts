import { parseCaipNetworkId } from '@latchkey/core'
import type { Address } from 'viem'
import { getSupportedChains } from '../api/accounts.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import { type GatewayChain, listNodes } from './config.js'
import { type CallableChain, type ContractMemory, createContractMemory } from './contracts.js'
import { toListedNames } from './imitations.js'
import type { Node } from './node.js'
import { createNodePool, type NodePool } from './nodePool.js'

export type ServedChain = GatewayChain &
  Pick<CallableChain, 'greedy'> & {
    readonly namespace: string
    readonly reference: string
    readonly multicall: Address
    readonly node: NodePool
    /** Tokens that didn't say all of their name, symbol and decimals when they were asked. */
    readonly unnamed: ContractMemory
    /** Names and symbols of listed tokens, which others may imitate. */
    readonly listedNames: ReadonlySet<string>
  }

/** A chain of which one node is used. */
export type PinnedChain = Omit<ServedChain, 'node'> & { readonly node: Node }

export type ChainBook = {
  /** In the configured order. */
  readonly all: readonly ServedChain[]
  readonly find: (caipNetworkId: string) => ServedChain | undefined
  /** Throws 400 `UNSUPPORTED_CHAIN` for a chain that is not served. */
  readonly get: (caipNetworkId: string) => ServedChain
}

type CreateChainBookOptions = {
  readonly chains: readonly GatewayChain[]
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  /** Aborted when the gateway stops. */
  readonly ended: AbortSignal
}

const defaultMulticall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Creates the served chains with their nodes. */
export function createChainBook({ chains, fetch, now, ended }: CreateChainBookOptions): ChainBook {
  const all = chains.map((chain): ServedChain => {
    const { namespace = '', reference = '' } = parseCaipNetworkId(chain.caipNetworkId) ?? {}
    const { caipNetworkId, maxNodeLag: maxLag } = chain
    const node = createNodePool({ urls: listNodes(chain), caipNetworkId, maxLag, fetch, now, ended })
    const { multicall = defaultMulticall } = chain
    const [greedy, unnamed] = [createContractMemory({ now }), createContractMemory({ now })]
    return { ...chain, namespace, reference, multicall, node, greedy, unnamed, listedNames: toListedNames(chain) }
  })
  const byId = new Map(all.map((chain) => [chain.caipNetworkId, chain]))
  const find: ChainBook['find'] = (id) => byId.get(id)
  return {
    all,
    find,
    get(id) {
      const chain = find(id)
      if (chain) return chain
      throw new GatewayError('Unsupported chain.', { status: 400, code: 'UNSUPPORTED_CHAIN' })
    },
  }
}

/** Whether the blocks of a chain are indexed: an EVM chain with `index` in its configuration. */
export function isIndexed({ index, namespace }: Pick<ServedChain, 'index' | 'namespace'>): boolean {
  return index !== undefined && namespace === 'eip155'
}

/** Lists the served chains. [S7.2] */
export function createSupportedChainsRoute({ all }: ChainBook): Route {
  const http = all.map(({ caipNetworkId }) => caipNetworkId)
  return createRoute(getSupportedChains, () => ({ http, ws: [] }))
}
