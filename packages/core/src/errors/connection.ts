import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The other side did not answer within its deadline. */
export class TimedOutError extends LatchkeyError {
  override readonly name = 'TimedOutError'
  constructor(options?: LatchkeyErrorOptions) {
    super('TIMED_OUT', 'No answer came in time.', options)
  }
}

/** The visitor closed the modal while it waited for the wallet. [S8.3] */
export class ModalClosedError extends LatchkeyError {
  override readonly name = 'ModalClosedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('MODAL_CLOSED', 'Modal closed', options)
  }
}

/** The visitor declined to connect. [S8.4] */
export class ConnectionRejectedError extends LatchkeyError {
  override readonly name = 'ConnectionRejectedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('CONNECTION_REJECTED', 'Connection rejected', options)
  }
}

/** The wallet failed in a way that no code explains; `cause` holds what it threw. [S8.5] */
export class ConnectorFailedError extends LatchkeyError {
  override readonly name = 'ConnectorFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('CONNECTOR_FAILED', 'Failed to connect', options)
  }
}

/** No connector has this id: not installed, not announced yet, or excluded. [S8.11] */
export class ConnectorNotFoundError extends LatchkeyError {
  override readonly name = 'ConnectorNotFoundError'
  constructor({ id }: { readonly id: string }) {
    super('CONNECTOR_NOT_FOUND', `No connector found for connection: ${id}`)
  }
}

/** The wallet answered with something that its standard does not allow. */
export class InvalidWalletReplyError extends LatchkeyError {
  override readonly name = 'InvalidWalletReplyError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_WALLET_REPLY', 'The wallet gave an answer that makes no sense.', options)
  }
}

/** The connector or adapter does not have this ability. */
export class FeatureNotSupportedError extends LatchkeyError {
  override readonly name = 'FeatureNotSupportedError'
  constructor({ feature, by }: { readonly feature: string; readonly by: string }) {
    super('FEATURE_NOT_SUPPORTED', `${by} does not support "${feature}".`)
  }
}

/** A verb was called before `modal.start()`, or after `modal.destroy()`. [S8.41] */
export class NotStartedError extends LatchkeyError {
  override readonly name = 'NotStartedError'
  constructor() {
    super('NOT_STARTED', 'No ConnectionController client found', {
      details: 'Call modal.start() first: buttons and modal.open() do it for you.',
    })
  }
}

/** No adapter for the namespace was given to `createModal`. [S8.48] */
export class AdapterNotFoundError extends LatchkeyError {
  override readonly name = 'AdapterNotFoundError'
  constructor({ namespace }: { readonly namespace: string }) {
    super('ADAPTER_NOT_FOUND', `Adapter for namespace ${namespace} doesn't exist`)
  }
}
