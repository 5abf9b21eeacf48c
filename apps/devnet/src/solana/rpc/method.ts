/** One JSON-RPC method: takes the positional parameters as they came, throws a `SolanaRpcError`. */
export type Method = (...params: readonly unknown[]) => unknown

export type Methods = Readonly<Record<string, Method>>
