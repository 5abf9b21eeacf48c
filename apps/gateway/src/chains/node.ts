import { isLatchkeyError, parseCaipNetworkId } from '@latchkey/core'
import {
  createEnv,
  type NodeReply,
  RpcChainMismatchError,
  RpcFailedError,
  requestNode,
  waitFor,
} from '@latchkey/core/plugin'
import { z } from 'zod'
import { NodeError } from '../errors.js'
import { withNodeDeadline } from '../http/upstream.js'

type NodeCall = {
  readonly method: string
  readonly params?: readonly unknown[] | undefined
  readonly signal: AbortSignal
}

export type Node = {
  /**
   * Checks that the node serves the configured chain, by its chain id, or by its genesis block on Solana and Bitcoin. The result is
   * valid for a second. Resolves with the node's URL. Throws `RPC_CHAIN_MISMATCH`, or as `call` does.
   */
  readonly verify: (signal: AbortSignal) => Promise<string>
  /**
   * Calls a verified node. Throws `RPC_FAILED` or `TIMED_OUT` if it does not respond, `NodeError` for its JSON-RPC errors, and
   * `RPC_CHAIN_MISMATCH` if it serves another chain.
   */
  readonly call: (call: NodeCall) => Promise<unknown>
  /** Sends several calls in one request. Results keep their order; rejects with the first error. */
  readonly batch: (
    calls: readonly Omit<NodeCall, 'signal'>[],
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly unknown[]>
  /** Requests a path of a verified Esplora server, e.g. `/blocks/tip/height`. Throws as `call` does. */
  readonly get: (path: string, signal: AbortSignal) => Promise<NodeReply>
  /** Reads the height of the latest block, on Solana the slot. */
  readonly readHead: (signal: AbortSignal) => Promise<number>
}

const rpcResponse = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullish(),
})

type CreateNodeOptions = {
  readonly url: string
  readonly caipNetworkId: string
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  /** Aborted when the gateway stops. */
  readonly ended: AbortSignal
}

/** Milliseconds for which a node counts as verified: the server behind a URL may change at any time. */
const verificationLifetime = 1_000

/** Milliseconds for a verification, which others wait for. A node may ask for a longer pause. */
const verificationTimeout = 5_000

/**
 * Creates a client of a node: JSON-RPC, or Esplora on Bitcoin. Retries lost connections and overloaded nodes, with 10 s per attempt.
 * Responses are only used if the node serves the chain.
 */
export function createNode({ url, caipNetworkId, fetch, now, ended }: CreateNodeOptions): Node {
  const env = createEnv({ fetch, now })
  const { namespace, reference = '' } = parseCaipNetworkId(caipNetworkId) ?? {}
  // monotonic, unlike the clock of the options
  let verifiedAt = Number.NEGATIVE_INFINITY
  let verifying: Promise<void> | undefined
  const getPath = (path: string, signal: AbortSignal): Promise<NodeReply> =>
    requestNode(env, { urls: [`${url.replace(/\/$/, '')}${path}`], signal })
  const readIdentity = async (signal: AbortSignal): Promise<string> => {
    if (namespace === 'bip122') return (await getPath('/block-height/0', signal)).text.trim().slice(0, 32)
    const method = namespace === 'solana' ? 'getGenesisHash' : 'eth_chainId'
    const result = parseResult(await send({ jsonrpc: '2.0', id: 1, method, params: [] }, signal))
    if (namespace === 'solana') return String(result).slice(0, 32)
    return /^0x[\da-f]{1,16}$/i.test(String(result)) ? BigInt(String(result)).toString() : String(result).slice(0, 64)
  }
  const verifyNow = async (): Promise<void> => {
    const start = performance.now()
    const identity = await withNodeDeadline({ signal: ended, milliseconds: verificationTimeout }, readIdentity)
    if (identity !== reference)
      throw new RpcChainMismatchError({ details: `The node of ${caipNetworkId} serves another chain: ${identity}.` })
    verifiedAt = start
  }
  const verify = async (signal: AbortSignal): Promise<string> => {
    if (performance.now() - verifiedAt < verificationLifetime) return url
    // concurrent callers share one check, which continues when the first of them aborts
    verifying ??= verifyNow().finally(() => {
      verifying = undefined
    })
    await waitFor(verifying, { env, signal })
    return url
  }
  /** Verifies the node while the request is running. */
  const verified = async <value>(request: Promise<value>, signal: AbortSignal): Promise<value> => {
    try {
      const [reply] = await Promise.all([request, verify(signal)])
      return reply
    } catch (cause) {
      // after a reconnection it may be another server
      if (isLatchkeyError(cause)) verifiedAt = Number.NEGATIVE_INFINITY
      throw cause
    }
  }
  const send = async (value: unknown, signal: AbortSignal): Promise<unknown> => {
    const { status, text } = await requestNode(env, { urls: [url], body: JSON.stringify(value), signal })
    const parsed = parseJson(text)
    if (parsed === undefined) throw new RpcFailedError({ details: `The node returned ${status} without JSON.` })
    return parsed
  }
  const call: Node['call'] = async ({ method, params = [], signal }) => {
    // a transaction must not reach another chain; a read can be discarded afterwards
    if (/^(eth_send|send|requestAirdrop)/.test(method)) await verify(signal)
    return parseResult(await verified(send({ jsonrpc: '2.0', id: 1, method, params }, signal), signal))
  }
  const get: Node['get'] = (path, signal) => verified(getPath(path, signal), signal)
  return {
    verify,
    call,
    get,
    async readHead(signal) {
      if (namespace === 'bip122') return toHeight((await get('/blocks/tip/height', signal)).text)
      const method = namespace === 'solana' ? 'getSlot' : 'eth_blockNumber'
      return toHeight(await call({ method, signal }))
    },
    async batch(calls, { signal }) {
      if (calls.length === 0) return []
      const value = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }))
      const parsed = z.array(rpcResponse).safeParse(await verified(send(value, signal), signal))
      if (!parsed.success) throw new RpcFailedError({ cause: parsed.error })
      const byId = new Map(parsed.data.map((one) => [one.id, one]))
      return calls.map((_, id) => parseResult(byId.get(id)))
    },
  }
}

function parseResult(value: unknown): unknown {
  const { success, data, error } = rpcResponse.safeParse(value)
  if (!success) throw new RpcFailedError({ cause: error })
  if (data.error) throw new NodeError(data.error.message, { rpcCode: data.error.code, data: data.error.data })
  return data.result
}

function toHeight(value: unknown): number {
  const text = String(value).trim()
  if (/^(\d{1,15}|0x[\da-f]{1,12})$/i.test(text)) return Number(text)
  throw new RpcFailedError({ details: 'The node returned no height.' })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the status says more than the syntax error
  }
}
