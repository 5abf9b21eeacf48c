import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

// Of what is connected already, or no more: apart from the faults of connecting, which the first connection needs.

/** The connection is gone here, but the wallet did not confirm that it let go. [S8.13] [S8.44] */
export class DisconnectFailedError extends LatchkeyError {
  override readonly name = 'DisconnectFailedError'
  /** `chains`: the namespaces that failed, where all were to end. */
  constructor({ chains, ...options }: LatchkeyErrorOptions & { readonly chains?: readonly string[] | undefined } = {}) {
    const text = chains ? `Failed to disconnect chains: ${chains.join(', ')}` : 'Failed to disconnect'
    super('DISCONNECT_FAILED', text, options)
  }
}

/** A connection in this status cannot be switched to. [S4.7] [S8.12] */
export class InvalidConnectionStatusError extends LatchkeyError {
  override readonly name = 'InvalidConnectionStatusError'
  constructor({ status }: { readonly status: string }) {
    super('INVALID_CONNECTION_STATUS', `Invalid connection status: ${status}`)
  }
}

/** The call is about several wallets at once, and `multiWallet` is off. [S4.20] */
export class MultiWalletOffError extends LatchkeyError {
  override readonly name = 'MultiWalletOffError'
  constructor() {
    super('MULTI_WALLET_OFF', 'Several wallets at once are off', {
      details: 'Turn them on with `features: { multiWallet: true }`.',
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

/** The account in the wallet is no longer the one that the request was made for. */
export class AccountChangedError extends LatchkeyError {
  override readonly name = 'AccountChangedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('ACCOUNT_CHANGED', 'The wallet has switched to another account.', options)
  }
}
