/** What a bundler or a paymaster refuses, with a code of ERC-7769 or JSON-RPC. */
export class AccountRpcError extends Error {
  override readonly name = 'AccountRpcError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
