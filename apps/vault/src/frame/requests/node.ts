import { FrameRequestError } from '../errors.js'
import { postJson } from '../session/vault.js'

export type NodeAsk = {
  /** CAIP-2. */
  readonly chain: string
  readonly method: string
  readonly params?: unknown
  /** The app's own node. The site asks it only where it is set up with it. */
  readonly rpcUrl?: string | undefined
  readonly signal: AbortSignal
}

/** Asks a node of a network, through this site. Rejects with what the node refuses. */
export type AskNode = (ask: NodeAsk) => Promise<unknown>

type RpcAnswer =
  | { readonly result: unknown }
  /** `code` is a number where the node says it, else a word of the site. */
  | { readonly error: { readonly code: number | string; readonly message: string } }

/** Milliseconds. */
const nodeTimeout = 15_000

export type NodeOptions = { readonly fetch: typeof fetch; readonly project: string }

export function createNode({ fetch, project }: NodeOptions): AskNode {
  return async ({ chain, method, params, rpcUrl, signal }) => {
    const body = {
      ...{ chain, method },
      ...(params !== undefined && { params }),
      ...(rpcUrl !== undefined && { rpcUrl }),
      // of nodes all apps have the same ones
      ...(method.startsWith('pm_') && { project }),
    }
    const answer = await postJson<RpcAnswer>('/v1/rpc', { body, timeout: nodeTimeout, signal, fetch })
    if ('result' in answer) return answer.result
    const { code, message } = answer.error
    throw new FrameRequestError(message, { code: toRpcCode(code) })
  }
}

function toRpcCode(code: number | string): number {
  if (typeof code === 'number') return code
  return code === 'UNKNOWN_PAYMASTER' ? 5700 : -32603
}
