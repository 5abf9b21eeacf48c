import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The wallet supports none of the requested chains. [S8.45] */
export class ChainsNotSupportedError extends LatchkeyError {
  override readonly name = 'ChainsNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('CHAINS_NOT_SUPPORTED', 'The connector does not support any of the requested chains', options)
  }
}

/** No connector of the modal can pair. [S8.47] */
export class NoWalletConnectError extends LatchkeyError {
  override readonly name = 'NoWalletConnectError'
  constructor() {
    super('NO_WALLETCONNECT', 'WalletConnectConnector not found', {
      details: 'Add walletConnect() to `adapters`, and keep `enableWalletConnect` enabled.',
    })
  }
}

/** The pairing code has expired; a new one is needed. [S8.49] */
export class PairingExpiredError extends LatchkeyError {
  override readonly name = 'PairingExpiredError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PAIRING_EXPIRED', 'Proposal expired', options)
  }
}

/** The session with the wallet was deleted or never existed. [S8.49] */
export class SessionNotFoundError extends LatchkeyError {
  override readonly name = 'SessionNotFoundError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SESSION_NOT_FOUND', 'The session with the wallet is missing or was deleted.', options)
  }
}

/** The session with the wallet has expired, or this device's clock is wrong and the relay rejected it. [S8.23] */
export class SessionExpiredError extends LatchkeyError {
  override readonly name = 'SessionExpiredError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SESSION_EXPIRED', 'Session Expired', options)
  }
}

/** The wallet has not approved this method, event or chain for the session. Nothing was sent. [S5.20] [S8.50] [S8.51] */
export class NotApprovedError extends LatchkeyError {
  override readonly name = 'NotApprovedError'
  constructor({ what, ...options }: LatchkeyErrorOptions & { readonly what: string }) {
    super('NOT_APPROVED', `The wallet has not approved ${what}.`, options)
  }
}

/** The request includes chains of several namespaces. [S8.53] */
export class MultiNamespaceRequestError extends LatchkeyError {
  override readonly name = 'MultiNamespaceRequestError'
  constructor(options?: LatchkeyErrorOptions) {
    super('MULTI_NAMESPACE_REQUEST', 'Multi-namespace requests not supported', options)
  }
}

/** Signing in while connecting works on EVM networks only, and in one namespace at a time. [S5.21] [S8.54] */
export class AuthChainsNotSupportedError extends LatchkeyError {
  override readonly name = 'AuthChainsNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('AUTH_CHAINS_NOT_SUPPORTED', 'Only eip155 supported for authenticated sessions', options)
  }
}

/**
 * The relay between page and wallet can't be reached: offline, blocked, or it refuses this page; `details` is the
 * reason.
 */
export class RelayUnreachableError extends LatchkeyError {
  override readonly name = 'RelayUnreachableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('RELAY_UNREACHABLE', 'The relay to the wallet cannot be reached.', options)
  }
}
