/**
 * −32602: the request is wrong in itself. 4200: this wallet never does that. [EIP-1193] [EIP-1474] Of calls in a batch: 5700 a
 * capability that is not there, 5710 another network, 5740 too many calls, 5760 not as one. [EIP-5792]
 */
export type InvalidRequestCode = -32602 | 4200 | 5700 | 5710 | 5740 | 5760

/** A request that is refused before anybody is asked. The message is for the developer of the page; it names the field. */
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
