type CallRpcOptions = {
  readonly url: string
  readonly method: string
  readonly params?: readonly unknown[] | undefined
  readonly signal?: AbortSignal | undefined
}

type RpcResponse = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } }

/** Sends a JSON-RPC call over HTTP. Throws the node's errors. */
export async function callRpc({ url, method, params = [], signal }: CallRpcOptions): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    ...(signal ? { signal } : {}),
  })
  const answer = (await response.json()) as RpcResponse
  if (answer.error) throw new Error(`${method} failed with ${answer.error.code}: ${answer.error.message}`)
  return answer.result
}
