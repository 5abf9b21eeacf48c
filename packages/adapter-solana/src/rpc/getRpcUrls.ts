import type { Network } from '@latchkey/core'
import { RpcUrlMissingError } from '@latchkey/core/plugin'

/** The URLs of a network, each once: the routed one first, then the chain's own [S7.28]. Throws where it has none. */
export function getRpcUrls(network: Network): readonly [string, ...string[]] {
  const { default: first, chainDefault } = network.rpcUrls
  const [url, ...more] = new Set([...first.http, ...(chainDefault?.http ?? [])])
  if (!url) throw new RpcUrlMissingError(network)
  return [url, ...more]
}
