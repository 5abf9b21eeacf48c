/** What a node of JSON-RPC says where it refuses a call: also that a contract reverted, with `data` of the contract. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  readonly rpcCode: number
  readonly data: unknown
  constructor(message: string, { rpcCode, data }: { readonly rpcCode: number; readonly data?: unknown }) {
    super(message)
    this.rpcCode = rpcCode
    this.data = data
  }
}
