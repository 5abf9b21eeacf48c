/** A call that the relay refuses, told to the client as a JSON-RPC error. */
export class RelayCallError extends Error {
  override readonly name = 'RelayCallError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
