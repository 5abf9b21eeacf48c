import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The other side did not respond in time. */
export class TimedOutError extends LatchkeyError {
  override readonly name = 'TimedOutError'
  constructor(options?: LatchkeyErrorOptions) {
    super('TIMED_OUT', 'The request timed out.', options)
  }
}

/** The user closed the modal while it waited for the wallet. [S8.3] */
export class ModalClosedError extends LatchkeyError {
  override readonly name = 'ModalClosedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('MODAL_CLOSED', 'Modal closed', options)
  }
}

/** The user declined to connect. [S8.4] */
export class ConnectionRejectedError extends LatchkeyError {
  override readonly name = 'ConnectionRejectedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('CONNECTION_REJECTED', 'Connection rejected', options)
  }
}

/** The wallet failed with an unknown error; `cause` is what it threw. [S8.5] */
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

/** The wallet's response violates its standard. */
export class InvalidWalletReplyError extends LatchkeyError {
  override readonly name = 'InvalidWalletReplyError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_WALLET_REPLY', 'The wallet returned an invalid response.', options)
  }
}

/** The connector or adapter doesn't support this feature. */
export class FeatureNotSupportedError extends LatchkeyError {
  override readonly name = 'FeatureNotSupportedError'
  constructor({ feature, by }: { readonly feature: string; readonly by: string }) {
    super('FEATURE_NOT_SUPPORTED', `${by} does not support "${feature}".`)
  }
}

/** An action was called before `modal.start()` or after `modal.destroy()`. [S8.41] */
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

/** The connection has ended here, but the wallet did not confirm it. [S8.13] [S8.44] */
export class DisconnectFailedError extends LatchkeyError {
  override readonly name = 'DisconnectFailedError'
  /** `chains`: the namespaces that failed, if all were disconnected. */
  constructor({ chains, ...options }: LatchkeyErrorOptions & { readonly chains?: readonly string[] | undefined } = {}) {
    const text = chains ? `Failed to disconnect chains: ${chains.join(', ')}` : 'Failed to disconnect'
    super('DISCONNECT_FAILED', text, options)
  }
}

/** Connections with this status can't be switched to. [S4.7] [S8.12] */
export class InvalidConnectionStatusError extends LatchkeyError {
  override readonly name = 'InvalidConnectionStatusError'
  constructor({ status }: { readonly status: string }) {
    super('INVALID_CONNECTION_STATUS', `Invalid connection status: ${status}`)
  }
}

/** The call needs several wallets at once, and `multiWallet` is disabled. [S4.20] */
export class MultiWalletOffError extends LatchkeyError {
  override readonly name = 'MultiWalletOffError'
  constructor() {
    super('MULTI_WALLET_OFF', 'Multiple wallets are disabled', {
      details: 'Enable them with `features: { multiWallet: true }`.',
    })
  }
}

/** The call needs a connected account. */
export class NotConnectedError extends LatchkeyError {
  override readonly name = 'NotConnectedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('NOT_CONNECTED', 'No wallet is connected.', options)
  }
}

/** The wallet's account is no longer the one that the request was made for. */
export class AccountChangedError extends LatchkeyError {
  override readonly name = 'AccountChangedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('ACCOUNT_CHANGED', 'The wallet has switched to another account.', options)
  }
}
