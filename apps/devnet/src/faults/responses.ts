import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { forwardToNode, type ParsedExchange, type ProxiedRequest } from './exchange.js'
import type { RpcCall, RpcFault } from './faults.js'

type Exchange = {
  /** URL of this request at the real node. */
  readonly url: string
  readonly request: ProxiedRequest
  readonly parsed: ParsedExchange
  readonly fault: RpcFault | undefined
  readonly response: ServerResponse
}

/** Responds to an HTTP request as the node would, or as the fault specifies. */
export async function handleExchange({ url, request, parsed, fault, response }: Exchange): Promise<void> {
  const { calls, form } = parsed
  const send = (status: number, contentType: string, body: string): void =>
    void response.writeHead(status, { 'content-type': contentType }).end(body)
  const sendReplies = (replies: readonly unknown[]): void =>
    send(200, 'application/json', JSON.stringify(form === 'batch' ? replies : replies[0]))

  switch (fault?.kind) {
    case 'hang':
      return
    case 'status':
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
      return
    case 'html':
      return send(200, 'text/html', '<!doctype html><title>Bad gateway</title>')
    case 'error':
      if (form === 'path') return send(400, 'text/plain', fault.error.message)
      return sendReplies(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: fault.error })))
    case 'batch':
      if (fault.shape !== 'refused' || form !== 'batch') break
      return send(200, 'application/json', JSON.stringify({ jsonrpc: '2.0', id: null, error: noBatches }))
    case 'cut':
      if (fault.when === 'after') await forwardToNode(url, request)
      response.socket?.destroy()
      return
    case 'delay':
      await sleep(fault.ms)
      break
    default: // other faults alter the response below
  }

  const answer = await forwardToNode(url, request)
  if (!answer) return send(502, 'text/plain', 'The node does not answer')
  const { status, contentType, body } = answer
  if (fault?.kind === 'truncated') return send(status, contentType, body.slice(0, body.length / 2))
  if (!fault || status !== 200) return send(status, contentType, body)
  if (form === 'path') return send(status, contentType, alterPath(fault, parsed, body))
  sendReplies(alterReplies(fault, calls, form === 'batch' ? JSON.parse(body) : [JSON.parse(body)]))
}

const noBatches = { code: -32600, message: 'Batches are not supported.' }

type RpcResponse = { readonly id?: unknown; readonly result?: unknown; readonly error?: unknown }

/** Alters correct responses as a faulty node would; `calls` are the requests. */
function alterReplies(
  fault: RpcFault,
  calls: readonly RpcCall[],
  replies: readonly RpcResponse[],
): readonly RpcResponse[] {
  const methodOf = (reply: RpcResponse): string | undefined => calls.find(({ id }) => id === reply.id)?.method
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
  if (fault.kind !== 'batch' || fault.shape === 'refused') return replies
  if (fault.shape === 'partial') return replies.slice(0, Math.floor(replies.length / 2))
  if (fault.shape === 'shuffled') return [...replies].reverse()
  return replies.map((reply, index) => (index === 0 ? { ...reply, id: undefined } : reply))
}

/** Chain ids by method. */
function toChainNames(chainId: number | string): Readonly<Record<string, string>> {
  if (typeof chainId === 'string') return { getGenesisHash: chainId }
  return { eth_chainId: `0x${chainId.toString(16)}`, net_version: String(chainId) }
}

/** Alters a correct response as a faulty Esplora server would: another chain, or an old state. */
function alterPath(fault: RpcFault, { calls }: ParsedExchange, body: string): string {
  const [call] = calls
  const [id] = Array.isArray(call?.params) ? (call.params as readonly unknown[]) : []
  if (fault.kind === 'chainId' && call?.method === 'GET /block-height/:id' && id === '0') return String(fault.chainId)
  if (fault.kind === 'staleBlock' && call?.method === 'GET /blocks/tip/height')
    return String(Math.max(0, Number(body) - fault.behind))
  return body
}

type Facts = Readonly<Record<string, unknown>>

/** The result as of some blocks earlier. */
function toStaleResult(method: string | undefined, result: unknown, blocks: number): unknown {
  const earlier = (height: unknown): number => Math.max(0, Number(height) - blocks)
  const earlierHex = (height: unknown): string => `0x${earlier(height).toString(16)}`
  if (method === 'eth_blockNumber') return earlierHex(result)
  if (method === 'getSlot' || method === 'getBlockHeight') return earlier(result)
  if (!isFacts(result)) return result
  if (method === 'eth_getBlockByNumber') return { ...result, number: earlierHex(result['number']) }
  // other Solana results include their slot
  const { context, value } = result
  if (!isFacts(context)) return result
  const lifetime =
    method === 'getLatestBlockhash' && isFacts(value)
      ? { value: { ...value, lastValidBlockHeight: earlier(value['lastValidBlockHeight']) } }
      : {}
  return { ...result, ...lifetime, context: { ...context, slot: earlier(context['slot']) } }
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null
}
