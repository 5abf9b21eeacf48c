import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'
import type { RpcErrorName } from './rpcCodes.js'

/** A wallet or a node answered with one of the codes that the standards define. */
export class RpcError extends LatchkeyError {
  override readonly name = 'RpcError'
  /** The code as it came: -32700 … 5760. */
  readonly rpcCode: number

  constructor(rpcCode: number, name: RpcErrorName, options?: LatchkeyErrorOptions) {
    super(name, `The request failed: ${name.toLowerCase().replaceAll('_', ' ')}.`, options)
    this.rpcCode = rpcCode
  }
}
