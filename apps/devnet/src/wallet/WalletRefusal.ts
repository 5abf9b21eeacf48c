/** An answer of the wallet that is no result: code and message of a JSON-RPC error. */
export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
