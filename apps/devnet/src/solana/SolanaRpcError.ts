export type SolanaRpcErrorOptions = {
  /** -32700 to -32600 of JSON-RPC, -32001 to -32019 of Solana. Default -32602: the parameters are wrong. */
  readonly code?: number
  readonly data?: unknown
  readonly cause?: unknown
}

/** What a node refuses, as JSON-RPC tells it. */
export class SolanaRpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(message: string, { code = -32_602, data, cause }: SolanaRpcErrorOptions = {}) {
    super(message, { cause })
    this.name = 'SolanaRpcError'
    this.code = code
    this.data = data
  }
}
