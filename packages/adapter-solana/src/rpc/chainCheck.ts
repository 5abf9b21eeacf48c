import { type Env, isRecord, type Network } from '@latchkey/core'
import { RpcChainMismatchError, readText } from '@latchkey/core/plugin'

/** Whether nodes are on the chain that their network says. */
export type ChainCheck = {
  /** Whether the node turned out to be on another chain: it is not asked again then. */
  isForeign(network: Network, url: string): boolean
  /** The outside with a fetch that asks each node once for its chain, before its word counts. */
  guard(network: Network, method: string): Env
}

/** Calls that a node of another chain must not even see. */
const writeMethods: readonly string[] = ['sendTransaction']

/** CAIP-30: so much of the hash of a chain's first block names it. */
const referenceLength = 32

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' })

/**
 * Compares the first block of a node's chain with the id of the network. Networks whose id is no such hash, and nodes
 * that do not tell theirs, cannot be checked and are taken at their word. [F33]
 */
export function createChainCheck(env: Env): ChainCheck {
  const seen = new Map<string, 'right' | 'foreign'>()
  const toKey = ({ caipNetworkId }: Network, url: string): string => `${caipNetworkId} ${url}`

  const verify = async (network: Network, url: string, init: RequestInit | undefined): Promise<void> => {
    const [, reference = ''] = network.caipNetworkId.split(':')
    if (reference.length !== referenceLength) return
    const key = toKey(network, url)
    if (!seen.has(key)) {
      const response = await env.fetch(url, { ...init, body })
      // nodes that are busy are asked again with the next call
      if (!response.ok) return
      const genesis = parseGenesis(await readText(response))
      seen.set(key, genesis?.startsWith(reference) === false ? 'foreign' : 'right')
    }
    if (seen.get(key) === 'foreign')
      throw new RpcChainMismatchError({ details: `${toHost(url)} is not on ${network.caipNetworkId}.` })
  }

  return {
    isForeign: (network, url) => seen.get(toKey(network, url)) === 'foreign',
    guard: (network, method) => ({
      ...env,
      async fetch(input, init) {
        const url = String(input)
        if (writeMethods.includes(method)) {
          await verify(network, url, init)
          return env.fetch(url, init)
        }
        const [response] = await Promise.all([env.fetch(url, init), verify(network, url, init)])
        return response
      },
    }),
  }
}

function parseGenesis(text: string): string | undefined {
  try {
    const reply: unknown = JSON.parse(text)
    const genesis = isRecord(reply) ? reply['result'] : undefined
    return typeof genesis === 'string' ? genesis : undefined
  } catch {
    return undefined // not a reply
  }
}

/** The rest of a URL may hold a key. */
function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'The endpoint'
}
