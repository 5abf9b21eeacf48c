import { FrameRequestError, VaultError } from '../errors.js'
import { postJson } from '../session/vault.js'

export type NodeCall = {
  /** CAIP-2. */
  readonly chain: string
  readonly method: string
  readonly params?: unknown
  /** The app's own node. The site contacts it only if it is configured there. */
  readonly rpcUrl?: string | undefined
  readonly signal: AbortSignal
}

/** Calls a node of a network, through this site. Rejects with the node's error. */
export type CallNode = (call: NodeCall) => Promise<unknown>

type RpcReply =
  | { readonly result: unknown }
  /** `code` is a number if the node set it, else one of the site's codes. */
  | { readonly error: { readonly code: number | string; readonly message: string } }

/** Milliseconds. */
const nodeTimeout = 15_000

export type NodeOptions = {
  readonly fetch: typeof fetch
  readonly project: string
  /** The app's node for the network of the page's address, for calls that name none. */
  readonly start?: { readonly chain: string; readonly rpcUrl: string } | undefined
}

export function createNode({ fetch, project, start }: NodeOptions): CallNode {
  return async ({ chain, method, params, signal, ...call }) => {
    const isOwn = chain === start?.chain && !method.startsWith('pm_')
    const rpcUrl = call.rpcUrl ?? (isOwn ? start?.rpcUrl : undefined)
    const body = {
      chain,
      method,
      ...(params !== undefined && { params }),
      ...(rpcUrl !== undefined && { rpcUrl }),
      // all apps share the same nodes
      ...(method.startsWith('pm_') && { project }),
    }
    const answer = await postJson<RpcReply>('/v1/rpc', { body, timeout: nodeTimeout, signal, fetch })
    if ('result' in answer) return answer.result
    const { code, message } = answer.error
    throw new FrameRequestError(message, { code: toRpcCode(code) })
  }
}

/**
 * Sends a signed transaction or operation. Sends it again, once, if the response was lost: the same bytes are the same transaction, so
 * nothing is paid twice. [F31]
 */
export async function broadcast(callNode: CallNode, call: NodeCall): Promise<unknown> {
  try {
    return await callNode(call)
  } catch (cause) {
    call.signal.throwIfAborted()
    const isLost = cause instanceof VaultError || (cause instanceof FrameRequestError && cause.code === noAnswer)
    if (!isLost) throw cause
    return callNode(call)
  }
}

/** JSON-RPC: internal error. Also reported if no node of the network answers. */
const noAnswer = -32603

function toRpcCode(code: number | string): number {
  if (typeof code === 'number') return code
  return code === 'UNKNOWN_PAYMASTER' ? 5700 : noAnswer
}
