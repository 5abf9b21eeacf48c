import { type CaipNetworkId, isRecord, type PluginContext } from '@latchkey/core'
import { RpcFailedError, RpcUrlMissingError, requestNode, toLatchkeyError } from '@latchkey/core/plugin'

/**
 * Asks the network's own nodes, in their order. Throws `RPC_URL_MISSING` [S8.52], `TIMED_OUT`, `RPC_FAILED` or what the node
 * answers.
 */
export async function readFromNode(
  { env, signal, getNetworks }: Pick<PluginContext, 'env' | 'signal' | 'getNetworks'>,
  caipNetworkId: CaipNetworkId,
  { method, params = [] }: { readonly method: string; readonly params?: readonly unknown[] | undefined },
): Promise<unknown> {
  const network = getNetworks().find((known) => known.caipNetworkId === caipNetworkId)
  const [first, ...others] = network?.rpcUrls.default.http ?? []
  if (!first) throw new RpcUrlMissingError({ caipNetworkId })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { status, text } = await requestNode(env, { urls: [first, ...others], body, signal })
  const reply = parse(text)
  if (!reply) throw new RpcFailedError({ details: `${method}: HTTP status ${status}, no JSON-RPC.` })
  const { error, result } = reply
  if (error !== undefined && error !== null) throw toLatchkeyError(error)
  return result
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && ('result' in value || 'error' in value) ? value : null
  } catch {
    return null // a page of a proxy, or half a reply
  }
}
