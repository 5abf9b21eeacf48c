export type ProviderRpcError = Error & { readonly code: number; readonly data?: unknown }

/** An error of EIP-1193 and EIP-1474: `code`, `message`, and optional `data`. */
export function createRpcError(code: number, message: string, data?: unknown): ProviderRpcError {
  return Object.assign(new Error(message), data === undefined ? { code } : { code, data })
}

/** The user's rejection: 4001 (EIP-1193), or 5000 (CAIP-25). */
export function createRejection(code = 4_001): ProviderRpcError {
  return createRpcError(code, code === 5_000 ? 'User rejected.' : 'User rejected the request.')
}

export type NodeRequest = {
  readonly fetch: typeof fetch
  readonly rpcUrl: string
  readonly method: string
  readonly params: unknown
}

type NodeResponse = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Sends one JSON-RPC request over HTTP. Passes on the node's errors; throws -32603 without a valid response. */
export async function requestNode({ fetch, rpcUrl, method, params }: NodeRequest): Promise<unknown> {
  const answer = await post(fetch, rpcUrl, { jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  if (answer.error) throw createRpcError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}

async function post(fetch: typeof globalThis.fetch, url: string, body: unknown): Promise<NodeResponse> {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as NodeResponse
  } catch (cause) {
    throw Object.assign(createRpcError(-32_603, 'The node is unreachable.'), { cause })
  }
}
