import { parseCaipNetworkId } from '@latchkey/core'
import type { Address } from 'viem'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { type Route, toJsonResponse } from '../http/route.js'
import type { GatewayChain } from './config.js'
import { createNode, type Node } from './node.js'

export type ServedChain = GatewayChain & {
  readonly namespace: string
  readonly reference: string
  readonly multicall: Address
  readonly node: Node
}

export type ChainBook = {
  /** In the order of the configuration. */
  readonly all: readonly ServedChain[]
  readonly find: (caipNetworkId: string) => ServedChain | undefined
  /** Throws 400 `UNSUPPORTED_CHAIN` for one that is not served. */
  readonly get: (caipNetworkId: string) => ServedChain
}

type CreateChainBookOptions = {
  readonly chains: readonly GatewayChain[]
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  /** Aborted when the gateway ends. */
  readonly ended: AbortSignal
}

const defaultMulticall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The chains that are served, each with its node. */
export function createChainBook({ chains, fetch, now, ended }: CreateChainBookOptions): ChainBook {
  const all = chains.map((chain): ServedChain => {
    const { namespace = '', reference = '' } = parseCaipNetworkId(chain.caipNetworkId) ?? {}
    const node = createNode({ url: chain.rpcUrl, caipNetworkId: chain.caipNetworkId, fetch, now, ended })
    return { ...chain, namespace, reference, multicall: chain.multicall ?? defaultMulticall, node }
  })
  const byId = new Map(all.map((chain) => [chain.caipNetworkId, chain]))
  const find: ChainBook['find'] = (id) => byId.get(id)
  return {
    all,
    find,
    get(id) {
      const chain = find(id)
      if (chain) return chain
      throw new GatewayError('That chain is not served here.', { status: 400, code: 'UNSUPPORTED_CHAIN' })
    },
  }
}

/** Whether the blocks of a chain are read into the database: it was asked for, and it is of EVM. */
export function isIndexed({ index, namespace }: Pick<ServedChain, 'index' | 'namespace'>): boolean {
  return index !== undefined && namespace === 'eip155'
}

/** Which chains are served. [S7.2] */
export function createSupportedChainsRoute({ chains }: Pick<GatewayContext, 'chains'>): Route {
  const http = chains.all.map(({ caipNetworkId }) => caipNetworkId)
  return {
    method: 'GET',
    path: '/v1/supported-chains',
    answer: () => toJsonResponse({ http, ws: [] }, { maxAge: 60 }),
  }
}
