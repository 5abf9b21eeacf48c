export type ProviderRpcError = Error & { readonly code: number; readonly data?: unknown }

/** An error as EIP-1193 and EIP-1474 define it: `code`, `message`, and `data` only where there is some. */
export function createRpcError(code: number, message: string, data?: unknown): ProviderRpcError {
  return Object.assign(new Error(message), data === undefined ? { code } : { code, data })
}
