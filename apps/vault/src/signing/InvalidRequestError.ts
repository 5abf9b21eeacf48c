/** −32602: the request is wrong in itself. 4200: this wallet never does that. [EIP-1193] [EIP-1474] */
export type InvalidRequestCode = -32602 | 4200

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
