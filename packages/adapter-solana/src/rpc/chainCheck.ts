import { type Env, isRecord, type Network } from '@latchkey/core'
import { RpcChainMismatchError, readText } from '@latchkey/core/plugin'

/** Checks whether nodes are on the chain of their network. */
export type ChainCheck = {
  /** Whether the node is on another chain. Such a node isn't asked again. */
  isForeign(network: Network, url: string): boolean
  /** An env whose `fetch` verifies each node's chain once, before a reply counts. */
  guard(network: Network, method: string): Env
}

/** Calls that must not be sent to a node of another chain. */
const writeMethods: readonly string[] = ['sendTransaction']

/** Characters of the genesis hash that identify a chain (CAIP-30). */
const referenceLength = 32

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' })

/**
 * Compares the genesis hash of a node's chain with the network's id. Networks with another kind of id, and nodes that don't
 * report their genesis hash, can't be checked and are trusted. [F33]
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
      // the check is repeated with the next call
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

/** The host only, as the rest of a URL may include a key. */
function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'The endpoint'
}
