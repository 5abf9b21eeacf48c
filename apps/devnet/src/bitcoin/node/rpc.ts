import { readFile } from 'node:fs/promises'

/** Sends a JSON-RPC call to bitcoind. Throws `NodeRpcError` for its errors. */
export type NodeRpc = (method: string, params?: readonly unknown[]) => Promise<unknown>

type CreateNodeRpcOptions = {
  readonly port: number
  /** The node's cookie file with the credentials. */
  readonly cookieFile: string
  /** Calls this wallet. Default: the node. */
  readonly wallet?: string | undefined
}

type RpcResponse = {
  readonly result: unknown
  readonly error: { readonly code: number; readonly message: string } | null
}

export function createNodeRpc({ port, cookieFile, wallet }: CreateNodeRpcOptions): NodeRpc {
  const url = `http://127.0.0.1:${port}/${wallet === undefined ? '' : `wallet/${wallet}`}`
  return async (method, params = []) => {
    const cookie = await readFile(cookieFile, 'utf8')
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(cookie).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    if (response.status === 401) throw new Error(`Another node listens on port ${port}`)
    const { result, error } = (await response.json()) as RpcResponse
    if (error) throw new NodeRpcError(error.code, error.message)
    return result
  }
}

/** A JSON-RPC error of bitcoind. */
export class NodeRpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'NodeRpcError'
    this.code = code
  }
}
