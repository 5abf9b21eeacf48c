import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** None of the chains that were asked for is one that the wallet can do. [S8.45] */
export class ChainsNotSupportedError extends LatchkeyError {
  override readonly name = 'ChainsNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('CHAINS_NOT_SUPPORTED', 'The connector does not support any of the requested chains', options)
  }
}

/** No connector of this modal can pair. [S8.47] */
export class NoWalletConnectError extends LatchkeyError {
  override readonly name = 'NoWalletConnectError'
  constructor() {
    super('NO_WALLETCONNECT', 'WalletConnectConnector not found', {
      details: 'Add walletConnect() to `adapters`, and leave `enableWalletConnect` on.',
    })
  }
}

/** The code was shown for too long: a new one is needed. [S8.49] */
export class PairingExpiredError extends LatchkeyError {
  override readonly name = 'PairingExpiredError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PAIRING_EXPIRED', 'Proposal expired', options)
  }
}

/** The session with the wallet is not there any more: it was deleted, or never was. [S8.49] */
export class SessionNotFoundError extends LatchkeyError {
  override readonly name = 'SessionNotFoundError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SESSION_NOT_FOUND', 'The session with the wallet is missing or was deleted.', options)
  }
}

/** The session with the wallet, or the relay's trust in this page's clock, has run out. [S8.23] */
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

/** One request names chains of several families. [S8.53] */
export class MultiNamespaceRequestError extends LatchkeyError {
  override readonly name = 'MultiNamespaceRequestError'
  constructor(options?: LatchkeyErrorOptions) {
    super('MULTI_NAMESPACE_REQUEST', 'Multi-namespace requests not supported', options)
  }
}

/** A wallet signs in while it connects on networks of EVM, and of one chain family at a time. [S5.21] [S8.54] */
export class AuthChainsNotSupportedError extends LatchkeyError {
  override readonly name = 'AuthChainsNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('AUTH_CHAINS_NOT_SUPPORTED', 'Only eip155 supported for authenticated sessions', options)
  }
}

/** The relay between page and wallet does not answer: offline, blocked, or it refuses this page. `details` says which. */
export class RelayUnreachableError extends LatchkeyError {
  override readonly name = 'RelayUnreachableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('RELAY_UNREACHABLE', 'The relay to the wallet cannot be reached.', options)
  }
}
