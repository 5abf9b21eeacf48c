/**
 * −32602: the request is invalid. 4200: this wallet never does that. [EIP-1193] [EIP-1474] For batches of calls: 5700 unsupported
 * capability, 5710 unsupported network, 5740 too many calls, 5760 not atomic. [EIP-5792]
 */
export type InvalidRequestCode = -32602 | 4200 | 5700 | 5710 | 5740 | 5760

/** Thrown if a request is rejected before the user is asked. The message is for the app's developer, and names the field. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError'
  readonly code: InvalidRequestCode

  constructor(
    message: string,
    options: { readonly code?: InvalidRequestCode | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code ?? -32602
  }
}
