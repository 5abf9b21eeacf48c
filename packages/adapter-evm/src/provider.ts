/** What is used of a wallet's own interface (EIP-1193). It is foreign: every call may throw or lie. */
export type Eip1193Provider = {
  request(call: RpcCall): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => unknown): unknown
  removeListener?(event: string, listener: (payload: unknown) => unknown): unknown
}

export type RpcCall = { readonly method: string; readonly params?: readonly unknown[] | undefined }
