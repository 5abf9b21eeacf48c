import type { CaipNetworkId } from '../utils/caip.js'
import type { Network } from './network.js'

/** What a visitor signs to prove that an address is theirs (EIP-4361, CAIP-122). Times are ISO 8601. [S3.16] */
export type SiwxMessageFields = {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** Host, and port where there is one: who asks. */
  readonly domain: string
  /** What the sign-in is for: a URL of the page. */
  readonly uri: string
  readonly version: string
  /** At least 8 letters and digits, good for one sign-in. */
  readonly nonce: string
  readonly notBefore?: string | undefined
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly requestId?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  /** The text itself, where it is not made of the fields when it is asked for. */
  readonly serializedMessage?: string | undefined
}

/** The fields, and as a string the very text to sign. */
export type SiwxMessage = SiwxMessageFields & { toString(): string }

/** A sign-in that is good: the fields, the text that was signed, and its signature. [S3.17] */
export type SiwxSession = {
  readonly data: SiwxMessageFields
  readonly message: string
  /** As the namespace writes signatures: 0x hex on EVM, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  /** Of a wallet that signed in while it connected (CAIP-74). */
  readonly cacao?: Cacao | undefined
}

/** CAIP-74: a sign-in as a capability object. */
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
 * Sign-in with a wallet, in the app's own hands: where messages come from, who checks signatures, where sessions are kept.
 * The `siwx` option takes one; `siwx()` of @latchkey/siwx makes one. [S3.20]
 */
export type Siwx = {
  /** Rejects where no message can be made, e.g. as the server that gives nonces does not answer. */
  createMessage(request: SiwxMessageRequest): Promise<SiwxMessage>
  /** Checks the signature and keeps the session. Rejects what is not good. */
  addSession(session: SiwxSession): Promise<void>
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all sessions by these; none of them signs out. */
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  /** The sessions that are good now for this address on this network. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  /** Whether a visitor who does not sign in is disconnected. No unless told. */
  getRequired?(): boolean
  /** Whether disconnecting signs out. Yes unless told. */
  readonly signOutOnDisconnect?: boolean | undefined
  /** Tells of sign-ins and sign-outs that happened elsewhere, e.g. in another tab. Returns its unsubscribe. */
  onChange?(listener: () => void): () => void
}

/** A signature to be checked. */
export type SignatureClaim = {
  readonly network: Network
  readonly address: string
  /** The text that is said to have been signed. */
  readonly message: string
  /** As the namespace writes signatures: 0x hex on EVM, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  readonly signal: AbortSignal
}

/**
 * `key`: the address's own key signed, which holds on every network of the chain family. `contract`: a contract at the
 * address says so (ERC-1271, ERC-6492), which holds on this network only. False where it is no signature of the address.
 */
export type SignatureVerdict = { readonly isValid: false } | { readonly isValid: true; readonly by: 'key' | 'contract' }

/** Checks signatures of a chain family. Rejects where a node that it needs does not answer: then nothing is known. */
export type VerifySignature = (claim: SignatureClaim) => Promise<SignatureVerdict>
