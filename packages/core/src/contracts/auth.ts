import type { CaipNetworkId, Namespace } from '../utils/caip.js'
import type { Network } from './network.js'

/**
 * The fields of the message that a user signs to prove ownership of an address (EIP-4361, CAIP-122). Times are ISO
 * 8601. [S3.16]
 */
export type SiwxMessageFields = {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** Host of the requesting page, with its port if it has one. */
  readonly domain: string
  /** The resource that the sign-in is for: a URL of the page. */
  readonly uri: string
  readonly version: string
  /** At least 8 letters and digits, valid for one sign-in. */
  readonly nonce: string
  readonly notBefore?: string | undefined
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly requestId?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  /** The complete text, if it isn't built from the fields on demand. */
  readonly serializedMessage?: string | undefined
}

/** The message fields. `toString()` returns the exact text to sign. */
export type SiwxMessage = SiwxMessageFields & { toString(): string }

/** A valid sign-in: the fields, the signed text and its signature. [S3.17] */
export type SiwxSession = {
  readonly data: SiwxMessageFields
  readonly message: string
  /** In the usual encoding of the namespace: 0x hex on EVM, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  /** Set if the wallet signed in while connecting (CAIP-74). */
  readonly cacao?: Cacao | undefined
}

/**
 * A request to sign in with the same consent that connects, if the wallet can (`wc_sessionAuthenticate`). Other wallets
 * connect as usual. EVM only. [S4.24] [S5.21]
 */
export type PairingSignIn = {
  /** Networks to sign in on, of one namespace. */
  readonly chainIds: readonly CaipNetworkId[]
  /** Creates the message fields without the account. Called again for each code. */
  readonly createMessage: () => Promise<SiwxMessageFields>
  /** Called with the signed sessions before the pairing's promise resolves. They have not been verified. */
  readonly onSigned: (sessions: readonly SiwxSession[]) => void
}

/** A sign-in as a capability object (CAIP-74). */
export type Cacao = {
  readonly h: { readonly t: 'caip122' | 'eip4361' }
  readonly p: {
    readonly iss: string
    readonly aud: string
    readonly domain: string
    readonly version: string
    readonly nonce: string
    readonly iat: string
    readonly nbf?: string | undefined
    readonly exp?: string | undefined
    readonly statement?: string | undefined
    readonly requestId?: string | undefined
    readonly resources?: readonly string[] | undefined
  }
  readonly s: { readonly t: 'eip191' | 'eip1271'; readonly s: string; readonly m?: string | undefined }
}

export type SiwxMessageRequest = {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  readonly notBefore?: string | undefined
}

/**
 * Sign-in with a wallet under the app's control: creates messages, verifies signatures and stores sessions. Pass one as
 * the `siwx` option; `siwx()` of @latchkey/siwx creates one. [S3.20]
 */
export type Siwx = {
  /** Creates a message. Rejects if it can't, e.g. because the nonce server is unreachable. */
  createMessage(request: SiwxMessageRequest): Promise<SiwxMessage>
  /**
   * Verifies the signature and stores the session. Rejects invalid sessions. `others` are sign-ins of the same account with
   * the same nonce, which the wallet signed with this one for other networks; each is also passed by a call of its own.
   */
  addSession(session: SiwxSession, others?: readonly SiwxSession[]): Promise<void>
  /** Ends the sessions that are valid for this address on this network. Does nothing if there are none. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /**
   * Ends all sessions of this address, on every network of the namespace. Signing out and disconnecting call it. Default:
   * calls `revokeSession` for each configured network of the namespace.
   */
  revokeAccount?(namespace: Namespace, address: string): Promise<void>
  /** Replaces all sessions. An empty list signs out. */
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  /** Returns the sessions that are currently valid for this address on this network. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  /** Whether users who don't sign in are disconnected. Default: false. */
  getRequired?(): boolean
  /** Whether disconnecting signs out. Default: true. */
  readonly signOutOnDisconnect?: boolean | undefined
  /** Reports sign-ins and sign-outs that happened elsewhere, e.g. in another tab. Returns its unsubscribe. */
  onChange?(listener: () => void): () => void
}

/** A signature to verify. */
export type SignatureClaim = {
  readonly network: Network
  readonly address: string
  /** The text that the signature is claimed to cover. */
  readonly message: string
  /** In the usual encoding of the namespace: 0x hex on EVM, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  /**
   * The wallet wrote the text itself, as it signed while it connected. Its EVM address may lack the checksum (EIP-55), which
   * other texts must have. Default: false.
   */
  readonly isWalletText?: boolean | undefined
  readonly signal: AbortSignal
}

/**
 * Result of a verification. `key`: the address's own key signed, which is valid on every network of the namespace.
 * `contract`: a contract at the address accepted the signature (ERC-1271, ERC-6492), which is valid on this network
 * only.
 */
export type SignatureVerdict = { readonly isValid: false } | { readonly isValid: true; readonly by: 'key' | 'contract' }

/** Verifies signatures of a namespace. Rejects if a required node doesn't respond: the result is then unknown. */
export type VerifySignature = (claim: SignatureClaim) => Promise<SignatureVerdict>
