/** What a node refuses, as JSON-RPC tells it. Codes: -32700 to -32600 of JSON-RPC, -32001 to -32019 of Solana. */
export class SolanaRpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, { data, cause }: { data?: unknown; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'SolanaRpcError'
    this.code = code
    this.data = data
  }
}
