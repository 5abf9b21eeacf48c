import type { RpcCall, RpcFault } from './fault.js'

type Reply = { readonly id?: unknown; readonly result?: unknown; readonly error?: unknown }

/** What a faulty node would have made of the right replies; `calls` are the requests that they answer. */
export function alterReplies(fault: RpcFault, calls: readonly RpcCall[], replies: readonly Reply[]): readonly Reply[] {
  const methodOf = (reply: Reply): string | undefined => calls.find(({ id }) => id === reply.id)?.method
  if (fault.kind === 'chainId') {
    return replies.map((reply) => {
      const method = methodOf(reply)
      if (method === 'eth_chainId') return { ...reply, result: `0x${fault.chainId.toString(16)}` }
      return method === 'net_version' ? { ...reply, result: String(fault.chainId) } : reply
    })
  }
  if (fault.kind === 'staleBlock') {
    return replies.map((reply) => {
      const method = methodOf(reply)
      if (method === 'eth_blockNumber') return { ...reply, result: behind(reply.result, fault.behind) }
      if (method !== 'eth_getBlockByNumber' || !isBlock(reply.result)) return reply
      return { ...reply, result: { ...reply.result, number: behind(reply.result.number, fault.behind) } }
    })
  }
  if (fault.kind !== 'batch') return replies
  if (fault.shape === 'partial') return replies.slice(0, Math.floor(replies.length / 2))
  if (fault.shape === 'shuffled') return [...replies].reverse()
  return replies.map((reply, index) => (index === 0 ? { ...reply, id: undefined } : reply))
}

function behind(height: unknown, blocks: number): string {
  return `0x${Math.max(0, Number(height) - blocks).toString(16)}`
}

function isBlock(value: unknown): value is { readonly number: string } {
  return typeof value === 'object' && value !== null && 'number' in value
}
