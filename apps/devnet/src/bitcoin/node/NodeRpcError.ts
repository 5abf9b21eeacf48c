/** What bitcoind refuses, with its own code and words. */
export class NodeRpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'NodeRpcError'
    this.code = code
  }
}
