import type { RpcCall, RpcFault } from './fault.js'
import { toStaleResult } from './toStaleResult.js'

type Reply = { readonly id?: unknown; readonly result?: unknown; readonly error?: unknown }

/** What a faulty node would have made of the right replies; `calls` are the requests that they answer. */
export function alterReplies(fault: RpcFault, calls: readonly RpcCall[], replies: readonly Reply[]): readonly Reply[] {
  const methodOf = (reply: Reply): string | undefined => calls.find(({ id }) => id === reply.id)?.method
  if (fault.kind === 'chainId') {
    return replies.map((reply) => {
      const named = toChainNames(fault.chainId)[methodOf(reply) ?? '']
      return named === undefined ? reply : { ...reply, result: named }
    })
  }
  if (fault.kind === 'staleBlock') {
    return replies.map((reply) =>
      reply.error === undefined
        ? { ...reply, result: toStaleResult(methodOf(reply), reply.result, fault.behind) }
        : reply,
    )
  }
  if (fault.kind !== 'batch') return replies
  if (fault.shape === 'partial') return replies.slice(0, Math.floor(replies.length / 2))
  if (fault.shape === 'shuffled') return [...replies].reverse()
  return replies.map((reply, index) => (index === 0 ? { ...reply, id: undefined } : reply))
}

/** How a node names its chain, by method. */
function toChainNames(chainId: number | string): Readonly<Record<string, string>> {
  if (typeof chainId === 'string') return { getGenesisHash: chainId }
  return { eth_chainId: `0x${chainId.toString(16)}`, net_version: String(chainId) }
}
